import { describe, expect, it } from 'vitest';
import { readCommand } from '../../src/memory/tools/artifact';

const read = (resource: string, op: object) => readCommand({ resource, op });
const learn = (details: object) => read('rule', { learn: details });

describe('a command', () => {
	it.each([
		['create', { path: 'a.md', body: 'x', description: 'new' }, { path: 'a.md', summary: 'new' }],
		['create', { path: 'a.md', body: 'x', description: null }, { path: 'a.md' }],
		['create', { path: ' ', body: 'x' }, { path: ' ' }],
		['update', { id: 'p-1', body: 'x', description: 'why' }, { id: 'p-1', summary: 'why' }],
		['update', { id: 'p-1', body: 'x' }, { id: 'p-1' }],
	])('%s of %j is read with its body', (kind, details, command) => {
		expect(read('context', { [kind]: details })).toStrictEqual({
			ok: true,
			value: { resource: 'context', command: { kind, ...command }, text: 'x' },
		});
	});

	it.each([
		[
			'rename',
			{ id: 'p-1', new_path: 'b.md', description: 'why' },
			{ newPath: 'b.md', summary: 'why' },
		],
		['delete', { id: 'p-1', description: 'why' }, { summary: 'why' }],
		['delete', { id: 'p-1' }, {}],
		['discard', { id: 'p-1', description: 'why' }, {}],
	])('%s of %j is read without one', (kind, details, command) => {
		expect(read('rule', { [kind]: details })).toStrictEqual({
			ok: true,
			value: { resource: 'rule', command: { kind, id: 'p-1', ...command } },
		});
	});

	it.each([
		[{ create: { path: 'a.md' } }, 'body is required and must not be empty'],
		[{ create: { path: 'a.md', body: ' \n' } }, 'body is required and must not be empty'],
		[{ create: { path: 'a.md', body: 1 } }, 'invalid parameters: body must be a string'],
		[{ create: { path: 1, body: 'x' } }, 'invalid parameters: path must be a string'],
		[{ update: { id: 'p-1' } }, 'body is required and must not be empty'],
		[{ update: { body: 'x' } }, 'id is required and must not be empty'],
		[{ rename: { id: 'p-1' } }, 'new_path is required and must not be empty'],
		[{ delete: { id: '' } }, 'id is required and must not be empty'],
		[{ delete: { id: 'p-1', description: 1 } }, 'invalid parameters: description must be a string'],
		[
			{ delete: { id: 'p-1', description: 'x'.repeat(2001) } },
			'description must be at most 2000 characters',
		],
	])('%j is refused: %s', (op, error) => {
		expect(read('context', op)).toStrictEqual({ ok: false, error });
	});

	it('about the meta-prompt knows one path, and no other name for it', () => {
		const create = (path: string) => read('mpf', { create: { path, body: 'x' } });
		expect(create('META_PROMPT.md').ok).toBe(true);
		expect(create('b.md')).toStrictEqual({
			ok: false,
			error: "mpf path must be 'META_PROMPT.md'",
		});
		const rename = { rename: { id: 'META_PROMPT.md', new_path: 'b.md' } };
		expect(read('mpf', rename)).toStrictEqual({ ok: false, error: 'mpf cannot be renamed' });
		expect(read('mpf', { delete: { id: 'META_PROMPT.md' } }).ok).toBe(true);
	});
});

describe('what was learned', () => {
	const written = (path: string, summary: string, text: string) => ({
		ok: true,
		value: { resource: 'rule', command: { kind: 'create', path, summary }, text },
	});

	it('is an item of one line, with an example and a source where they are given', () => {
		expect(
			learn({ text: ' Use  tabs\nfor code ', example: ' a\n\tb ', source: ' the  style guide' }),
		).toStrictEqual(
			written(
				'learned/USE_TABS_FOR_CODE.md',
				'learned: Use tabs for code',
				'- Use tabs for code\n  Example: a b\n  Source: the style guide\n',
			),
		);
		expect(learn({ text: 'Use tabs', example: ' ' })).toStrictEqual(
			written('learned/USE_TABS.md', 'learned: Use tabs', '- Use tabs\n'),
		);
	});

	it.each([
		['The user corrected me: use tabs', 'use tabs'],
		['user corrected me use tabs', 'use tabs'],
		['The user corrected me:use tabs', 'use tabs'],
		['Say when the user corrected me: tabs', 'Say when the user corrected me: tabs'],
	])('%j is %j', (text, said) => {
		expect(learn({ text })).toMatchObject({ value: { text: `- ${said}\n` } });
	});

	it.each([
		['a, b -- c: d; e (f) g h', 'learned/A_B_C_D_E_F.md'],
		['größe über 3 Zeilen', 'learned/GR_E_BER_3_ZEILEN.md'],
		['日本語 über alles', 'learned/BER_ALLES.md'],
		['日本語', 'learned/CORRECTION.md'],
	])('%j lies in %s', (text, path) => {
		expect(learn({ text })).toMatchObject({ value: { command: { path } } });
	});

	it('lies where it is told to', () => {
		expect(learn({ text: 'Use tabs', path: ' style/tabs.md ' })).toMatchObject({
			value: { command: { path: 'style/tabs.md' } },
		});
	});

	it('has a summary of at most 200 characters, and no half of one', () => {
		const { value } = learn({ text: `${'x'.repeat(190)}😀` }) as {
			value: { command: { summary: string } };
		};
		expect(value.command.summary).toBe(`learned: ${'x'.repeat(190)}\ufffd`);
	});

	it.each([
		[{ text: ' ' }, 'learn.text is required: what holds from now on, in a sentence'],
		...['example', 'source', 'path'].map((name) => [
			{ text: 'x', [name]: 1 },
			`invalid parameters: ${name} must be a string`,
		]),
		[{ text: 'x'.repeat(2001) }, 'text must be at most 2000 characters'],
	] as [object, string][])('%j is refused: %s', (details, error) => {
		expect(learn(details)).toStrictEqual({ ok: false, error });
	});
});
