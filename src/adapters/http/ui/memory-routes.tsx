// Pages of memory: rules with their use, drafts beside what they would replace, and their review.
import { Hono } from 'hono';
import { estimate } from '../../../protect';
import { isRecord } from '../../../shared/is-record';
import type { RouteState } from '../deps';
import type { Answer } from './api';
import { DraftPage, type DraftSides } from './draft-page';
import { type Draft, MemoryPage, type Rule, type Usage } from './memory';
import { failed, next, type Places } from './place';
import { type Published, RulePage, type Version } from './rule-page';

const HERE = ['/memory', 'Memory'] as const;
const UNUSED: Usage = { objects: [], dead: [], neverReferred: [] };

/** The pages of memory. */
export function memoryRoutes({ page, form }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/memory',
		page(...HERE, async (_c, api) => {
			const [objects, drafts, usage] = await Promise.all([
				api.get('/api/memory/objects?limit=200'),
				api.get('/api/memory/drafts?limit=100'),
				api.get('/api/memory/usage'),
			]);
			if (objects.fault !== undefined) return failed(objects.fault);
			const { objects: rules, total } = objects.body as { objects: readonly Rule[]; total: number };
			const { drafts: waiting = [] } = (drafts.body ?? {}) as { drafts?: readonly Draft[] };
			return {
				content: <MemoryPage rules={rules} total={total} drafts={waiting} usage={usageIn(usage)} />,
			};
		}),
	);

	routes.get(
		'/memory/:id',
		page('/memory', 'Rule', async (c, api, csrf) => {
			const id = encodeURIComponent(c.req.param('id') ?? '');
			const [object, versions, usage] = await Promise.all([
				api.get(`/api/memory/objects/${id}`),
				api.get(`/api/memory/objects/${id}/versions`),
				api.get(`/api/memory/usage?object=${id}`),
			]);
			if (object.fault !== undefined) return { ...failed(object.fault), status: 404 };
			const rule = object.body as Published;
			const [counts] = usageIn(usage).objects;
			const { versions: all = [] } = (versions.body ?? {}) as { versions?: readonly Version[] };
			return {
				title: rule.path,
				content: (
					<RulePage
						rule={rule}
						versions={all}
						counts={counts}
						used={new Map(counts?.constraints.map((each) => [each.id, each]))}
						tokens={estimate(rule.content)}
						csrf={csrf}
					/>
				),
			};
		}),
	);

	routes.post(
		'/memory/:id/rollback',
		form(...HERE, async (given, api, c) => {
			const id = encodeURIComponent(c.req.param('id') ?? '');
			const body = JSON.stringify({ version: Number(given.get('version')) });
			const path = `/api/memory/objects/${id}/rollback`;
			return next(await api.send('POST', path, body), `/memory/${id}`);
		}),
	);

	routes.get(
		'/memory/drafts/:id',
		page('/memory', 'Draft', async (c, api, csrf) => {
			const id = c.req.param('id') ?? '';
			const answer = await api.get(`/api/memory/drafts/${encodeURIComponent(id)}`);
			if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
			const sides = answer.body as DraftSides;
			return {
				title: `Draft of ${sides.draft.path}`,
				content: <DraftPage sides={sides} csrf={csrf} />,
			};
		}),
	);

	routes.post('/memory/drafts/:id', (c) =>
		form(...HERE, async (given, api) => {
			const verb = VERBS.find((each) => each === given.get('do'));
			if (verb === undefined) return failed('Nothing was asked for: approve, reject or submit.');
			const said = (name: string) => {
				const text = given.get(name)?.trim();
				return text ? { [name]: text } : {};
			};
			const body = {
				...said('comment'),
				...(verb === 'approve' && { ...said('draftHash'), ...said('over') }),
			};
			const path = `/api/memory/drafts/${encodeURIComponent(c.req.param('id'))}/${verb}`;
			return next(await api.send('POST', path, JSON.stringify(body)), '/memory');
		})(c),
	);

	return routes;
}

const VERBS = ['approve', 'reject', 'submit'] as const;

const usageIn = ({ fault, body }: Answer): Usage =>
	fault === undefined && isRecord(body) ? (body as unknown as Usage) : UNUSED;
