// All conversations together, as a page and as CSV.
import { Hono } from 'hono';
import type { RouteState } from '../deps';
import type { Api } from './api';
import { csvOf, type Group, Overview } from './overview';
import { type C, failed, type Places } from './place';

export function overviewRoutes({ page, api: apiOf }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/overview',
		page('/overview', 'Overview', async (c, api) => {
			const answer = await telemetry(c, api);
			if (answer.fault !== undefined) return failed(answer.fault);
			const { groups } = answer.body as { groups: readonly Group[] };
			return {
				content: (
					<>
						<Periods query={c.req.query()} />
						<Overview groups={groups} query={new URL(c.req.url).search} />
					</>
				),
			};
		}),
	);

	routes.get('/overview.csv', async (c) => {
		const answer = await telemetry(c, apiOf(c));
		if (answer.fault !== undefined) return c.text(answer.fault, answer.status as 400);
		const { groups } = answer.body as { groups: readonly Group[] };
		return c.body(csvOf(groups), 200, {
			'Content-Type': 'text/csv; charset=utf-8',
			'Content-Disposition': 'attachment; filename="loadline.csv"',
		});
	});

	return routes;
}

const telemetry = (c: C, api: Api) => api.get(`/api/telemetry${new URL(c.req.url).search}`);

const Periods = ({ query }: { query: Readonly<Record<string, string>> }) => {
	const hours = [1, 24, 168, 720] as const;
	const names: Readonly<Record<number, string>> = {
		1: 'An hour',
		24: 'A day',
		168: 'A week',
		720: 'A month',
	};
	const now = Date.now();
	return (
		<p>
			{hours.map((each) => (
				<>
					<a href={`?from=${new Date(now - each * 3_600_000).toISOString()}`}>{names[each]}</a>{' '}
				</>
			))}
			{query.from !== undefined && <small>since {query.from}</small>}
		</p>
	);
};
