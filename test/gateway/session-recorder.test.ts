import { describe, expect, it } from 'vitest';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { OWN_SOURCE } from '../../src/gateway/contract/names';
import { recordedCall, type Services } from '../../src/gateway/sessions/recorded-call';
import { SessionRecorder } from '../../src/gateway/sessions/session-recorder';
import type { Entry } from '../../src/session/store';
import { textResult } from '../../src/shared/tool-result';
import { Turns } from '../../src/shared/turns';
import { ada, configOf, contextOf } from './gateway';

const CONFIG = configOf();

/** A recorder over sessions that only note what they are told; `bound` stands for what memsetup bound. */
function recorder({
	broken = '',
	bound = 'default',
	endless = '',
	forward = async () => {},
	turns = new Turns({ now: () => 0, wait: () => Promise.resolve(), worked: () => 0 }),
} = {}) {
	const rounds: string[] = [];
	const noted: Entry['call'][] = [];
	const reported: string[] = [];
	const looked: string[] = [];
	const services = (workspace: string) => ({
		memory: {
			hub: {
				resolveSession: async ({ caller }: { caller: { session: string; source: string } }) => {
					looked.push(caller.session);
					return caller.source === 'none' ? bound : caller.session;
				},
			},
		},
		session: (principal: string, name: string) => ({
			note: async ({ entries }: { entries: readonly Entry[] }) => {
				if (name === broken) throw new Error(`${name} is broken`);
				if (workspace === endless) await new Promise(() => {});
				const calls = entries.map(({ call: one }) => one);
				noted.push(...calls);
				rounds.push([workspace, principal, name, ...calls.map((one) => one?.tool)].join(' '));
				return { totals: {}, used: 0, waiting: calls.length };
			},
		}),
		forwarding: () => ({ forward }),
	});
	let ids = 0;
	const made = new SessionRecorder({
		services: services as unknown as (workspace: string) => Services,
		telemetry: { isSampled: () => false, take: async () => {} },
		newId: () => `id-${++ids}`,
		digest: async (text) => text,
		turns,
		defer: () => {},
		wait: () => (endless ? new Promise(() => {}) : Promise.resolve()),
		now: () => 0,
		report: (error, correlationId) => reported.push(`${correlationId}: ${String(error)}`),
	});
	const call = (tool: string, session?: string, context = contextOf(), order = 0) =>
		made.record({
			facts: {
				endpoint: tool,
				source: OWN_SOURCE,
				tool,
				cursorUse: 'none',
				sessionArgument: session,
				variant: 'on',
				result: textResult('ok'),
				totalMs: 1,
				order,
			},
			context,
			config: CONFIG,
		});
	return { made, call, rounds, noted, reported, looked };
}

describe('calls of several sessions', () => {
	it('are entered in one round a session, each in order, whatever came in between', async () => {
		const { made, call, rounds, looked } = recorder();
		for (let n = 1; n <= 3; n++) for (const session of ['s', 't']) call(`${session}${n}`, session);
		await made.settled(ada.workspace);
		expect(rounds).toEqual(['ws-one ada s s1 s2 s3', 'ws-one ada t t1 t2 t3']);
		expect(looked.toSorted()).toEqual(['s', 't']);
	});

	it('begin one at a time, in turns of their workspace: each looked up, then entered', async () => {
		const turns = new Turns({ now: () => 0, wait: () => Promise.resolve(), worked: () => 0 });
		const taken: string[] = [];
		const waiting: (() => void)[] = [];
		let isTaken = false;
		turns.enter = () => {
			if (isTaken) return new Promise((begin) => void waiting.push(begin));
			isTaken = true;
			return undefined;
		};
		turns.leave = (workspace) => {
			if (!isTaken) return false;
			taken.push(`${workspace}: ${looked.length} looked up, ${rounds.length} entered`);
			const next = waiting.shift();
			isTaken = next !== undefined;
			next?.();
			return true;
		};
		const { made, call, looked, rounds } = recorder({ turns });
		for (const session of ['s', 't']) call(`${session}1`, session);
		await made.settled(ada.workspace);
		expect(taken).toEqual([
			'ws-one: 1 looked up, 0 entered',
			'ws-one: 2 looked up, 0 entered',
			'ws-one: 2 looked up, 1 entered',
			'ws-one: 2 looked up, 2 entered',
		]);
	});

	it('stand in the order in which they began, in whichever they ended', async () => {
		const { made, call, rounds } = recorder();
		call('second', 's', contextOf(), 1);
		call('third', 's', contextOf(), 2);
		call('first', 's', contextOf(), 0);
		await made.settled(ada.workspace);
		expect(rounds).toEqual(['ws-one ada s first second third']);
	});

	it('stay in order where two handles mean the same session', async () => {
		const { made, call, rounds } = recorder({ bound: 's' });
		call('first', 's');
		call('second');
		call('third', 's');
		await made.settled(ada.workspace);
		expect(rounds).toEqual(['ws-one ada s first second third']);
	});

	it('are of no session called new: who names it so asks for a name', async () => {
		const { made, call, rounds } = recorder({ bound: 's' });
		call('memsetup', 'new');
		call('other');
		await made.settled(ada.workspace);
		expect(rounds.join()).not.toContain(' new ');
		expect(rounds).toEqual(['ws-one ada s memsetup other']);
	});

	it('are kept apart by principal and workspace', async () => {
		const { made, call, rounds } = recorder();
		const eve = contextOf({ ...ada, id: 'eve' });
		const elsewhere = contextOf({ ...ada, workspace: 'ws-two' });
		call('a', 's');
		call('b', 's', eve);
		call('c', 's', elsewhere);
		for (const workspace of ['ws-one', 'ws-two']) await made.settled(workspace);
		expect(rounds.toSorted()).toEqual(['ws-one ada s a', 'ws-one eve s b', 'ws-two ada s c']);
	});

	it('are entered though one of the sessions fails', async () => {
		const { made, call, rounds, reported } = recorder({ broken: 't' });
		for (const session of ['t', 's', 't']) call('a', session);
		await made.settled(ada.workspace);
		expect(rounds).toEqual(['ws-one ada s a']);
		expect(reported).toEqual(['c-1: Error: t is broken']);
	});

	it('are entered a hundred at a time', async () => {
		const { made, call, rounds } = recorder();
		for (let n = 0; n < 250; n++) call('a', 's');
		await made.settled(ada.workspace);
		expect(rounds.map((round) => round.split(' a').length - 2)).toEqual([100, 100, 50]);
	});
});

