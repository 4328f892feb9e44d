// The page of what is kept of somebody, its export, and its erasure.
import { Hono } from 'hono';
import { isPrincipalId } from '../../../auth';
import type { RouteState } from '../deps';
import type { Answer, Api } from './api';
import { DataPage, type Erasure } from './data';
import { heldIn, partOf } from './held';
import { type C, failed, failedBy, type Places } from './place';

const HERE = ['/people', 'Export and erase'] as const;
/** Parts of an export that a page counts. */
const COUNTED = 2;
/** Erasures that a page asks for. */
const TOLD = 20;
/** Seconds after which the page of an erasure that goes on looks again. */
const LOOKS_AGAIN = '3';

/** /people/data: what is kept of somebody or of the workspace, its download as NDJSON, its erasure. */
export function dataRoutes({ page, form, api: apiOf }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/people/data',
		page(...HERE, async (c, api, csrf) => {
			const principal = principalIn(c);
			if (principal === undefined) return failed(NO_ID);
			const [me, known, counted, erasures] = await Promise.all([
				api.get('/api/me'),
				api.get('/api/members'),
				countedParts(api, principal),
				erasuresOf(api, c.req.query('erasure')),
			]);
			if (counted.fault) return failedBy(counted.fault);
			if (erasures.some(({ state }) => state === 'running')) c.header('Refresh', LOOKS_AGAIN);
			if (me.fault !== undefined) return failedBy(me);
			const { workspace, scopes } = me.body;
			const members = known.body?.members ?? [];
			return {
				content: (
					<DataPage
						{...{ workspace, principal, members, erasures, csrf }}
						held={heldIn(counted.lines)}
						hasMore={counted.hasMore}
						mayErase={scopes.includes('operator')}
					/>
				),
			};
		}),
	);

	routes.get('/people/data.ndjson', async (c) => {
		const api = apiOf(c);
		const principal = principalIn(c);
		const refused = (fault: Answer) => page(...HERE, async () => failedBy(fault))(c);
		if (principal === undefined) return refused({ status: 400, body: null, fault: NO_ID });
		const first = await exported(api, principal);
		if (first.fault !== undefined) return refused(first);
		let part: ReturnType<typeof partOf> | undefined = partOf(first.body);
		const parts = new ReadableStream<Uint8Array>({
			async pull(to) {
				if (!part) return to.close();
				const { lines, next } = part;
				to.enqueue(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')));
				if (next === undefined) return to.close();
				const answer = await exported(api, principal, next);
				// Half an export is none.
				if (answer.fault !== undefined) return to.error(new Error(answer.fault));
				part = partOf(answer.body);
			},
		});
		return c.body(parts, 200, {
			'Content-Type': 'application/x-ndjson',
			'Content-Disposition': `attachment; filename="loadline-${principal || 'workspace'}.ndjson"`,
			'Cache-Control': 'no-store',
		});
	});

	routes.post(
		'/people/data/erase',
		form(...HERE, async (given, api) => {
			const principal = given.get('principal') ?? '';
			if (principal !== '' && !isPrincipalId(principal)) return failed(NO_ID);
			const me = await api.get('/api/me');
			if (me.fault !== undefined) return failedBy(me);
			const { workspace } = me.body;
			const word = principal === '' ? workspace : principal;
			if (given.get('word')?.trim() !== word)
				return failed(`Nothing was erased: to erase it, type ${word}.`);
			const begun =
				principal === ''
					? await api.send('DELETE /api/workspaces/:name', { name: workspace })
					: await api.send('POST /api/erasures', {}, { principal });
			if (begun.fault !== undefined) return failedBy(begun);
			const { id } = begun.body;
			// No fragment: with one, a browser that looks again would only scroll.
			return `/people/data?erasure=${encodeURIComponent(id)}`;
		}),
	);

	return routes;
}

const NO_ID = 'Whose it is: the id of somebody, u-…, as the list of members has it.';

/** Empty: the workspace; undefined where it is no id. */
function principalIn(c: C): string | undefined {
	const asked = (c.req.query('principal') ?? '').trim();
	return asked === '' || isPrincipalId(asked) ? asked : undefined;
}

const exported = (api: Api, principal: string, after = '') =>
	api.get('/api/export', { after, principal: principal || undefined });

async function countedParts(api: Api, principal: string) {
	const lines: string[] = [];
	let next: string | undefined = '';
	for (let count = 0; count < COUNTED && next !== undefined; count++) {
		const answer = await exported(api, principal, next);
		if (answer.fault !== undefined) return { lines, hasMore: false, fault: answer };
		const part = partOf(answer.body);
		lines.push(...part.lines);
		next = part.next;
	}
	return { lines, hasMore: next !== undefined };
}

/** Those that the audit log tells of, and the one that was just begun. */
async function erasuresOf(api: Api, asked: string | undefined): Promise<readonly Erasure[]> {
	const { body } = await api.get('/api/audit', { limit: TOLD, action: 'erasures' });
	const ids = (body?.entries ?? []).flatMap(({ detail }) =>
		typeof detail.erasure === 'string' ? [detail.erasure] : [],
	);
	const wanted = [
		...new Set([...(asked && /^er-[\w-]{1,64}$/.test(asked) ? [asked] : []), ...ids]),
	];
	const found = await Promise.all(
		wanted.slice(0, TOLD).map((id) => api.get('/api/erasures/:id', { id })),
	);
	return found.flatMap(({ body: erasure }) => erasure ?? []);
}
