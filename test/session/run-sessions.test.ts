import { describe, expect, it } from 'vitest';
import { composePayload, readPayload } from '../../src/replay/payload';
import { baselineOf, earlierSessions } from '../../src/session/verified-action';

const payload = composePayload({
	task: 'run-1',
	constraints: ['a'],
	requiredOrder: [],
	blockers: [],
	dependencies: [],
	recovery: [],
});

const read = (sessions: readonly string[], now = 'now') =>
	earlierSessions('home', JSON.stringify(baselineOf(payload, sessions)), now);

describe('the sessions of a run', () => {
	it('are the one that started it and those that its baseline names', () => {
		expect(earlierSessions('home', null, 'now')).toEqual(['home']);
		expect(earlierSessions('home', null, 'home')).toEqual([]);
		expect(read(['home', 'second', 'now'])).toEqual(['home', 'second']);
	});

	it('are the first and the newest when there are too many', () => {
		const many = Array.from({ length: 30 }, (_, i) => `s${i}`);
		const kept = read(many);
		expect(kept).toHaveLength(21);
		expect(kept.slice(0, 3)).toEqual(['home', 's0', 's11']);
		expect(kept.at(-1)).toBe('s29');
	});

	it.each(['{', '[]', '{"sessions":"x"}', '{"sessions":[1,null,{}]}'])(
		'come from a baseline that anybody may have written: %s',
		(saved) => expect(earlierSessions('home', saved, 'now')).toEqual(['home']),
	);

	it('do not show in the payload that is read back', () => {
		const saved = JSON.parse(JSON.stringify(baselineOf(payload, ['home'])));
		expect(readPayload(saved)).toEqual({ ok: true, value: payload });
		expect(baselineOf(payload, [])).toEqual(payload);
	});
});
