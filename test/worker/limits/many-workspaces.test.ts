// Many workspaces, and much to do at once, with as many subrequests as the platform allows an invocation.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWhole, times } from '../../fuzz-runs';
import { resultRaw } from '../raw-calls';
import { type Limited, startLimited } from './start';

/** Subrequests that an invocation may ask for on the free plan, and on the paid one. */
const FREE = { bindings: 50, fetches: 50 };
const PAID = { bindings: 1_000, fetches: 1_000 };
const WORKSPACES = times(8, 24);
/** More than an attempt takes, by what it may ask for. */
const RESULTS = { free: 60, paid: 160 };

const names = Array.from({ length: WORKSPACES }, (_, n) => `w${n}`);
const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const TOKENS = names.map((name) => ({
	...{ name, workspace: `ws-${name}`, scopes: ['admin'], sha256: hex(`${name}-token`) },
}));

let loadline: Limited;
beforeAll(async () => {
	loadline = await startLimited({
		dev: false,
		vars: {
			LOADLINE_TOKENS: JSON.stringify(TOKENS),
			LOADLINE_DEMO: 'true',
			LOADLINE_ALERTS_MIN_REQUESTS: '1',
			LOADLINE_ALERTS_OVERSIZED_RATE: '0.5',
		},
	});
	// Sent as it is: a result over the limits.
	const document = { endpoints: { demo__list_listings: { mode: 'off' } } };
	for (const name of names) {
		const put = await ask(name, '/api/config', document, 'PUT');
		expect(put).toContain('"version"');
	}
});
afterAll(() => loadline?.stop());

const headersOf = (who: string) => ({
	...{ authorization: `Bearer ${who}-token`, 'content-type': 'application/json' },
});
const list = (who: string, tool = 'demo__list_bookings') =>
	resultRaw(loadline, tool, '{}', { headers: headersOf(who) });
const ask = async (who: string, path: string, body?: object, method = 'POST') => {
	const init = body ? { method, body: JSON.stringify(body) } : {};
	return (await loadline.fetch(path, { ...init, headers: headersOf(who) })).text();
};

it('judges the alerts of every workspace: each in an alarm of its own, which asks for little', async () => {
	await loadline.faults(FREE);
	const most: number[] = [];
	for (const name of names) {
		await list(name, 'demo__list_listings');
		await ask(name, '/api/telemetry');
		await loadline.ring('TELEMETRY', `ws-${name}`);
		const { mostBindings, mostFetches } = await loadline.operations();
		most.push(mostBindings + mostFetches);
	}
	const isTold = (line: string) => line.includes('alert_firing') && line.includes('oversizedRate');
	const told = loadline.logs.filter(isTold).join('\n');
	expect(names.filter((name) => !told.includes(`"ws-${name}"`))).toEqual([]);
	expect(Math.max(...most)).toBeLessThanOrEqual(5);
	expect(most.at(-1)).toBe(most[0]);
});

it.runIf(isWhole)(
	'erases more than an invocation may ask for, one attempt after the other',
	async () => {
		await loadline.faults();
		const principal = (await ask('w0', '/api/me').then(JSON.parse)).id as string;
		const attempts = async (limits: object, results: number) => {
			for (let made = 0; made < results; made += 10)
				await Promise.all(Array.from({ length: 10 }, () => list('w0')));
			const { id } = JSON.parse(await ask('w0', '/api/erasures', { principal }));
			for (let attempt = 1; ; attempt++) {
				await loadline.faults({ ...limits, ahead: attempt * 60_000 });
				await loadline.ring('DIRECTORY', 'deployment');
				const { mostBindings } = await loadline.operations();
				expect(mostBindings).toBeLessThanOrEqual(1_000);
				await loadline.faults({ ahead: attempt * 60_000 });
				const { state } = JSON.parse(await ask('w0', `/api/erasures/${id}`));
				if (state !== 'running' || attempt === 12) return state as string;
			}
		};
		expect(await attempts(PAID, RESULTS.paid)).toBe('watching');
		expect(await attempts(FREE, RESULTS.free)).toBe('watching');
		expect(await ask('w0', '/api/export')).not.toMatch(/"key":"ws-w0\/snapshot\//);
	},
);
