// Learning, on lists of the half that nothing was tuned on: the replay of `npm run bench -- learning`, a part of it.
import { expect, it } from 'vitest';
import { replayOf } from '../../bench/learning/replay';
import { apiLists } from '../../bench/payloads/api-lists';
import { openSql } from '../adapters/sqlite/open';
import { times } from '../fuzz-runs';

/** Handles differ, and with them what they are estimated at. */
const told = (text: string): string => text.replaceAll(/[\w-]{44}|"estimatedTokens".*/g, '');

it('calls that follow first answers fall by a third once learnt; with `learn: false` answers are as they were', async () => {
	const sized = apiLists().held.map((list) => [JSON.stringify(list.value).length, list] as const);
	// The short ones: the whole half is the bench's.
	const lists = sized
		.sort(([a], [b]) => a - b)
		.map(([, list]) => list)
		.slice(0, times(2, 3));
	const replayed = await replayOf(lists, () => openSql(), { calls: 10 });
	const sum = (of: 'before' | 'after') => replayed.reduce((total, each) => total + each[of], 0);
	expect(replayed.length).toBeGreaterThan(0);
	expect(sum('after')).toBeLessThan(sum('before') * 0.7);
	for (const { answers, plain } of replayed)
		expect(new Set(answers.map(told))).toEqual(new Set([told(plain)]));
});
