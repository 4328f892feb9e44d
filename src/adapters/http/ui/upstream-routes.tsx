// The page of servers behind, and its forms.
import { Hono } from 'hono';
import { estimate } from '../../../protect/tokens/estimate';
import { isRecord } from '../../../shared/is-record';
import type { RouteState } from '../deps';
import type { Answer, Api } from './api';
import { failed, NO_NAME, nameIn, next, type Places } from './place';
import { type ToolCost, type Upstream, Upstreams } from './upstreams';

export function upstreamRoutes({ page, form }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/upstreams',
		page('/upstreams', 'Upstreams', async (c, api, csrf) => {
			// Asked for their tools first, so that their state is of now.
			const names = upstreamsIn(await api.get('/health')).map(({ name }) => name);
			const costs = new Map(
				await Promise.all(
					names
						.slice(0, MOST_ASKED)
						.map(async (name) => [name, await toolCost(api, name)] as const),
				),
			);
			const upstreams = upstreamsIn(await api.get('/health'));
			return {
				content: (
					<Upstreams
						upstreams={upstreams}
						costs={costs}
						origin={new URL(c.req.url).origin}
						csrf={csrf}
					/>
				),
			};
		}),
	);

	routes.post(
		'/upstreams',
		form('/upstreams', 'Upstreams', async (given, api) => {
			const authorization = given.get('authorization')?.trim();
			const entry = {
				url: given.get('url') ?? '',
				...(authorization && { headers: { authorization } }),
			};
			const name = nameIn(given, 'name');
			if (name === undefined) return failed(NO_NAME);
			return next(
				await api.send('PUT', `/api/config/upstreams/${name}`, JSON.stringify(entry)),
				'/upstreams',
			);
		}),
	);

	routes.post(
		'/upstreams/remove',
		form('/upstreams', 'Upstreams', async (given, api) => {
			const name = nameIn(given, 'name');
			if (name === undefined) return failed(NO_NAME);
			return next(await api.send('DELETE', `/api/config/upstreams/${name}`), '/upstreams');
		}),
	);

	return routes;
}

/** Servers whose tools a page asks for. */
const MOST_ASKED = 20;

const upstreamsIn = ({ body }: Answer): readonly Upstream[] =>
	isRecord(body) && Array.isArray(body.upstreams) ? (body.upstreams as readonly Upstream[]) : [];

/** What a server's list of tools costs, as a client of it sees the list. */
async function toolCost(api: Api, name: string): Promise<ToolCost | undefined> {
	const tools = await api.tools(name);
	if (!tools) return undefined;
	const listed = tools.map(({ name: tool, description, inputSchema }) => ({
		...{ name: tool, description, inputSchema },
	}));
	return { tools, tokens: estimate(JSON.stringify(listed)) };
}
