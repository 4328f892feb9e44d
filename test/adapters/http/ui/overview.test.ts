// The overview over the real telemetry store with no record, ten and fifty thousand: what it shows is what the
// API says, and no page of it grows with what is kept.
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { HttpDeps, RouteState } from '../../../../src/adapters/http/deps';
import { telemetryRoutes } from '../../../../src/adapters/http/telemetry-routes';
import { uiRoutes } from '../../../../src/adapters/http/ui/routes';
import { LOCAL_PRINCIPAL } from '../../../../src/auth/tokens';
import { err, ok } from '../../../../src/shared/result';
import type { CallRecord } from '../../../../src/telemetry/record';
import { TelemetryStore } from '../../../../src/telemetry/store';
import { times } from '../../../fuzz-runs';
import { recordWith } from '../../../telemetry/records';
import { openSql } from '../../sqlite/open';

const now = Date.now();

/** Calls of as many endpoints, over a day; the first endpoint overflows most. */
const calls = (amount: number, endpoints: number): CallRecord[] =>
	Array.from({ length: amount }, (_, at) => {
		const endpoint = (at * at) % endpoints;
		return recordWith({
			time: now - 1 - ((at * 86_000_000) % 86_000_001),
			endpoint: `server${endpoint % 20}__tool_${endpoint}`,
			oversized: endpoint === 0 || at % 50 === 0,
			estimatedTokens: 5_000,
			originalTokens: 5_000,
			outcome: at % 40 === 0 ? 'error' : at % 3 === 0 ? 'paginated' : 'passthrough',
		});
	});

