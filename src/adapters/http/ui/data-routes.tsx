// The page of what is kept of somebody, its export, and its erasure.
import { isPrincipalId } from '../../../auth';
import { streamOf } from '../serve';
import type { Answer, Api } from './api';
import { dataPage, type Erasure, partOf, wordOf } from './data';
import { type C, failed, failedBy, type Places } from './place';
import { idsOf, type Names, namesOf } from './table';

/** Parts of an export that a page counts at most, and milliseconds after which it begins no other. */
const COUNTED = 40;
const COUNTING_MS = 4_000;
const TOLD = 20;
/** Seconds after which the page of an erasure that goes on looks again. */
const LOOKS_AGAIN = '3';

/** /people/data: what is kept of somebody or of the workspace, its download as NDJSON, its erasure. */
export function dataRoutes({ get, post, routes, page, api: apiOf }: Places): void {
	get('/people/data', 'Export and erase', async (c, api, me) => {
		const names = await namesOf(api);
		const principal = principalIn(c, names);
		if (principal === undefined) return failed(NO_ID);
		const [counted, erasures] = await Promise.all([
			countedParts(api, principal),
			erasuresOf(api, c.req.query('erasure')),
		]);
		if (counted.fault) return failedBy(counted.fault);
		if (erasures.some(({ state }) => state === 'running')) c.header('Refresh', LOOKS_AGAIN);
		return dataPage(me, principal, names, counted, erasures);
	});

	routes.get('/people/data.ndjson', async (c) => {
		const api = apiOf(c);
		const principal = principalIn(c, await namesOf(api));
		const refused = (fault: Answer) => page('Export', async () => failedBy(fault))(c);
		if (principal === undefined) return refused({ status: 400, body: null, fault: NO_ID });
		const first = await exported(api, principal);
		if (first.fault !== undefined) return refused(first);
		return c.body(streamOf(linesOf(api, principal, first.body)), 200, {
			'Content-Type': 'application/x-ndjson',
			'Content-Disposition': `attachment; filename="loadline-${principal || 'workspace'}.ndjson"`,
			'Cache-Control': 'no-store',
		});
	});

	post('/people/data/erase', async (given, api) => {
		const principal = given.get('principal') ?? '';
		if (principal !== '' && !isPrincipalId(principal)) return failed(NO_ID);
		const me = await api.get('/api/me');
		if (me.fault !== undefined) return failedBy(me);
		const { workspace } = me.body;
		const word = wordOf(workspace, principal, await namesOf(api));
		if (given.get('word')?.trim() !== word)
			return failed(`Nothing was erased: to erase it, type ${word}.`, 'word');
		const begun =
			principal === ''
				? await api.send('DELETE /api/workspaces/:name', { name: workspace })
				: await api.send('POST /api/erasures', {}, { principal });
		if (begun.fault !== undefined) return failedBy(begun);
		const { id } = begun.body;
		// No fragment: with one, a browser that looks again would only scroll.
		return `/people/data?erasure=${encodeURIComponent(id)}`;
	});
}

const NO_ID =
	'Nobody here has this name, or several have it: choose somebody of the list, or give an id, u-….';

/** Finds the principal by id or name; empty: the workspace; undefined for an unknown or shared name. */
function principalIn(c: C, names: Names): string | undefined {
	const asked = (c.req.query('principal') ?? '').trim();
	if (asked === '' || /^u-[0-9a-f]{32}$/.test(asked)) return asked;
	const ids = idsOf(names, asked);
	return ids.length === 1 ? ids[0] : undefined;
}

async function* linesOf(api: Api, principal: string, first: string): AsyncGenerator<string> {
	for (let text = first; ; ) {
		const { lines, next } = partOf(text);
		yield lines.map((line) => `${line}\n`).join('');
		if (next === undefined) return;
		const answer = await exported(api, principal, next);
		// Half an export is none.
		if (answer.fault !== undefined) throw new Error(answer.fault);
		text = answer.body;
	}
}

const exported = (api: Api, principal: string, after = '') =>
	api.get('/api/export', { after, principal: principal || undefined });

async function countedParts(api: Api, principal: string) {
	const lines: string[] = [];
	let next: string | undefined = '';
	const end = Date.now() + COUNTING_MS;
	for (let count = 0; count < COUNTED && next !== undefined && Date.now() < end; count++) {
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
