// Tests of the length of an answer that nobody asked to be long.
import { expect, it } from 'vitest';
import { glanceOf, isAsked, isRanged } from '../../src/protect/reduction';
import { policy, sent } from './answers';

it('is by what it is, by configuration, and never more than the budget', () => {
	expect(glanceOf(policy, 'list')).toEqual({ tokens: 600, bytes: 16_000 });
	expect([glanceOf(policy, 'object').tokens, glanceOf(policy, 'text').tokens]).toEqual([450, 350]);
	const firstAnswerTokens = { list: 900, object: 800, text: 5_000 };
	expect(glanceOf({ ...policy, firstAnswerTokens }, 'list').tokens).toBe(900);
	expect(glanceOf({ ...policy, firstAnswerTokens }, 'text').tokens).toBe(4_000);
});

it('is as long as may be where the call says what it wants', () => {
	expect([{ limit: 5 }, { fields: ['a'] }, { startLine: 1 }, { endLine: 2 }].map(isAsked)).toEqual([
		...[true, true, true, true],
	]);
	expect(isAsked({})).toBe(false);
	expect([{ startLine: 1 }, { endLine: 2 }, { limit: 5 }].map(isRanged)).toEqual([
		true,
		true,
		false,
	]);
});

it('tells no value of those that begin alike as if it were all of them', () => {
	const why = (at: number) =>
		`Banned because of high-impact ${at < 45 ? 'a' : at < 75 ? 'b' : 'c'}`;
	const items = Array.from({ length: 90 }, (_, id) => ({
		id,
		city: `Town ${id % 40}`,
		reason: id % 9 === 0 ? `Rare ${id}` : why(id),
		note: `a longer note about the thing so that it does not fit at all ${id}`,
	}));
	const { answer } = sent({ content: [{ type: 'text', text: JSON.stringify(items) }] });
	const { summary } = JSON.parse(String(answer.content.at(-1)?.text));
	expect(summary.shape).toContain('reason 13 values');
	expect(summary.shape).not.toContain('…×');
});

it('tells a value far ahead of rare ones that begin alike', () => {
	const items = Array.from({ length: 400 }, (_, id) => ({
		id,
		error: id % 10 === 0 ? `cannot read the file at /var/lib/x/${id}` : 'timeout',
		note: `a longer note about the thing so that it does not fit at all ${id}`,
	}));
	const { answer } = sent({ content: [{ type: 'text', text: JSON.stringify(items) }] });
	const { summary } = JSON.parse(String(answer.content.at(-1)?.text));
	expect(summary.shape).toContain('error timeout×360, …40 more');
});