function open(records: readonly CallRecord[], isDown = false) {
	const store = new TelemetryStore(openSql(), { now: () => now, wakeAt: () => {} });
	for (let from = 0; from < records.length; from += 2_000)
		store.write(records.slice(from, from + 2_000));
	const down = err({ code: 'unavailable', reason: 'the store did not answer' } as const);
	const deps = {
		telemetry: () => ({
			query: async (query: never) => (isDown ? down : ok(store.query(query))),
			requests: async (query: never) => (isDown ? down : store.requests(query)),
		}),
		hasOthers: async () => store.hasOthers(),
		alerts: async () => ({ windowMinutes: 60, minRequests: 20, calls: 0, rules: [] }),
		services: () => ({
			told: async () => {},
			learnt: { list: async () => [] },
			sights: { changes: async () => [] },
		}),
		forecast: async ({ endpoint }: { endpoint: string }) =>
			ok({
				...{ endpoint, budget: { list: 300 }, calls: 9, isAll: true, whole: 6 },
				replayed: endpoint.includes('__') ? 2 : 0,
				...{ fixed: 1, inForce: { list: 610, object: 455, text: 350 } },
				...{ tokensBefore: 1_000, tokensAfter: endpoint.endsWith('_1') ? 690 : 990 },
				...{ followed: 1, again: 1, strip: [], fields: [], left: [] },
			}),
		now: () => now,
	} as unknown as HttpDeps;
	const api = new Hono<RouteState>();
	api.use(async (c, next) => {
		c.set('principal', LOCAL_PRINCIPAL);
		c.set('correlationId', 'c-1');
		await next();
	});
	api.get('/api/me', (c) => c.json(LOCAL_PRINCIPAL));
	telemetryRoutes(api, deps);
	const ui = uiRoutes((request) => api.fetch(request), { webFile: async () => undefined });
	const text = async (path: string) => (await ui.request(path)).text();
	const rows = async (path: string) => {
		const html = await text(path);
		const table = html.slice(html.indexOf('By tool'));
		const body = table.slice(0, table.indexOf('</table>'));
		return [...body.matchAll(/endpoint=([\w%]+)"><span class="name">/g)].map(([, name]) => name);
	};
	return { text, rows, store };
}

describe('the overview', () => {
	it('says that there is nothing where there is nothing', async () => {
		const { text } = open([]);
		expect(await text('/overview')).toContain('No call in this time.');
		expect(await text('/overview?endpoint=none')).toContain('No call in this time.');
	});

	it('proposes a budget by its forecast, and only one that saves', async () => {
		const { text } = open(calls(40, 2));
		const saves = await text('/overview?endpoint=server1__tool_1');
		expect(saves.replaceAll(/<[^>]*>/g, '')).toContain(
			'−31 % tokens of first answers, 111 each before, 77 then. Replayed: 2 of 9 calls of the last week, those whose results are kept; 6 more had all of their result, 1 said how much they want: these stay as they are. A second call followed 1 of those replayed, and would follow 1 of them.',
		);
		expect(saves).toContain('name="list" value="300"');
		// The form has what is in force for the tool.
		expect(saves).toMatch(/name="list"[^>]*value="610"|value="610"[^>]*name="list"/);
		const own = await text('/overview?endpoint=search_records');
		expect(own).toContain('A budget of first answers changes nothing of it');
		expect(own).not.toContain('Budget of a first answer');
		expect(await text('/overview?endpoint=server0__tool_0')).not.toContain('Replayed');
	});

	it('counts calls of the playground in no sum, and those of the demo with no other server', async () => {
		const of = (endpoint: string) => recordWith({ endpoint, time: now - 1_000 });
		const { text, rows } = open(['demo__list', 'demo__list', 'playground:demo__list'].map(of));
		expect(await text('/overview')).toMatch(/<dt>Calls<\/dt><dd>2</);
		expect(await rows('/overview')).toEqual(['demo__list', 'playground%3Ademo__list']);
	});

	it('counts the demo where it is searched for, beside other servers too', async () => {
		const failed = { outcome: 'error', errorCode: 'tool_error', time: now - 1_000 } as const;
		const tools = ['shop__list', 'demo__list', 'playground:demo__list'];
		const { text } = open(tools.map((endpoint) => recordWith({ ...failed, endpoint })));
		const count = /<dt>Calls<\/dt><dd>1<small>1 failed</;
		expect(await text('/overview?outcome=error&q=demo__')).toMatch(count);
		expect(await text('/overview?outcome=error')).toMatch(count);
	});

	it('counts what failed of one server alone, as its card does', async () => {
		const failed = { outcome: 'error', errorCode: 'tool_error', time: now - 1_000 } as const;
		const tools = ['shop__list', 'workshop__list', 'playground:shop__list', 'read_result'];
		const { text } = open(tools.map((endpoint) => recordWith({ ...failed, endpoint })));
		const page = await text('/overview?outcome=error&q=shop__');
		expect(page).toMatch(/<dt>Calls<\/dt><dd>1<small>1 failed</);
		expect(page).not.toContain('workshop');
	});

	it('lists what failed of one server however many others failed since, and pages on', async () => {
		const failed = (endpoint: string, ago: number) =>
			recordWith({ outcome: 'error', errorCode: 'tool_error', endpoint, time: now - ago });
		const { text } = open([
			...Array.from({ length: 205 }, (_, at) => failed('shop__list', 2_000 + at)),
			...Array.from({ length: 205 }, (_, at) => failed('other__list', 1_000 + at)),
		]);
		const listed = (page: string) => {
			const list = page.slice(page.indexOf('<h2>Calls'), page.indexOf('<h2>By tool'));
			return [(list.match(/shop__list/g) ?? []).length, list.includes('other__list')];
		};
		const page = await text('/overview?outcome=error&q=shop__');
		expect(listed(page)).toEqual([200, false]);
		const [, earlier = ''] = /<a href="([^"]*)">Earlier calls/.exec(page) ?? [];
		const rest = await text(earlier.replaceAll('&amp;', '&'));
		expect(listed(rest)).toEqual([5, false]);
		expect(rest).not.toContain('Earlier calls');
	});

	it('says of calls of a tool that is not there so, and offers no budget for it', async () => {
		const { text } = open([recordWith({ endpoint: 'shop__?', time: now - 1_000 })]);
		const page = await text('/overview');
		expect(page.replaceAll(/<[^>]*>/g, '')).toContain('shop: no such tool');
		expect(page).not.toContain('Budget of shop');
		expect(page).not.toContain('/playground?tool=shop');
	});

	it('shows what the API says, what overflows most first', async () => {
		const { rows, store } = open(calls(10, 3));
		const groups = store.query({ from: now - 86_400_000, to: now + 1, groupBy: 'endpoint' });
		expect((await rows('/overview')).sort()).toEqual(groups.map(({ key }) => key).sort());
		expect((await rows('/overview'))[0]).toBe('server0__tool_0');
	});

	it('is paged and searched with many calls, and as long as with ten', async () => {
		const { rows, text, store } = open(calls(times(2_500, 50_000), 625));
		const groups = store.query({ from: now - 86_400_000, to: now + 1, groupBy: 'endpoint' });
		expect(groups.length).toBeGreaterThan(150);
		const pages = await Promise.all([0, 1, 2].map((page) => rows(`/overview?offset=${50 * page}`)));
		expect(pages.map(({ length }) => length)).toEqual([50, 50, 50]);
		expect(new Set(pages.flat()).size).toBe(150);
		const found = await rows('/overview?q=SERVER4__');
		expect(found.length).toBeGreaterThan(0);
		expect(found.every((name) => name?.startsWith('server4__'))).toBe(true);
		expect(await text('/overview?q=nothing+has+this')).toContain('No tool has these words.');
		const longest = await text('/overview?last=720');
		expect(longest.length).toBeLessThan(120_000);
		const one = await text('/overview?endpoint=server0__tool_0');
		expect(one).toContain('Earlier calls');
		expect(one.slice(one.indexOf('<h2>Calls')).match(/<time /g)?.length).toBeLessThanOrEqual(22);
	});

	it('says what failed, and what to do', async () => {
		const { text } = open([], true);
		for (const path of ['/overview', '/overview?endpoint=a']) {
			expect(await text(path)).toContain('Telemetry: the store did not answer.');
			expect(await text(path)).toContain('Try again');
		}
		expect(await text('/overview.csv')).toContain('Telemetry: the store did not answer.');
	});

	it('names what is wrong with an address', async () => {
		expect(await open([]).text('/overview?outcome=nothing')).toContain('outcome must be one of');
	});
});
