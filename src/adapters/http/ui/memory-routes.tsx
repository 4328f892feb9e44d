// Pages of memory: rules, drafts beside what they would replace, and their review.
import { Hono } from 'hono';
import { isRecord } from '../../../shared/is-record';
import type { RouteState } from '../deps';
import { type Draft, MemoryPage, Review, type Rule } from './memory';
import { failed, next, type Places } from './place';
import { Document } from './table';

export function memoryRoutes({ page, form }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/memory',
		page('/memory', 'Memory', async (_c, api, csrf) => {
			const [objects, drafts] = await Promise.all([
				api.get('/api/memory/objects?limit=200'),
				api.get('/api/memory/drafts?limit=100'),
			]);
			if (objects.fault !== undefined) return failed(objects.fault);
			const { objects: rules, total } = objects.body as { objects: readonly Rule[]; total: number };
			const { drafts: waiting = [] } = (drafts.body ?? {}) as { drafts?: readonly Draft[] };
			return { content: <MemoryPage rules={rules} total={total} drafts={waiting} csrf={csrf} /> };
		}),
	);

	routes.get(
		'/memory/:id',
		page('/memory', 'Rule', async (c, api) => {
			const answer = await api.get(
				`/api/memory/objects/${encodeURIComponent(c.req.param('id') ?? '')}`,
			);
			if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
			const { path = '', content = '' } = objectIn(answer.body);
			return {
				title: String(path),
				content: <Document path={String(path)} text={String(content)} />,
			};
		}),
	);

	routes.get(
		'/memory/drafts/:id',
		page('/memory', 'Draft', async (c, api, csrf) => {
			const id = c.req.param('id') ?? '';
			const answer = await api.get(`/api/memory/drafts/${encodeURIComponent(id)}`);
			if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
			const sides = answer.body as Record<string, unknown>;
			const textOf = (side: unknown) =>
				String(isRecord(side) ? (side.content ?? '') : (side ?? ''));
			const { path = '', state = '' } = objectIn(sides.draft);
			return {
				title: `Draft of ${String(path)}`,
				content: (
					<>
						{state === 'submitted' && <Review id={id} csrf={csrf} />}
						<div class="columns">
							<section>
								<h2>Published</h2>
								<pre tabindex={0}>{textOf(sides.current ?? sides.base)}</pre>
							</section>
							<section>
								<h2>Proposed</h2>
								<pre tabindex={0}>{textOf(sides.proposed)}</pre>
							</section>
						</div>
					</>
				),
			};
		}),
	);

	routes.post('/memory/drafts/:id', (c) =>
		form('/memory', 'Memory', async (given, api) => {
			const verb = given.get('do') === 'approve' ? 'approve' : 'reject';
			const id = encodeURIComponent(c.req.param('id'));
			return next(await api.send('POST', `/api/memory/drafts/${id}/${verb}`, '{}'), '/memory');
		})(c),
	);

	return routes;
}

const objectIn = (body: unknown): Record<string, unknown> => {
	if (!isRecord(body)) return {};
	return isRecord(body.object) ? body.object : body;
};
