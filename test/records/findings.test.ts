// Tests of findings of analyses: kept of their author, recalled, shared.
import { describe, expect, it } from 'vitest';
import { openWorkspace } from './workspace';

describe('findings', () => {
	const by = { principal: 'ana', session: 'default' };

	it('are so many of one author; others have their own, and removing one makes room', () => {
		const { records } = openWorkspace();
		const store = (principal: string) =>
			records.storeFinding({ finding: 'one' }, { ...by, principal }, 2);
		const first = store('ana');
		expect(store('ana').ok).toBe(true);
		expect(store('ana')).toMatchObject({
			ok: false,
			error: { message: expect.stringContaining('limits.findings') },
		});
		expect(store('bob').ok).toBe(true);
		if (first.ok) records.removeFinding(first.value.id, 'ana');
		expect(store('ana').ok).toBe(true);
	});

	it('are recalled best first, by their tags, or newest first', () => {
		const { records } = openWorkspace();
		records.storeFinding(
			{ finding: '3 activities to Web Dev', tags: ['Web'], record_ids: [72, 80] },
			by,
		);
		records.storeFinding(
			{ finding: '5 activities to AI', details: 'One mentions web search.' },
			by,
		);
		records.storeFinding({ finding: 'Notes are short', tags: ['web', 'style'] }, by);
		const recall = (given: object) => {
			const recalled = records.recall(given, 'ana');
			return recalled.ok
				? recalled.value.findings.map(({ id }) => id).join()
				: recalled.error.message;
		};
		expect(recall({})).toBe('3,2,1');
		expect(recall({ query: 'activity about the web' })).toBe('1,2,3');
		expect(recall({ query: 'record 80' })).toBe('1');
		expect(recall({ tags: ['WEB'] })).toBe('3,1');
		expect(recall({ tags: ['web'], query: 'notes' })).toBe('3');
		expect(recall({ query: '!!' })).toBe('');
		expect([records.removeFinding(2, 'bo'), records.removeFinding(2, 'ana')]).toEqual([
			false,
			true,
		]);
		expect(records.removeFinding(3, null)).toBe(true);
		expect([recall({}), recall({ query: 'notes style' })]).toEqual(['1', '']);
		expect(recall({ tags: 'web' })).toContain('tags: must be a list');
	});

	it('are their author’s, unless they are shared', () => {
		const { records } = openWorkspace();
		records.storeFinding({ finding: 'Mine about cats', tags: ['pets'] }, by);
		records.storeFinding({ finding: 'Ours about cats', tags: ['pets'], shared: true }, by);
		const recall = (principal: string, given: object) => {
			const recalled = records.recall(given, principal);
			return (
				recalled.ok && [recalled.value.findings.map(({ id }) => id).join(), recalled.value.total]
			);
		};
		for (const given of [{}, { query: 'cats' }, { tags: ['pets'] }]) {
			expect(recall('ana', given)).toEqual([expect.stringContaining('1'), 2]);
			expect(recall('bob', given)).toEqual(['2', 1]);
		}
	});

	it.each([
		[{}, 'finding: '],
		[{ finding: 'x', shared: 'yes' }, 'shared: '],
		[{ finding: ' ' }, 'finding: '],
		[{ finding: 'x', details: 1 }, 'details: '],
		[{ finding: 'x', record_ids: [{}] }, 'record_ids: '],
		[{ finding: 'x', tags: [''] }, 'tags: '],
	])('%j is refused', (given, message) => {
		expect(openWorkspace().records.storeFinding(given, by)).toMatchObject({
			ok: false,
			error: { message: expect.stringContaining(message) },
		});
	});
});
