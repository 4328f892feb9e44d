import { describe, expect, it } from 'vitest';
import { activationText } from '../../src/memory/search/activation';

const item = { key: 'r1', path: 'A.md', hash: '3f2a9c1b' };

describe('the text of an activation', () => {
	it('names a document by its path too where its text is forty times as long', () => {
		const read = (length: number) =>
			activationText({ items: [{ ...item, text: 'x'.repeat(length) }] });
		expect(read(160)).toBe(`[r1 A.md 3f2a9c1b]\n${'x'.repeat(160)}`);
		expect(read(159)).toBe(`[r1 3f2a9c1b]\n${'x'.repeat(159)}`);
		expect(activationText({ items: [{ ...item, action: 'reuse' }] })).toBe(
			'[r1 3f2a9c1b unchanged]',
		);
	});

	it('says all that had no room in one line, and that there is nothing', () => {
		const omitted = [
			{ key: 'r1', path: 'A.md' },
			{ key: 'r2', path: 'B.md', about: 'What it is' },
		];
		expect(activationText({ items: [], omitted })).toBe(
			'[no room: memload r1 A.md; r2 B.md: What it is]',
		);
		expect(activationText({ items: [] })).toBe(
			'[nothing here applies to this task; memdisc lists what there is]',
		);
	});
});
