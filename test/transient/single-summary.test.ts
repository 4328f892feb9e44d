// Tests of the summary that takes the place of a result that is no list.
import { describe, expect, it } from 'vitest';
import { textResult } from '../../src/shared/tool-result';
import { singleSummary, textSummary } from '../../src/transient/summary';

const structured = (value: unknown) => ({ content: [], structured: JSON.stringify(value) });

describe('the summary of a result that is no list', () => {
	it.each([
		['one thing', structured({ id: 7, name: 'Room' }), '1 record from get (ID: 7)'],
		['a thing without a name', structured({ size: 7 }), '1 record from get'],
		['a thing as text', textResult('\n {"id": "a"}'), '1 record from get (ID: a)'],
		[
			'what is data only at first',
			textResult('[INFO] up'),
			'text of 1 line from get ("[INFO] up")',
		],
		['a number', textResult('7'), 'text of 1 line from get ("7")'],
		[
			'several texts',
			{
				content: [
					...textResult('\n  a\u200b\t b').content,
					{ type: 'image', data: '', mimeType: 'image/png' } as const,
					...textResult('c').content,
				],
			},
			'text of 3 lines from get ("a b")',
		],
		['nothing', { content: [] }, undefined],
		['white space', textResult(' \n'), undefined],
		['a failure', { ...textResult('no'), isError: true }, undefined],
	])('says what was there: %s', (_, result, summary) => {
		expect(singleSummary(result, 'get')?.summary).toBe(summary);
	});

	it('shows sixty characters of a line, cut between characters', () => {
		const shown = (line: string) =>
			textSummary(line, 'log').slice('text of 1 line from log ("'.length, -2);
		const fits = 'x'.repeat(60);
		expect(shown(fits)).toBe(fits);
		expect(shown(`${fits}y`)).toBe(`${fits}…`);
		expect(shown(`${'x'.repeat(59)}🙂y`)).toBe(`${'x'.repeat(59)}…`);
		expect(shown(`🙂${fits}`)).toBe(`🙂${'x'.repeat(58)}…`);
		expect(textSummary('', 'log')).toBe('text of 1 line from log ("")');
	});
});
