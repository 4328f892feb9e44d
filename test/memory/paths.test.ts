import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	canonicalPath,
	categoryAt,
	concerns,
	fileOf,
	groupOf,
	kindOf,
	nameOf,
	objectPathOf,
	temporaryId,
} from '../../src/memory/files/paths';

describe('a canonical path', () => {
	it.each([
		['research/new-context.md', 'research/NEW_CONTEXT.md'],
		['Specs/UI module-plan.md', 'specs/UI_MODULE_PLAN.md'],
		['a.MD', 'A.md'],
		['Deep/er/x.y.z', 'deep/er/X_Y_Z.md'],
		['--a--/_b c_.md', 'a/B_C.md'],
		['a.md.b', 'A_MD_B.md'],
		[`${'a'.repeat(297)}.md`, `${'A'.repeat(297)}.md`],
		[`a${'-'.repeat(595)}b.md`, 'A_B.md'],
	])('of %s is %s', (path, canonical) => {
		expect(canonicalPath('context', path)).toEqual({ ok: true, value: canonical });
	});

	it.each([
		'',
		'/abs.md',
		'../x.md',
		'a/../b.md',
		'a//b.md',
		'./a.md',
		'a\\b.md',
		'C:/x.md',
		'a\u0000b.md',
		'a/NUL.md',
		'a/%00.md',
		'-con.md',
		'a/ com1 /x.md',
		'prn_.md',
		'é.aux.md',
		'a%2Fb.md',
		'a/\u202Etxt.md',
		'..',
		'.md',
		'é/x',
		'x/',
		`${'a'.repeat(298)}.md`,
		`a${'-'.repeat(596)}b.md`,
	])('of %j is unsafe', (path) => {
		expect(canonicalPath('rule', path)).toEqual({ ok: false, error: 'unsafe path' });
	});

	it('is its own canonical path, and goes into a folder and back', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom(...'aZ09 _-./\\é#', 'con', 'NUL', 'lpt', '.md') }),
				(path) => {
					const canonical = canonicalPath('context', path);
					if (!canonical.ok) return;
					expect(canonicalPath('context', canonical.value)).toEqual(canonical);
					expect(canonical.value).toMatch(/^([a-z0-9_]+\/)*[A-Z0-9_]+\.md$/);
					for (const category of ['rule', 'context'] as const) {
						const kind = kindOf(category, canonical.value);
						const place = objectPathOf(fileOf({ kind, path: canonical.value }));
						expect(place).toMatchObject({ ok: true, value: { path: canonical.value } });
					}
				},
			),
		);
	});

	it('says what the object is', () => {
		expect(kindOf('context', 'workflow/CODING.md')).toBe('workflow');
		expect(kindOf('rule', 'WORKFLOW.md')).toBe('rule');
		expect([nameOf('workflow/CODING.md'), groupOf('workflow/CODING.md')]).toEqual([
			'CODING',
			'workflow',
		]);
		expect(groupOf('CODING.md')).toBeUndefined();
		expect([nameOf('API'), nameOf('A.md.OLD'), groupOf('a/b/C.md')]).toEqual([
			'API',
			'A.md.OLD',
			'a',
		]);
	});

	it('of the meta-prompt is as it is', () => {
		expect(canonicalPath('mpf', 'META_PROMPT.md')).toEqual({ ok: true, value: 'META_PROMPT.md' });
		expect(canonicalPath('mpf', '')).toEqual({ ok: true, value: '' });
		expect(kindOf('mpf', 'workflow/A.md')).toBe('mpf');
	});

	it('makes workflows one category, which commands for rules and for contexts may touch', () => {
		expect(categoryAt('context', 'workflow/A.md')).toBe('rule');
		expect(categoryAt('context', 'A.md')).toBe('context');
		expect(concerns('rule', 'workflow') && concerns('context', 'workflow')).toBe(true);
		expect(concerns('rule', 'rule') && concerns('mpf', 'mpf')).toBe(true);
		expect(concerns('mpf', 'workflow') || concerns('rule', 'context')).toBe(false);
	});

	it('has a draft id for each attempt', () => {
		const ids = [0, 1, 2].map((attempt) => temporaryId('rule', 'A.md', attempt));
		expect(new Set(ids).size).toBe(3);
		expect(temporaryId('rule', 'A.md')).toBe(ids[0]);
		expect(temporaryId('context', 'A.md')).not.toBe(ids[0]);
	});
});

const fixture = join(import.meta.dirname, '../../../shared/fixtures/memory/paths.json');
it.runIf(existsSync(fixture))('paths and temporary ids agree with recorded cases', () => {
	const cases: {
		examples: [string, string][];
		unsafe: string[];
		tmp_id: { example: ['context', string, string] };
	} = JSON.parse(readFileSync(fixture, 'utf8'));
	for (const [path, canonical] of cases.examples)
		expect(canonicalPath('context', path)).toEqual({ ok: true, value: canonical });
	for (const path of cases.unsafe) expect(canonicalPath('context', path).ok).toBe(false);
	const [category, path, id] = cases.tmp_id.example;
	expect(temporaryId(category, path)).toBe(id);
});
