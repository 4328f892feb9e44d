// `/api/memory/attestations`, `/api/memory/usage` and `/api/memory/overlaps`: what happened, page by page or as NDJSON, and what
// it says about each rule. A caller sees the own attestations; an administrator all.
import type { Hono } from 'hono';
import { allows } from '../../auth';
import type { Hub } from '../../memory';
import { err, ok, type Result } from '../../shared/result';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { serve } from './serve';

const NDJSON = 'application/x-ndjson';
const MOST_ROWS = 1000;
/** Characters of a filter. */
const MOST_FILTER = 300;

type AttestationQuery = NonNullable<Parameters<Hub['attestations']>[0]>;

/** The routes of evidence, below `/api/memory`. */
export const evidenceRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/memory/attestations', async (c) => {
		const { principal } = c.var;
		const query = queryOf(c.req.query());
		if (!query.ok) return refuse(c, 'invalid_parameter', query.error);
		const whose = allows(principal, 'admin') ? {} : { principal: principal.id };
		const asked = { ...query.value, ...whose };
		const { hub } = deps.services(principal.workspace).memory;
		const format = c.req.query('format');
		if (format !== undefined && format !== 'json' && format !== 'ndjson')
			return refuse(c, 'invalid_parameter', 'format: json or ndjson.');
		if (format === 'ndjson' || (!format && c.req.header('accept')?.includes(NDJSON)))
			return new Response(
				linesOf((page) => hub.attestations({ ...asked, ...page })),
				{
					headers: {
						'Content-Type': NDJSON,
						'Content-Disposition': 'attachment; filename="attestations.ndjson"',
					},
				},
			);
		const { items, next } = await hub.attestations(asked);
		return { attestations: items, ...(next !== undefined && { next }) };
	});

	serve(app, 'GET /api/memory/overlaps', async (c) => {
		const { hub } = deps.services(c.var.principal.workspace).memory;
		return await hub.overlaps({});
	});

	serve(app, 'GET /api/memory/usage', async (c) => {
		const id = c.req.query('object');
		const { hub } = deps.services(c.var.principal.workspace).memory;
		return await hub.usage(id === undefined ? {} : { id });
	});
};

/** `?event=&principal=&session=&object=&order=&limit=&after=&before=`; the error names the parameter. */
function queryOf(given: Readonly<Record<string, string>>): Result<AttestationQuery, string> {
	const { event, principal, session, object: objectId, order = 'newest' } = given;
	const filters = Object.entries({ event, principal, session, objectId });
	if (filters.some(([, value]) => (value?.length ?? 0) > MOST_FILTER))
		return err(`a filter has at most ${MOST_FILTER} characters.`);
	if (order !== 'newest' && order !== 'oldest') return err('order: newest or oldest.');
	const numbers = ['limit', 'after', 'before'].map((name) => [name, given[name]] as const);
	const wrong = numbers.find(([, text]) => text !== undefined && !/^\d{1,15}$/.test(text));
	if (wrong !== undefined) return err(`${wrong[0]}: must be a whole number.`);
	const limit = Number(given.limit ?? 50);
	if (limit < 1 || limit > MOST_ROWS)
		return err(`limit: must be a whole number from 1 to ${MOST_ROWS}.`);
	return ok({
		...Object.fromEntries(filters.filter(([, value]) => value !== undefined)),
		...(given.after !== undefined && { afterSeq: Number(given.after) }),
		...(given.before !== undefined && { beforeSeq: Number(given.before) }),
		order,
		limit,
	});
}

type Ask = (page: AttestationQuery) => Promise<ReturnType<Hub['attestations']>>;

/** One line of JSON for each, oldest first; asked for as they are read. */
function linesOf(ask: Ask): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let after: { readonly afterSeq?: number } = {};
	return new ReadableStream({
		async pull(controller) {
			const { items, next } = await ask({ ...after, order: 'oldest', limit: MOST_ROWS });
			const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('');
			if (lines !== '') controller.enqueue(encoder.encode(lines));
			if (next === undefined) controller.close();
			else after = { afterSeq: next };
		},
	});
}
