// Tests of the notices beside a reduction: arguments that do not fit, texts that gave way to the data.
import { expect, it } from 'vitest';
import type { Draft } from '../../src/protect/draft';
import { noticesOf, type Task, withNotices } from '../../src/protect/reduction';

const task = (leftOut: string[], view = {}): Task =>
	({ found: { leftOut }, call: { view } }) as unknown as Task;
const draft = (notice?: string): Draft => ({
	act: 'paginated',
	data: { form: 'list', text: '[]' },
	positions: [{ kind: 'item', offset: 3, limit: 0 }],
	additions: (handles) => ({
		...(handles ? { nextCursor: handles.join(' ') } : {}),
		...(notice === undefined ? {} : { notice }),
	}),
});
const LEFT_OUT =
	'5 characters of text beside the data are left out: read_result {"handle":"h","pointer":"/content/0"}';
const LINES =
	'startLine: this result is a list, which has no lines. Use "limit" and its cursor, "fields", or read_result with "pointer".';

it('tells how to read texts that are left out, where they are kept', () => {
	expect(noticesOf(task(['abc', 'de']), 'list', 'h')).toBe(LEFT_OUT);
	expect(noticesOf(task(['abc', 'de']), 'list', undefined)).toBe('');
	expect(noticesOf(task([]), 'list', 'h')).toBe('');
	expect(noticesOf(task(['abc', 'de'], { startLine: 1 }), 'list', 'h')).toBe(
		`${LINES} ${LEFT_OUT}`,
	);
});

it('gives these a handle of their own, behind those of the data', () => {
	const told = withNotices(draft('First.'), task(['abc', 'de']), 'list');
	expect(told.positions).toEqual([
		{ kind: 'item', offset: 3, limit: 0 },
		{ kind: 'whole', offset: 0, limit: 0 },
	]);
	expect(told.additions(['a', 'h'])).toEqual({ nextCursor: 'a', notice: `First. ${LEFT_OUT}` });
	expect(told.additions(null)).toEqual({ notice: 'First.' });
});

it('leaves a draft as it is where there is nothing to say', () => {
	const told = withNotices(draft(), task([]), 'list');
	expect(told.positions).toEqual(draft().positions);
	expect([told.additions(['a', 'b']), told.additions(null)]).toEqual([{ nextCursor: 'a b' }, {}]);
});
