// Pages of memory: rules with their use, drafts beside what they would replace, and their review.
import { Hono } from 'hono';
import { estimate } from '../../../protect';
import type { RouteState } from '../deps';
import { DraftPage } from './draft-page';
import { MemoryPage, PAGE, type Usage } from './memory';
import { namesOf } from './names';
import { failed, next, type Places } from './place';
import { RulePage } from './rule-page';

const HERE = ['/memory', 'Memory'] as const;
/** Uses that the page of a rule lists. */
const USES = 20;
const UNUSED: Usage = { objects: [], dead: [], neverReferred: [] };

/** The pages of memory. */
export function memoryRoutes({ page, form }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/memory',
		page(...HERE, async (c, api) => {
			const offset = Math.max(0, Math.floor(Number(c.req.query('offset'))) || 0);
			const search = (c.req.query('q') ?? '').trim();
			const [objects, drafts, usage, names] = await Promise.all([
				api.get('/api/memory/objects', { limit: PAGE, offset, query: search || undefined }),
				api.get('/api/memory/drafts', { limit: 100 }),
				api.get('/api/memory/usage'),
				namesOf(api),
			]);
			if (objects.fault !== undefined) return failed(objects.fault);
			const { objects: rules, total } = objects.body;
			const waiting = drafts.body?.drafts ?? [];
			return {
				content: (
					<MemoryPage
						{...{ rules, total, names, search, offset }}
						drafts={waiting}
						totalDrafts={drafts.body?.total ?? waiting.length}
						usage={usage.body ?? UNUSED}
					/>
				),
			};
		}),
	);

	routes.get(
		'/memory/:id',
		page('/memory', 'Rule', async (c, api, csrf) => {
			const id = c.req.param('id') ?? '';
			const [object, versions, usage, uses, names] = await Promise.all([
				api.get('/api/memory/objects/:id', { id }),
				api.get('/api/memory/objects/:id/versions', { id }),
				api.get('/api/memory/usage', { object: id }),
				api.get('/api/memory/attestations', { object: id, limit: USES }),
				namesOf(api),
			]);
			if (object.fault !== undefined) return { ...failed(object.fault), status: 404 };
			const rule = object.body;
			const [counts] = usage.body?.objects ?? [];
			return {
				title: rule.path,
				content: (
					<RulePage
						rule={rule}
						versions={versions.body?.versions ?? []}
						counts={counts}
						used={new Map(counts?.constraints.map((each) => [each.id, each]))}
						tokens={estimate(rule.content)}
						names={names}
						uses={uses.body?.attestations ?? []}
						csrf={csrf}
					/>
				),
			};
		}),
	);

	routes.post(
		'/memory/:id/rollback',
		form(...HERE, async (given, api, c) => {
			const id = c.req.param('id') ?? '';
			const body = { version: Number(given.get('version')) };
			const done = await api.send('POST /api/memory/objects/:id/rollback', { id }, body);
			return next(done, `/memory/${encodeURIComponent(id)}`);
		}),
	);

	routes.get(
		'/memory/drafts/:id',
		page('/memory', 'Draft', async (c, api, csrf) => {
			const id = c.req.param('id') ?? '';
			const [answer, names, me] = await Promise.all([
				api.get('/api/memory/drafts/:id', { id }),
				namesOf(api),
				api.get('/api/me'),
			]);
			if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
			const sides = answer.body;
			return {
				title: `Draft of ${sides.draft.path}`,
				content: <DraftPage sides={sides} names={names} me={me.body?.id ?? ''} csrf={csrf} />,
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
			const id = c.req.param('id');
			const done = await api.send(`POST /api/memory/drafts/:id/${verb}`, { id }, body);
			return next(done, '/memory');
		})(c),
	);

	return routes;
}

const VERBS = ['approve', 'reject', 'submit'] as const;
