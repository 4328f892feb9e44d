// Small results as servers send them: each value is chosen, so that the answers beside them can be read.
import type { ToolResult } from '../../../src/shared/tool-result';

const PLACES = ['Lisbon', 'Oslo', 'Quito', 'Nairobi', 'Hanoi'];
const STATES = ['open', 'paid', 'shipped'];
const NOTES = [
	'Leave it with the neighbour on the second floor, who is at home until noon on most days of the week.',
	'The customer asked twice whether the invoice can carry the number of the purchase order.',
	'A gift: no prices on the paper in the box, please, and the green ribbon if there is any left.',
];

export const times = <T>(count: number, make: (at: number) => T): T[] =>
	Array.from({ length: count }, (_, at) => make(at));

const of = <T>(values: readonly T[], at: number): T => values[at % values.length] as T;

export const order = (at: number) => ({
	id: 7001 + at,
	status: of(STATES, at),
	customer: { id: 310 + (at % 7), name: `Customer ${String.fromCharCode(65 + (at % 7))}` },
	city: of(PLACES, at),
	total: 12.5 * (1 + ((at * 7) % 13)),
	currency: 'EUR',
	placedAt: `2026-03-${String(1 + (at % 28)).padStart(2, '0')}T08:15:00Z`,
	note: of(NOTES, at),
});

export const orders = (count: number) => times(count, order);

export const small = (at: number) => ({ id: at + 1, name: `item ${at + 1}`, done: at % 3 === 0 });

/** A sentence or more of about so many characters. */
export const prose = (chars: number, from = 0): string => {
	let text = '';
	for (let at = from; text.length < chars; at++) text += `${text && ' '}${of(NOTES, at)}`;
	return text;
};

export const text = (body: string): ToolResult => ({ content: [{ type: 'text', text: body }] });
export const json = (value: unknown): ToolResult => text(JSON.stringify(value));
export const both = (value: unknown): ToolResult => ({
	...json(value),
	structured: JSON.stringify(value),
});

export const LOG = times(60, (at) => {
	const time = `2026-03-01T08:${String(10 + Math.floor(at / 6)).padStart(2, '0')}:${at % 6}0Z`;
	if (at % 20 === 13)
		return [
			`${time} ERROR worker-${at % 4} payment ${900 + at} failed: card declined`,
			'    at charge (billing/charge.ts:41:9)',
			'    at async settle (billing/settle.ts:17:3)',
		].join('\n');
	return `${time} ${at % 7 === 5 ? 'WARN ' : 'INFO '} worker-${at % 4} settled payment ${900 + at} in ${12 + ((at * 5) % 40)} ms`;
}).join('\n');

export const MARKDOWN = times(6, (at) =>
	[
		`## ${['Install', 'Configure', 'Run', 'Watch', 'Upgrade', 'Remove'][at]}`,
		'',
		prose(150, at),
		'',
		`- first: ${of(NOTES, at)}`,
		`- then: ${of(NOTES, at + 1)}`,
		'',
	].join('\n'),
).join('\n');

export const CSV = [
	'id,city,total,note',
	...times(
		60,
		(at) => `${7001 + at},${of(PLACES, at)},${10 + at}.50,"${of(NOTES, at).slice(0, 30)}"`,
	),
].join('\n');

export const DIFF = times(5, (at) =>
	[
		`diff --git a/src/part${at}.ts b/src/part${at}.ts`,
		`--- a/src/part${at}.ts`,
		`+++ b/src/part${at}.ts`,
		...times(3, (hunk) =>
			[
				`@@ -${10 * hunk + 1},4 +${10 * hunk + 1},5 @@ export function part${at}()`,
				' const before = read();',
				`-const limit = ${at + hunk};`,
				`+const limit = ${at + hunk + 1};`,
				'+const checked = check(limit);',
				' return before + limit;',
			].join('\n'),
		),
	].join('\n'),
).join('\n');

/** Base64 of an image, in the mean. */
export const BASE64 = 'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4'.repeat(6);
