import { describe, expect, it } from 'vitest';
import { composePayload, readPayload } from '../../src/replay/payload';
import {
	baselineOf,
	earlierSessions,
	resume,
	saveBaseline,
} from '../../src/session/verified-action';
import { ok } from '../../src/shared/result';
import { callerOf, openWorkspace, STYLE } from '../memory/workspace';

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

	it('bind the one that goes on with it after a context action', async () => {
		const { hub, push, agent } = openWorkspace();
		await push({ 'rules/style.md': STYLE });
		const first = await agent('ada', 'ada-1');
		await first('memload', { ids: ['r1'], knownHashes: { r1: '' } });
		await agent('ada', 'ada-2');
		const definition = { name: 'w', description: '', agents: {}, loops: {}, steps: [] };
		const run = { run_id: 'r', session: 'ada-1', position: 1, delivered: 'clear', outputs: 0 };
		const saved = new Map<string, string>();
		const sources = {
			hub,
			workflow: { inForce: async () => ok({ ...run, definition, contextHints: [] } as never) },
			baselines: {
				get: async (task: string) => saved.get(task) ?? null,
				put: async (task: string, text: string) => void saved.set(task, text),
			},
			session: () => ({ requiredOrders: async () => [] }),
		};
		const who = (session: string) => ({ caller: callerOf('ada', session), session });
		await saveBaseline(sources, who('ada-1'), 'r');
		const limits = { runId: 'r', tokenBudget: 1_000, estimate: (text: string) => text.length };
		const { section, bound } = await resume(sources, who('ada-2'), limits);
		expect(bound).toBe(3);
		expect(section.verification.admissible).toBe(true);
		expect(section.prompt_context).toContain('[STYLE.md');
	});
});
