import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { defaultMetaPrompt } from '../../src/memory/hub/context';
import { API, openWorkspace, STYLE } from './workspace';

const by = 'admin';
const STALE = 'it has changed since the plan; plan again';

async function library() {
	const workspace = openWorkspace();
	const ids = await workspace.push({ 'rules/style.md': STYLE, 'context/specs/api.md': API });
	const [style = '', api = ''] = [ids['STYLE.md'], ids['specs/API.md']];
	return { ...workspace, style, api, hash: contentHash(STYLE), base: contentHash(API) };
}

describe('a push', () => {
	it('is recorded with all that is known of it', async () => {
		const { hub, store, style, api, hash, base } = await library();
		const content = '---\ndescription: Ours\n---\n- Be kind\n';
		const files = [{ file: 'rules/style.md', content, base: hash }];
		const withdraw = [{ id: api, hash: base }];
		const pushed = await hub.applySync({ by, files, withdraw, note: 'spring' });
		const now = { path: 'STYLE.md', hash: contentHash(content) };
		expect(pushed).toStrictEqual({
			ok: true,
			value: { published: [{ id: style, ...now, version: 2, warnings: [] }], withdrawn: 1 },
		});
		const common = { author: by, at: expect.any(Number), origin: 'sync', note: 'spring' };
		expect(store.version(style, 2)).toStrictEqual({
			...{ objectId: style, version: 2, category: 'rule', kind: 'rule', ...now, content },
			...{ ...common, description: 'Ours', deleted: false },
			constraints: [expect.objectContaining({ id: 'Text/1', text: 'Be kind' })],
		});
		const gone = { path: 'specs/API.md', hash: base };
		expect(store.version(api, 2)).toStrictEqual({
			...{ objectId: api, version: 2, category: 'context', kind: 'context', ...gone },
			...{ ...common, content: '', constraints: [], deleted: true },
		});
		expect((await hub.attestations({ limit: 2 })).items).toStrictEqual(
			[
				{ seq: 4, event: 'withdraw', objectId: api, ...gone, detail: 'version 2' },
				{ seq: 3, event: 'publish', objectId: style, ...now, detail: 'version 2' },
			].map((event) => ({
				...event,
				at: expect.any(Number),
				principal: by,
				session: '',
				reason: 'spring',
			})),
		);
	});

	it('without a note or a description has none', async () => {
		const { hub, store, api } = await library();
		expect(store.version(api, 1)).toStrictEqual({
			...{ objectId: api, version: 1, category: 'context', kind: 'context', path: 'specs/API.md' },
			...{ hash: contentHash(API), content: API, constraints: [], origin: 'sync', author: by },
			...{ at: expect.any(Number), deleted: false },
		});
		const { items } = await hub.attestations({ objectId: api });
		expect(items[0]).not.toHaveProperty('reason');
	});

	it('is refused as a whole, and says of each file what is wrong', async () => {
		const { hub, style, api, hash, base } = await library();
		await hub.applySync({ by, files: [], withdraw: [{ id: api, hash: base }] });
		const file = (name: string, more: object = {}) => ({
			...{ file: name, content: '- x\n', base: null as string | null, ...more },
		});
		const faults = [
			[
				{ files: [file('notes/a.bin')] },
				'notes/a.bin',
				expect.stringMatching(/^only Markdown files in/),
			],
			[{ files: [file('rules/style.md')] }, 'rules/style.md', STALE],
			[{ files: [file('rules/new.md', { base: hash })] }, 'rules/new.md', STALE],
			[
				{ files: [file('rules/new.md', { content: ' \n' })] },
				'rules/new.md',
				'body is required and must not be empty',
			],
			[
				{ files: [file('rules/new.md', { content: 'x'.repeat(262_145) })] },
				'rules/new.md',
				expect.stringMatching(/^body must be at most/),
			],
			...[api, 'p-none'].map((id) => [
				{ files: [file('context/specs/new.md', { id, base })] },
				'context/specs/new.md',
				'the object that it was has been withdrawn; plan again',
			]),
			...[
				[api, base],
				['p-none', base],
				[style, base],
			].map(([id = '', held = '']) => [{ files: [], withdraw: [{ id, hash: held }] }, id, STALE]),
			...[
				[file('rules/a.md'), file('rules/A.md')],
				// Moved, and changed where it was.
				[file('rules/moved.md', { id: style, base: hash }), file('rules/style.md', { base: hash })],
			].map((files) => [{ files }, '', 'two files are the same object; plan again']),
			[
				{ files: [file('rules/style.md', { base: hash })], withdraw: [{ id: style, hash }] },
				style,
				'it is to be changed more than once; plan again',
			],
		] as [{ files: ReturnType<typeof file>[] }, string, string][];
		for (const [wish, name, reason] of faults)
			expect(await hub.applySync({ by, ...wish })).toStrictEqual({
				ok: false,
				error: {
					code: 'conflict',
					message: 'nothing was published',
					files: [{ file: name, reason }],
				},
			});
		expect(await hub.listVersions({ id: style })).toHaveLength(1);
		expect((await hub.listObjects()).map(({ path }) => path)).toEqual(['STYLE.md']);
	});

	it('moves an object to another file, where no other is', async () => {
		const { hub, push, style, hash } = await library();
		await push({ 'rules/other.md': '- x\n' });
		const move = (file: string) =>
			hub.applySync({ by, files: [{ file, content: STYLE, base: hash, id: style }] });
		expect(await move('rules/other.md')).toMatchObject({
			error: { files: [{ reason: 'OTHER.md is another object already; plan again' }] },
		});
		expect((await move('docs/AGENTS.md')).ok).toBe(true);
		expect(await hub.readObject({ id: style })).toMatchObject({
			path: 'docs/AGENTS.md',
			version: 2,
		});
		expect((await move('docs/AGENTS.md')).ok).toBe(true);
	});
});