describe('calls that wait', () => {
	const of = (workspace: string) => contextOf({ ...ada, workspace });

	it('wait for no other workspace', async () => {
		const { made, call, rounds } = recorder({ endless: 'ws-slow' });
		call('a', 's', of('ws-slow'));
		void made.settled('ws-slow');
		call('b', 's');
		await made.settled(ada.workspace);
		expect(rounds).toContain('ws-one ada s b');
		expect(made.state).toEqual({ failures: 0, dropped: 0, left: 1 });
	});

	it('are bounded', () => {
		const { made, call } = recorder();
		for (let n = 0; n < 2_010; n++) call('a', 's');
		expect(made.state).toEqual({ failures: 10, dropped: 10, left: 2_000 });
	});

	it('are bounded for each of whom there is much, and have room for the others', () => {
		const { made, call } = recorder();
		for (let n = 0; n < 2_010; n++) call('a', 's');
		for (let n = 0; n < 1_000; n++) call('a', 's', of('ws-two'));
		expect(made.state.dropped).toBe(10);
		call('a', 's', of('ws-two'));
		expect(made.state.dropped).toBe(11);
	});

	it('have room for some of every workspace, however many there are', () => {
		const { made, call } = recorder();
		for (let n = 0; n < 2_500; n++) for (let i = 0; i < 2; i++) call('a', 's', of(`ws-${n}`));
		expect(made.state.dropped).toBe(0);
	});

	it('are counted until they are entered, or have failed', async () => {
		const { made, call } = recorder({ broken: 't' });
		for (const session of ['t', 's', 't']) call('a', session);
		expect(made.state.left).toBe(3);
		await made.settled(ada.workspace);
		expect(made.state).toEqual({ failures: 1, dropped: 2, left: 0 });
	});
});

describe('what was entered', () => {
	it('is forwarded before anybody who asks for it is answered, however many ask at once', async () => {
		let isForwarded = false;
		const forward = async () => {
			await new Promise((resolve) => setTimeout(resolve, 20));
			isForwarded = true;
		};
		const { made, call } = recorder({ forward });
		call('a', 's');
		await made.settled(ada.workspace);
		const asked = [1, 2, 3].map(() => made.told('ws-one').then(() => isForwarded));
		expect(await Promise.all(asked)).toEqual([true, true, true]);
	});

	it('is forwarded once it was, and again where that failed', async () => {
		let tried = 0;
		const forward = async () => {
			if (++tried === 1) throw new Error('no answer');
		};
		const { made, call } = recorder({ forward });
		call('a', 's');
		for (let n = 0; n < 3; n++) await made.told('ws-one');
		expect(tried).toBe(2);
	});
});

describe('what a call asked for', () => {
	const facts = {
		...{ endpoint: 'search', source: OWN_SOURCE, tool: 'search', totalMs: 1 },
		...({ cursorUse: 'none', variant: 'on' } as const),
		arguments: { query: 'open', token: 'of a test' },
	};
	const hosted: GatewayContext = {
		...contextOf(),
		clientInfo: { name: 'claude-code', version: '2.1.0' },
		host: 'claude-code',
	};

	it('is noted with it, and by whom, in the one round that is made anyway', async () => {
		const { made, noted, rounds } = recorder();
		made.record({ facts, context: hosted, config: configOf() });
		await made.settled(ada.workspace);
		expect(noted).toMatchObject([
			{
				arguments: '{"query":"open","token":"[redacted]"}',
				client: { name: 'claude-code', version: '2.1.0', host: 'claude-code' },
			},
		]);
		expect(rounds).toHaveLength(1);
	});

	it('is not, where that is switched off', async () => {
		const { made, noted } = recorder();
		made.record({ facts, context: hosted, config: configOf({ sessionArguments: false }) });
		await made.settled(ada.workspace);
		expect(JSON.stringify(noted)).not.toContain('query');
	});
});

it('notes of a call that it failed, as its trace does', () => {
	const facts = { endpoint: 't', source: OWN_SOURCE, tool: 't', cursorUse: 'none' } as const;
	const note = (errorCode?: string) => {
		const failed = { ...facts, sessionArgument: 's', variant: 'on', totalMs: 1 } as const;
		const answered = { facts: { ...failed, ...(errorCode && { errorCode }) }, id: 'id', at: 0 };
		const given = { ...answered, context: contextOf(), config: configOf() };
		const recorded = recordedCall(given, () => 'id', false);
		return recorded.entry;
	};
	expect(note('tool_error')).toMatchObject({ call: { failed: true }, events: [{ failed: true }] });
	expect('failed' in (note().call ?? {})).toBe(false);
});
