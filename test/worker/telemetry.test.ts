import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Group } from '../../src/telemetry/group';
import type { CallRecord } from '../../src/telemetry/record';
import { type Limited, startLimited } from './limits/start';
import { postRaw, resultRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

/** 20 each of: a list, the same list's next page, a long object, a log, a tool that is not there. */
const ROUNDS = 20;

const json = async <Body>(loadline: Loadline, path: string): Promise<Body> =>
	(await loadline.fetch(path)).json() as Promise<Body>;
const groupsBy = async (loadline: Loadline, groupBy: string, more = '') =>
	(await json<{ groups: Group[] }>(loadline, `/api/telemetry?groupBy=${groupBy}${more}`)).groups;
const counts = (groups: readonly Group[]) =>
	Object.fromEntries(groups.map(({ key, count }) => [key, count]));

describe('a hundred calls of the demo', () => {
	let loadline: Loadline;
	let guest = '';
	const reports: { estimatedTokens: number; originalTokens?: number }[] = [];
	beforeAll(async () => {
		loadline = await startLoadline({ config: { exactSampleRate: 1 } });
		for (let round = 0; round < ROUNDS; round++) {
			const list = await resultRaw(loadline, 'demo__list_bookings');
			const cursor = `{"cursor":"${list.structuredContent.nextCursor}"}`;
			const results = [
				list,
				await resultRaw(loadline, 'demo__list_bookings', cursor),
				await resultRaw(loadline, 'demo__get_booking', '{"id":"bk_0001"}'),
				await resultRaw(loadline, 'read_log', '{}', { path: '/mcp/demo', era: 'legacy' }),
			];
			await resultRaw(loadline, 'demo__get_booking', '{"id":"none"}');
			guest = String(results[2]?.structuredContent.guestName);
			for (const { _meta } of results) reports.push(_meta['dev.loadline/protect']);
		}
	});
	afterAll(() => loadline.stop());

	it('are a hundred records', async () => {
		const { requests } = await json<{ requests: CallRecord[] }>(
			loadline,
			'/api/telemetry/requests?limit=200',
		);
		expect(requests).toHaveLength(100);
		expect(requests[0]).toMatchObject({
			workspace: 'ws-local',
			outcome: 'error',
			upstream: 'demo',
		});
	});

	it.each([
		['endpoint', { demo__list_bookings: 40, demo__get_booking: 40, demo__read_log: 20 }],
		['outcome', { paginated: 20, page: 20, summarized: 20, chunked: 20, error: 20 }],
		['variant', { on: 100 }],
	])('are grouped by %s', async (groupBy, expected) => {
		expect(counts(await groupsBy(loadline, groupBy))).toEqual(expected);
	});

	it('leave no argument and no result in records or in traces', async () => {
		expect(guest).toMatch(/\w/);
		const { sessions } = await json<{ sessions: { id: string }[] }>(loadline, '/api/sessions');
		const views = sessions.map(({ id }) =>
			json<{ events: object[] }>(loadline, `/api/sessions/${id}`),
		);
		const traces = (await Promise.all(views)).map(({ events }) => events);
		const { requests } = await json<{ requests: CallRecord[] }>(
			loadline,
			'/api/telemetry/requests?limit=200',
		);
		const kept = JSON.stringify({ traces, requests });
		expect(kept).toContain('demo__get_booking');
		expect(kept).not.toContain('bk_0001');
		expect(kept).not.toContain(guest);
	});

	it.each(['minute', 'hour', 'day'])('are grouped by %s, and add up', async (groupBy) => {
		const groups = await groupsBy(loadline, groupBy);
		expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(100);
		for (const { key } of groups) expect(new Date(key).toISOString()).toContain(key.slice(0, 16));
	});

	it('have the sizes that the answers themselves report', async () => {
		const [list] = await groupsBy(loadline, 'outcome', '&outcome=paginated');
		const sent = reports.filter((_, index) => index % 4 === 0);
		const sum = sent.reduce((total, { estimatedTokens }) => total + estimatedTokens, 0);
		const original = sent.reduce((total, { originalTokens = 0 }) => total + originalTokens, 0);
		expect(list?.tokens.sum).toBe(sum);
		expect(list?.originalTokens.sum).toBe(original);
		expect(list?.reductionPercent).toBeCloseTo((100 * (original - sum)) / original, 1);
	});

	it('count later pages against what was saved', async () => {
		const [bookings] = await groupsBy(loadline, 'endpoint', '&endpoint=demo__list_bookings');
		const pages = reports.filter((_, index) => index % 4 === 1);
		const spent = pages.reduce((total, { estimatedTokens }) => total + estimatedTokens, 0);
		const { gross = 0, net = 0 } = bookings?.savedTokens ?? {};
		expect(gross - net).toBe(spent);
		expect(net).toBeGreaterThan(0);
	});

	it('were estimated well, as counting every one exactly shows', async () => {
		const [all] = await groupsBy(loadline, 'variant');
		expect(all?.accuracy.sampled).toBe(80);
		expect(all?.accuracy.within20Percent).toBeGreaterThanOrEqual(90);
	});

	it('show in /health', async () => {
		const { telemetry } = await json<{ telemetry: Record<string, Record<string, number>> }>(
			loadline,
			'/health',
		);
		expect(telemetry).toMatchObject({ status: 'ok', sinkFailures: 0, dropped: 0 });
		for (const minutes of [telemetry.last5Minutes, telemetry.last60Minutes]) {
			expect(minutes).toMatchObject({
				calls: 100,
				adoptionPercent: 50,
				oversizedPercent: 60,
				errorPercent: 20,
				sampled: 80,
			});
			expect(minutes?.averageResponseTokens).toBeGreaterThan(0);
			expect(minutes?.averageResponseBytes).toBeGreaterThan(0);
			expect(minutes?.estimatesWithin20Percent).toBeGreaterThanOrEqual(90);
		}
	});

	it('are logged where something was decided, with the correlation id of the record', async () => {
		const lines = loadline.logs.map((line) => JSON.parse(line));
		const paginated = lines.filter(({ event }) => event === 'paginated');
		expect(paginated).toHaveLength(ROUNDS);
		expect(lines.filter(({ event }) => event === 'oversized')).toHaveLength(3 * ROUNDS);
		const { requests } = await json<{ requests: CallRecord[] }>(
			loadline,
			'/api/telemetry/requests?outcome=paginated&limit=1',
		);
		expect(paginated.map(({ correlationId }) => correlationId)).toContain(
			requests[0]?.correlationId,
		);
		expect(paginated[0]).toMatchObject({ level: 'info', endpoint: 'demo__list_bookings' });
		expect(paginated[0].reductionPercent).toBeGreaterThan(50);
	});

	it.each([
		['groupBy=week', 'groupBy'],
		['groupBy=minute&from=2026-01-01&to=2026-02-01', 'groupBy'],
		['outcome=fine', 'outcome'],
		['from=yesterday', 'from'],
		['from=2026-02-01&to=2026-01-01', 'from'],
		['colour=red', 'colour'],
	])('are not to be had with %s: 400 names the parameter', async (parameters, name) => {
		const response = await loadline.fetch(`/api/telemetry?${parameters}`);
		expect(response.status).toBe(400);
		const { error } = (await response.json()) as { error: { code: string; message: string } };
		expect(error.code).toBe('invalid_parameter');
		expect(error.message).toMatch(new RegExp(`^${name}: `));
	});
});

it('the log of a deployment has no line of another, also where that has just made a call', async () => {
	const other = await startLoadline();
	await resultRaw(other, 'demo__list_bookings');
	const own = await startLoadline();
	await expect.poll(() => other.logs.some((line) => line.includes('"paginated"'))).toBe(true);
	expect(own.logs.filter((line) => line.includes('"paginated"'))).toEqual([]);
});

describe('trying protection out', () => {
	const sessions = Array.from({ length: 24 }, (_, index) => `s-${index}`);
	let loadline: Loadline;
	beforeAll(async () => {
		loadline = await startLoadline({
			config: {
				endpoints: {
					demo__list_bookings: { mode: 'ab', rollout: 50 },
					demo__list_listings: { mode: 'shadow' },
				},
			},
		});
		for (const session of sessions) {
			const meta = `"_meta":{"dev.loadline/session":"${session}"}`;
			for (const tool of ['demo__list_bookings', 'demo__list_listings']) {
				const params = `"name":"${tool}","arguments":{},${meta}`;
				await (await postRaw(loadline, 'tools/call', params, { era: 'legacy' })).text();
			}
		}
	});
	afterAll(() => loadline.stop());

	it('splits in two that add up, of which one saves', async () => {
		const [one, other, ...more] = await groupsBy(
			loadline,
			'variant',
			'&endpoint=demo__list_bookings',
		);
		const [on, control] = one?.key === 'on' ? [one, other] : [other, one];
		expect([on?.key, control?.key, more]).toEqual(['on', 'control', []]);
		expect((on?.count ?? 0) + (control?.count ?? 0)).toBe(sessions.length);
		expect(on?.originalTokens.average).toBe(control?.originalTokens.average);
		expect(control).toMatchObject({
			reductionPercent: 0,
			outcomes: { passthrough: control?.count },
		});
		expect(on?.reductionPercent).toBeGreaterThan(50);
	});

	it('in the shadow saves nothing, and says what it would have saved', async () => {
		const [shadow] = await groupsBy(loadline, 'variant', '&endpoint=demo__list_listings');
		expect(shadow).toMatchObject({
			key: 'shadow',
			count: sessions.length,
			outcomes: { paginated: sessions.length },
			savedTokens: { gross: 0, net: 0 },
			reductionPercent: 0,
		});
		expect(shadow?.savedTokens.shadow).toBeGreaterThan(1000 * sessions.length);
	});
});

describe('a Worker whose telemetry is dead', () => {
	let loadline: Limited;
	beforeAll(async () => {
		loadline = await startLimited();
	});
	afterAll(() => loadline.stop());

	it('answers as one whose telemetry lives, says so in /health, and tells later what there was', async () => {
		const calls = [
			['demo__list_listings', '{}'],
			['demo__get_booking', '{"id":"bk_0002"}'],
			['demo__get_booking', '{"id":"none"}'],
		] as const;
		const answers = async () => {
			const all: string[] = [];
			for (const [tool, args] of calls)
				all.push(withoutHandles(await resultRaw(loadline, tool, args)));
			return all;
		};
		const alive = await answers();
		await loadline.faults({ objects: { TELEMETRY: 'throw' } });
		expect(await answers()).toEqual(alive);
		expect(await json(loadline, '/health')).toMatchObject({
			status: 'ok',
			telemetry: { status: 'unavailable', dropped: 0 },
		});
		expect((await loadline.fetch('/api/telemetry')).status).toBe(503);
		await loadline.faults();
		const groups = await groupsBy(loadline, 'endpoint');
		expect(counts(groups)).toEqual({ demo__list_listings: 2, demo__get_booking: 4 });
	});
});

const withoutHandles = (result: unknown): string =>
	JSON.stringify(result).replaceAll(/[A-Za-z0-9_-]{44}/g, 'HANDLE');