describe('an export', () => {
	it('comes in pages of a hundred, by id, that neither overlap nor miss', async () => {
		const { hub, push } = openWorkspace();
		const names = Array.from({ length: 101 }, (_, at) => `context/n${at}.md`);
		await push(Object.fromEntries(names.map((name) => [name, name])));
		const { files, next } = await hub.exportFiles();
		expect(files.map(({ id }) => id)).toEqual(files.map(({ id }) => id).sort());
		expect([files.length, next]).toEqual([100, files[99]?.id]);
		const rest = await hub.exportFiles({ after: next ?? '' });
		expect(Object.keys(rest)).toEqual(['files']);
		const all = [...files, ...rest.files];
		expect(all.map(({ file }) => file).sort()).toEqual([...names].sort());
		expect(all.find(({ file }) => file === 'context/n7.md')).toStrictEqual({
			...{ id: expect.stringMatching(/^p-/), path: 'N7.md', version: 1, warnings: [] },
			...{ hash: contentHash('context/n7.md'), file: 'context/n7.md', kind: 'context' },
			content: 'context/n7.md',
		});
	});

	it('ends a page once it holds four million characters', async () => {
		const { hub, push } = openWorkspace();
		const long = (at: number) => [`context/n${at}.md`, 'x'.repeat(250_000)] as const;
		await push(Object.fromEntries(Array.from({ length: 18 }, (_, at) => long(at))));
		const { files, next = '' } = await hub.exportFiles();
		expect(files).toHaveLength(17);
		expect((await hub.exportFiles({ after: next })).files).toHaveLength(1);
	});
});

describe('an object', () => {
	it('is listed as people see it', async () => {
		const { hub, push, api, base } = await library();
		await push({ 'META_PROMPT.md': '# Ours\n' });
		expect((await hub.listObjects({})).map(({ path }) => path).sort()).toEqual([
			'STYLE.md',
			'specs/API.md',
		]);
		expect(await hub.listObjects({ kind: 'context' })).toStrictEqual([
			{
				...{ id: api, n: 2, kind: 'context', path: 'specs/API.md', name: 'API', group: 'specs' },
				...{ hash: base, file: 'context/specs/api.md', version: 1 },
				...{ createdAt: expect.any(Number), updatedAt: expect.any(Number) },
			},
		]);
		expect(await hub.listObjects({ kind: 'rule' })).toMatchObject([{ name: 'STYLE' }]);
	});

	it('is read as it is, or as one of its versions was', async () => {
		const { hub, style, hash } = await library();
		await hub.applySync({ by, files: [], withdraw: [{ id: style, hash }] });
		expect(await hub.readObject({ id: style })).toBe(null);
		expect(await hub.readObject({ id: 'r1', version: 1 })).toMatchObject({ content: STYLE });
		expect(await hub.readObject({ id: style, version: 3 })).toBe(null);
		for (const version of [{}, { version: 0 }])
			expect(await hub.readObject({ id: 'META_PROMPT.md', ...version })).toStrictEqual({
				...{ objectId: 'META_PROMPT.md', version: 0, category: 'mpf', kind: 'mpf' },
				...{ path: 'META_PROMPT.md', hash: contentHash(defaultMetaPrompt('slim')) },
				...{ content: defaultMetaPrompt('slim'), constraints: [], origin: 'sync', author: '' },
				...{ at: 0, deleted: false },
			});
		expect(await hub.readObject({ id: 'META_PROMPT.md', version: 1 })).toBe(null);
	});
});

describe('a rollback', () => {
	it('publishes what was, as a new version that says so', async () => {
		const { hub, store, style, hash } = await library();
		await hub.applySync({ by, files: [], withdraw: [{ id: style, hash }], note: 'spring' });
		const facts = { path: 'STYLE.md', hash };
		expect(await hub.rollback({ id: style, version: 1, by: 'rita' })).toStrictEqual({
			ok: true,
			value: { id: style, version: 3, ...facts, warnings: [] },
		});
		const before = store.version(style, 1);
		expect(store.version(style, 3)).toStrictEqual({
			...{ ...before, version: 3, origin: 'rollback', author: 'rita', at: expect.any(Number) },
			note: 'back to version 1',
		});
		const { items } = await hub.attestations({ event: 'rollback' });
		expect(items).toStrictEqual([
			{
				...{ seq: 4, event: 'rollback', at: expect.any(Number), principal: 'rita', session: '' },
				...{ objectId: style, ...facts, reason: 'back to version 1', detail: 'version 3' },
			},
		]);
		await hub.rollback({ id: style, version: 1, by: 'rita', note: 'again' });
		expect(store.version(style, 4)?.note).toBe('again');
	});

	it('is refused for what never was, what withdrew, and where another has the path', async () => {
		const { hub, push, style, hash } = await library();
		await hub.applySync({ by, files: [], withdraw: [{ id: style, hash }] });
		const other = (await push({ 'rules/style.md': '- x\n' }))['STYLE.md'];
		const back = async (version: number) => {
			const done = await hub.rollback({ id: style, version, by });
			return done.ok ? done.value : done.error;
		};
		expect(await back(9)).toEqual({
			code: 'not_found',
			message: 'there is no version 9 of this object',
		});
		expect(await back(2)).toEqual({
			code: 'invalid',
			message: 'that version withdrew the object; choose another',
		});
		expect(await back(1)).toEqual({
			code: 'conflict',
			message: `STYLE.md is published as ${other} now; rename that first`,
		});
	});
});
