// Names from the data stand in texts of Loadline's own; however long, the answer holds the budget.
import { describe, expect, it } from 'vitest';
import { shown } from '../../src/protect/frame';
import { affordable } from '../../src/protect/projection';
import { countExact } from '../../src/protect/tokens/exact';
import type { Policy } from '../../src/protect/types';
import { utf8Bytes } from '../../src/shared/utf8';
import { share } from '../fuzz-runs';
import { cursorOf, policy, readAt, rest, type Sent, sent } from './answers';
import { both, json, seeded, words } from './payloads';

const random = seeded(93);
const from = (first: number, last: number) => (chars: number) =>
	Array.from({ length: chars }, () =>
		String.fromCharCode(first + Math.floor(random() * (last - first + 1))),
	).join('');

const scripts = {
	'Latin letters': from(97, 122),
	Cherokee: from(0x13a0, 0x13f4),
	'control characters': from(1, 7),
	'quotation marks': from(34, 34),
};

const budgets: readonly Policy[] = [500, 1000, 4000].map((tokenBudgetThreshold) => ({
	...policy,
	tokenBudgetThreshold,
	hardByteLimit: Math.max(10_240, 4 * tokenBudgetThreshold),
}));

const named = (count: number, make: (at: number) => readonly [string, unknown]) =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)));
const rows = Array.from({ length: 60 }, (_, id) => ({ id, note: words(random, 50) }));

const shapes = (name: (chars: number) => string): Record<string, unknown> => ({
	'an object of 300 long names': named(300, (at) => [name(100) + at, at]),
	'an object of names longer than any text': named(30, (at) => [name(3000) + at, at]),
	'a list under a long name': { [name(290)]: rows },
	'a list under a name of 2,000 characters': { [name(2000)]: rows },
	'a list under a name of 20,000 characters': { [name(20_000)]: rows },
	'items with long names': rows.map(({ id }) => ({ id, [name(150)]: words(random, 500) })),
	'long names around a list': {
		...named(2, () => [name(290), words(random, 1500)]),
		items: rows.map(() => words(random, 500)),
	},
});

async function expectHeld({ answer }: Sent, limits: Policy): Promise<void> {
	const { text, structured } = shown(answer);
	for (const view of [text, structured]) {
		expect((await countExact(view)).tokens).toBeLessThanOrEqual(limits.tokenBudgetThreshold);
		expect(utf8Bytes(view)).toBeLessThanOrEqual(limits.hardByteLimit);
	}
}

describe.each(Object.entries(scripts))('names in %s', (script, name) => {
	const at = Object.keys(scripts).indexOf(script);
	it.each(share(Object.entries(shapes(name)), 2, at))('burst no budget: %s', async (_, value) => {
		for (const limits of budgets) {
			const result = Array.isArray(value) ? json(value) : both(value as object);
			const first = sent(result, {}, limits);
			await expectHeld(first, limits);
			await expectHeld(sent(result, { fields: ['nope'] }, limits), limits);
			const cursor = cursorOf(first);
			if (cursor) await expectHeld(readAt(first, cursor, {}, limits), limits);
		}
	});
});

describe('a list under a name that would fill every page', () => {
	it('is told as an object is, and read whole through its handle', () => {
		const value = { [scripts['Latin letters'](20_000)]: rows };
		const made = sent(both(value));
		expect(made.act).toBe('summarized');
		expect(JSON.parse(rest(made, {}))).toEqual(value);
	});
});

it('takes names in their order as long as they are a tenth of the budget together', () => {
	// Each is weighed as it stands in instructions: quoted twice.
	const weigh = (text: string) => ({ tokens: text.length, bytes: 0 });
	const names = ['ab', 'x'.repeat(40), 'cd', 'ef', 'g"'];
	const told = (tokenBudgetThreshold: number) =>
		affordable(names, { policy: { ...policy, tokenBudgetThreshold }, weigh });
	expect([79, 80, 239, 240, 349, 350].map((tokens) => told(tokens).join())).toEqual([
		...['', 'ab', 'ab,cd', 'ab,cd,ef', 'ab,cd,ef', 'ab,cd,ef,g"'],
	]);
});
