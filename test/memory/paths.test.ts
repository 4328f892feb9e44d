import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf, placeOf } from '../../src/memory/folder';
import { canonicalPath, groupOf, kindOf, nameOf, temporaryId } from '../../src/memory/paths';

describe('a canonical path', () => {
	it.each([
		['research/new-context.md', 'research/NEW_CONTEXT.md'],
		['Specs/UI module-plan.md', 'specs/UI_MODULE_PLAN.md'],
		['a.MD', 'A.md'],
		['Deep/er/x.y.z', 'deep/er/X_Y_Z.md'],
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
		'..',
		'.md',
		'é/x',
		'x/',
	])('of %j is unsafe', (path) => {
		expect(canonicalPath('rule', path)).toEqual({ ok: false, error: 'unsafe path' });
	});

	it('is its own canonical path, and goes into a folder and back', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(...'aZ09 _-./\\é#') }), (path) => {
				const canonical = canonicalPath('context', path);
				if (!canonical.ok) return;
				expect(canonicalPath('context', canonical.value)).toEqual(canonical);
				expect(canonical.value).toMatch(/^([a-z0-9_]+\/)*[A-Z0-9_]+\.md$/);
				for (const category of ['rule', 'context'] as const) {
					const kind = kindOf(category, canonical.value);
					const place = placeOf(fileOf({ kind, path: canonical.value }));
					expect(place).toMatchObject({ ok: true, value: { path: canonical.value } });
				}
			}),
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
