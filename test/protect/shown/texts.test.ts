import { describe, expect, it } from 'vitest';
import { CSV, DIFF, LOG, MARKDOWN, prose, text } from './payloads';
import { answer, expectShown, follow, refusal, within } from './shown';

describe('what a model reads of a text', () => {
	it('that is a log', () => expectShown('text-log', answer(text(LOG), within(500))));

	it('that is Markdown', () => expectShown('text-markdown', answer(text(MARKDOWN), within(400))));

	it('that is a table', () => expectShown('text-csv', answer(text(CSV), within(400))));

	it('that is a diff', () => expectShown('text-diff', answer(text(DIFF), within(400))));

	it('that is one long line', () =>
		expectShown('text-one-line', answer(text(prose(4_000)), within(400))));

	it('in an object that carries it', () =>
		expectShown(
			'text-carried',
			answer(
				{ ...text(LOG), structured: JSON.stringify({ exit: 0, stdout: LOG, host: 'a' }) },
				within(500),
			),
		));

	it('with small structured content', () =>
		expectShown(
			'text-with-structured-content',
			answer({ ...text(LOG), structured: '{"lines":60}' }, within(400)),
		));

	it('that is an error', () =>
		expectShown('text-error', answer({ ...text(`Error: ${LOG}`), isError: true }, within(400))));

	it('of which nothing could be kept', () =>
		expectShown('text-not-kept', answer(text(MARKDOWN), within(400)), false));

	it('of few tokens a line', () =>
		expectShown(
			'text-of-many-lines',
			answer(text('x\n'.repeat(600)), within(600, { chunkSize: 20 })),
		));

	it('that is empty', () => expectShown('text-empty', answer(text(''), within(400))));
});

describe('what a model reads of lines', () => {
	it('that it asks for', () =>
		expectShown('lines', answer(text(LOG), within(500), { startLine: 14, endLine: 18 })));

	it('that are more than fit', () =>
		expectShown('lines-too-many', answer(text(LOG), within(400), { startLine: 20 })));

	it('that are not there', () =>
		expectShown('lines-not-there', answer(text(LOG), within(500), { startLine: 900 })));

	it('of JSON', () =>
		expectShown(
			'lines-of-json',
			answer(text('{\n "a": 1,\n "b": 2\n}'), within(500), { startLine: 2, endLine: 3 }),
		));

	it('and fields that a text does not have', () =>
		expectShown(
			'lines-and-fields',
			answer(text(LOG), within(500), { startLine: 3, endLine: 4, fields: ['id'], limit: 2 }),
		));
});

describe('what a model reads of the chunks after the first', () => {
	it('the next', () => expectShown('chunk-next', follow(answer(text(LOG), within(500)), 0)));

	it('the last', () => {
		const lines = answer(text(LOG), within(700), { startLine: 40 });
		return expectShown('chunk-last', follow(lines, 0));
	});

	it('other lines', () =>
		expectShown(
			'chunk-lines',
			follow(answer(text(LOG), within(500)), 0, { view: { startLine: 30, endLine: 31 } }),
		));

	it('what is not there', () => {
		const log = answer(text(LOG), within(500));
		const part = answer(text(LOG), within(400), { startLine: 20 });
		expect(refusal(log, 0, { pointer: '/a' })).toBe(
			'pointer: this result is text; use "startLine" and "endLine", "query", or its cursor.',
		);
		expect(refusal(log, 0, { view: { fields: ['id'] } })).toBe(
			'fields: this result is text, which has no fields. Use "startLine" and "endLine", or its cursor.',
		);
		expect(refusal(log, 0, { view: { limit: 3 } })).toBe(
			'limit: this result is text, which has no items. Use "startLine" and "endLine", or its cursor.',
		);
		expect(refusal(part, 0, { view: { startLine: 3 } })).toBe(
			'startLine: line 20 is the first that is kept here.',
		);
		expect(refusal(part, 0, { view: { startLine: 30, endLine: 3 } })).toBe(
			'endLine: line 20 is the first that is kept here.',
		);
	});
});
