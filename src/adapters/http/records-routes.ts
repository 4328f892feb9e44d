// `/api/records`: the collections of a workspace. Everyone in it reads them; an administrator imports
// and removes (docs/records.md "HTTP").
import type { Context, Hono } from 'hono';
import { recordsJson } from '../../gateway';
import {
	importFormatOf,
	MAX_IMPORT_BYTES,
	type RecordsFault,
	type RecordsService,
	readWhere,
} from '../../records';
import { jsonIn } from '../../shared/json-in';
import type { Remote } from '../../shared/remote';
import { err, ok, type Result } from '../../shared/result';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, type HttpErrorCode, refusalBy, refuse, wrongMethod } from './errors';
import { type ImportStop, sendRecords } from './records-import';
import { serve } from './serve';

/** The routes of `/api/records`. */
export const recordsRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const recordsOf = (workspace: string) => deps.services(workspace).records;
	const isDemo = async (workspace: string) => {
		const { config } = await deps.config.current(workspace);
		return (config as { demo?: unknown }).demo === true;
	};

	serve(app, 'GET /api/records', async (c) => {
		const { workspace } = c.var.principal;
		const models = await recordsOf(workspace).models({ demo: await isDemo(workspace) });
		const shown = models.map(({ fields, ...model }) => ({
			...model,
			fields: fields.map(({ name }) => name),
		}));
		return { models: shown };
	});

	serve(app, 'GET /api/records/:model', async (c) => {
		const { principal } = c.var;
		const { where, limit, ...asked } = c.req.query();
		const read = whereOf(where);
		if (!read.ok) return refuse(c, 'invalid_parameter', read.error);
		const { query, fields, sort, cursor } = asked;
		const found = await recordsOf(principal.workspace).search({
			model: c.req.param('model'),
			demo: await isDemo(principal.workspace),
			where: read.value,
			query,
			fields,
			sort,
			cursor,
			limit: limit === undefined ? undefined : Number(limit),
		});
		if (!found.ok) return refusal(c, found.error);
		const { items: _, ids: __, fields: ___, ...facts } = found.value;
		return new Response(recordsJson(facts, found.value), {
			headers: { 'Content-Type': 'application/json' },
		});
	});

	serve(app, 'POST /api/records/:model', async (c) => {
		const { workspace } = c.var.principal;
		const into = { model: c.req.param('model'), demo: await isDemo(workspace) };
		return importInto(c, recordsOf(workspace), into);
	});

	serve(app, 'DELETE /api/records/:model', async (c) => {
		const { principal } = c.var;
		const model = c.req.param('model');
		const demo = await isDemo(principal.workspace);
		const removed = await recordsOf(principal.workspace).removeModel(model, { demo });
		return { model, removed };
	});

	app.all('/api/records/*', (c) => {
		const allow = c.req.path.endsWith('/api/records') ? 'GET, HEAD' : 'GET, HEAD, POST, DELETE';
		return wrongMethod(c, allow);
	});
};

async function importInto(
	c: Context<RouteState>,
	records: Remote<RecordsService>,
	{ model, demo }: { readonly model: string; readonly demo: boolean },
): Promise<Response> {
	const format = importFormatOf(c.req.raw.headers.get('content-type'));
	if (!format) return refuse(c, 'unreadable', FORMATS);
	const begun = await records.beginImport(model, { demo });
	if (!begun.ok) return refusal(c, begun.error);
	const id = begun.value;
	try {
		const sent = await sendRecords(c.req.raw, format, (batch) => records.stageRecords(id, batch));
		if (!sent.ok) return stopped(c, sent.error);
		const { imported, fields } = sent.value;
		const committed = await records.commitImport(id, fields);
		if (!committed.ok) return refusal(c, committed.error);
		return Response.json({ model, imported, ...committed.value });
	} finally {
		// Of a finished import there is nothing left; what is left of any other is of no use.
		await records.dropImport(id);
	}
}

const FORMATS =
	'Content-Type: give application/json (a list of objects), application/x-ndjson (an object a line) or text/csv (with a header line).';

function stopped(c: Asking, stop: ImportStop): Response {
	switch (stop.code) {
		case 'invalid': {
			const { line } = stop;
			const message = `Line ${line}: ${stop.message}. Nothing was imported.`;
			return refuse(c, 'invalid_body', message, { detail: { line } });
		}
		case 'too_large': {
			const message = `An import has at most ${MAX_IMPORT_BYTES} bytes; import in parts. Nothing was imported.`;
			return refuse(c, 'too_large', message);
		}
		case 'unreadable':
			return refuse(c, 'unreadable', 'The request body could not be read.');
		case 'refused':
			return refuse(c, 'conflict', stop.message);
	}
}

function whereOf(where: string | undefined): Result<unknown, string> {
	const value = jsonIn(where);
	if (where !== undefined && value === undefined)
		return err('where: must be JSON, such as {"status":"open"}.');
	// Here already: what nests too deep would not reach the service.
	const read = readWhere(value);
	return read.ok ? ok(value) : err(read.error.message);
}

const CODES: Readonly<Record<RecordsFault['code'], HttpErrorCode>> = {
	unknown_model: 'not_found',
	unknown_field: 'invalid_parameter',
	invalid: 'invalid_parameter',
	stale_cursor: 'invalid_parameter',
	full: 'conflict',
	unknown_import: 'conflict',
};

const refusal = refusalBy(CODES);
