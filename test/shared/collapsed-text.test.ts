// Tests that the text in place of a collapsed result names calls that its reader can make.
import { expect, it } from 'vitest';
import { collapsedText, withoutOriginal } from '../../src/shared/collapsed-text';

const note = { id: 'r1', nextCursor: 'c1.2' };

it('names the next page and the original, through call_tool where tools are called so', () => {
	expect(collapsedText('15 records', 'search', note)).toBe(
		'15 records\n[collapsed; next page: search {"cursor":"c1.2"}; original: expand_result {"id":"r1"}]',
	);
	expect(collapsedText('A text', 'read_result', { ...note, through: 'call_tool' })).toBe(
		'A text\n[collapsed; next page: call_tool {"name":"read_result","arguments":{"handle":"c1.2"}}; original: call_tool {"name":"expand_result","arguments":{"id":"r1"}}]',
	);
	expect(collapsedText('15 records', 'search', { ...note, restorable: false })).toBe(
		'15 records\n[collapsed; next page: search {"cursor":"c1.2"}]',
	);
	expect(collapsedText(undefined, 'search')).toBe('Result of search, left out after use.');
});

it('loses the original alone for a reader who cannot call it back', () => {
	const through = 'call_tool' as const;
	for (const more of [{}, { through }]) {
		expect(withoutOriginal(collapsedText('15 records', 'search', { id: 'r1', ...more }))).toBe(
			'15 records',
		);
		expect(withoutOriginal(collapsedText('15', 'search', { ...note, ...more }))).toBe(
			collapsedText('15', 'search', { ...note, ...more, restorable: false }),
		);
	}
	const plain = 'original: expand_result {"id":"r1"} is said in the middle';
	expect(withoutOriginal(plain)).toBe(plain);
});

// Read from every place in it, this takes longer than a test may.
it('that says many times what the original is, is read about once', () => {
	const text = '; original: r {'.repeat(100_000);
	expect(withoutOriginal(text)).toBe(text);
	expect(withoutOriginal(`${text}}]`)).toBe(`${text.slice(0, -'; original: r {'.length)}]`);
});
