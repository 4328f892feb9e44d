// `/api/records`: the collections of a workspace (docs/records.md "HTTP"); `/api/workflows` and `/api/runs`: its definitions,
// and runs of them (docs/workflow.md, "HTTP"). Everyone in it reads them; an administrator writes. `/api/findings`: what
// analyses found out, one's own and what is shared ("Findings").
import type { Context, Hono } from 'hono';
import { allows } from '../../auth';
import {
	importFormatOf,
	MAX_IMPORT_BYTES,
	type RecordsFault,
	type RecordsService,
	readWhere,
	recordParser,
	recordsJson,
} from '../../records';
import { jsonFault } from '../../shared/json-fault';
import { jsonIn } from '../../shared/json-values';
import type { Remote } from '../../shared/remote';
import { err, ok, type Result } from '../../shared/result';
import { MAX_DEFINITION_BYTES, type WorkflowFault } from '../../workflow';
import { freeMoments } from '../fetch';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, type ErrorDetail, type HttpErrorCode, refuse } from './errors';
import { isoTimes, readText, serve } from './serve';

/** UTF-16 units of JSON and words in one batch. */
const BATCH = 500_000;

type Parsed = ReturnType<ReturnType<typeof recordParser>['push']>;
type NewRecord = Parameters<RecordsService['stageRecords']>[1][number];

/** The refusal of an import: nothing was imported. */
type ImportStop = readonly [code: HttpErrorCode, message: string, more?: ErrorDetail];

const invalid = (line: number, message: string): ImportStop => [
	'invalid_body',
	`Line ${line}: ${message}. Nothing was imported.`,
	{ detail: { line } },
];
const TOO_LARGE: ImportStop = [
	'too_large',
	`An import has at most ${MAX_IMPORT_BYTES} bytes; import in parts. Nothing was imported.`,
];

type Stage = (batch: readonly NewRecord[]) => Promise<Result<unknown, { message: string }>>;

/** Hands a body's records to `stage`, in batches, others between two parts; what is left of a refused one is not read. */
async function sendRecords(
	{ body, headers }: Request,
	format: NonNullable<ReturnType<typeof importFormatOf>>,
	stage: Stage,
	pause: () => Promise<void>,
) {
	const parser = recordParser(format);
	const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
	let batch: NewRecord[] = [];
	let [weight, imported, line, received] = [0, 0, 1, 0];
	const flush = async (): Promise<ImportStop | undefined> => {
		if (batch.length === 0) return undefined;
		const full = batch;
		[batch, weight] = [[], 0];
		await pause();
		const staged = await stage(full);
		return staged.ok ? undefined : ['conflict', staged.error.message];
	};
	const add = async (records: Parsed): Promise<ImportStop | undefined> => {
		if (!records.ok) return invalid(records.error.line, records.error.message);
		for (const record of records.value) {
			batch.push(record);
			weight += record.json.length + record.words.length;
			imported++;
			const stopped = weight >= BATCH ? await flush() : undefined;
			if (stopped) return stopped;
		}
		return undefined;
	};
	/** Takes a part of the text; without bytes, its end. */
	const take = async (bytes?: Uint8Array): Promise<ImportStop | undefined> => {
		let text: string;
		try {
			text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
		} catch {
			const read = new TextDecoder().decode(bytes);
			const at = line + linesIn(read.slice(0, read.indexOf('\ufffd')));
			return invalid(at, 'the text is not UTF-8');
		}
		line += linesIn(text);
		return add(parser.push(text));
	};
	if (Number(headers.get('content-length')) > MAX_IMPORT_BYTES) return err(TOO_LARGE);
	try {
		const parts = (body ?? new Blob([]).stream()).values({ preventCancel: true });
		for await (const part of parts) {
			if (received > 0) await pause();
			received += part.byteLength;
			const stopped = received > MAX_IMPORT_BYTES ? TOO_LARGE : await take(part);
			if (stopped) return err(stopped);
		}
	} catch {
		return err<ImportStop>(['unreadable', 'The request body could not be read.']);
	}
	const stopped = (await take()) ?? (await add(parser.end())) ?? (await flush());
	return stopped ? err(stopped) : ok({ imported, fields: parser.fields });
}

const linesIn = (text: string): number => text.split('\n').length - 1;

export const recordsRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const recordsOf = (workspace: string) => deps.services(workspace).records;
	const isDemo = async (workspace: string) =>
		((await deps.config.current(workspace)).config as { demo?: unknown }).demo === true;

	serve(app, 'GET /api/records', async (_c, _, { workspace }) => {
		const models = await recordsOf(workspace).models({ demo: await isDemo(workspace) });
		const namesOf = (fields: (typeof models)[number]['fields']) => fields.map(({ name }) => name);
		return {
			models: models.map(({ fields, ...model }) => ({ ...model, fields: namesOf(fields) })),
		};
	});

	serve(app, 'GET /api/records/:model', async (c, { where, ...asked }, { workspace }) => {
		const read = whereOf(where);
		if (!read.ok) return refuse(c, 'invalid_parameter', read.error);
		const found = await recordsOf(workspace).search({
			model: c.req.param('model'),
			demo: await isDemo(workspace),
			where: read.value,
			...asked,
		});
		if (!found.ok) return refusal(c, found.error);
		const { items: _, ids: __, fields: ___, ...facts } = found.value;
		const headers = { 'Content-Type': 'application/json' };
		return new Response(recordsJson(facts, found.value), { headers });
	});

	serve(app, 'POST /api/records/:model', async (c, _, { workspace }) => {
		const into = { model: c.req.param('model'), demo: await isDemo(workspace) };
		return importInto(c, recordsOf(workspace), into);
	});

	serve(app, 'DELETE /api/records/:model', async (c, _, { workspace }) => {
		const model = c.req.param('model');
		const demo = await isDemo(workspace);
		return { model, removed: await recordsOf(workspace).removeModel(model, { demo }) };
	});

	serve(app, 'GET /api/findings', async (c, { query, tags }, principal) => {
		const wanted = { query, ...(tags !== undefined && { tags: tags.split(',') }) };
		const recalled = await deps.services(principal.workspace).records.recall(wanted, principal.id);
		if (!recalled.ok) return refuse(c, 'invalid_parameter', recalled.error.message);
		const { findings, total } = recalled.value;
		return { findings: findings.map((finding) => isoTimes(finding, 'at')), total };
	});

	serve(app, 'DELETE /api/findings/:id', async (c, _, principal) => {
		const id = Number(c.req.param('id'));
		const whose = allows(principal, 'admin') ? null : principal.id;
		const { records } = deps.services(principal.workspace);
		return Number.isSafeInteger(id) && (await records.removeFinding(id, whose))
			? { id, removed: true }
			: refuse(c, 'not_found', 'There is no such finding of yours.');
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
		const stage: Stage = (batch) => records.stageRecords(id, batch);
		const pause = () => freeMoments.next(c.var.principal.workspace);
		const sent = await sendRecords(c.req.raw, format, stage, pause);
		if (!sent.ok) return refuse(c, ...sent.error);
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

function whereOf(where: string | undefined): Result<unknown, string> {
	const value = jsonIn(where);
	if (where !== undefined && value === undefined)
		return err(`where: must be JSON, such as {"status":"open"}: ${jsonFault(where)}.`);
	// Here already: what nests too deep would not reach the service.
	const read = readWhere(value);
	return read.ok ? ok(value) : err(read.error.message);
}

type Fault = Pick<WorkflowFault, 'message' | 'issues'> & {
	readonly code: RecordsFault['code'] | WorkflowFault['code'];
};

/** Of what records, definitions and runs are asked for here; any other fault is of one that is not there. */
const CODES: Readonly<Partial<Record<Fault['code'], HttpErrorCode>>> = {
	unknown_field: 'invalid_parameter',
	invalid: 'invalid_parameter',
	stale_cursor: 'invalid_parameter',
	invalid_argument: 'invalid_parameter',
	invalid_definition: 'invalid_definition',
	full: 'conflict',
	unknown_import: 'conflict',
	too_many: 'conflict',
};

const refusal = (c: Asking, { code, message, issues }: Fault): Response =>
	refuse(c, CODES[code] ?? 'not_found', message, issues && { issues });

const DEFINITION_TOO_LARGE = `A definition has at most ${MAX_DEFINITION_BYTES} bytes; nothing was stored.`;

export const workflowRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/workflows', async (_c, _, { workspace }) => ({
		workflows: await deps.services(workspace).workflow.list({}),
	}));

	serve(app, 'GET /api/workflows/:name', async (c, _, { workspace }) => {
		const { workflow } = deps.services(workspace);
		const found = await workflow.getDefinition({ name: c.req.param('name') });
		return found.ok ? found.value : refusal(c, found.error);
	});

	serve(app, 'PUT /api/workflows/:name', async (c, _, principal) => {
		const yaml = await readText(c, MAX_DEFINITION_BYTES, DEFINITION_TOO_LARGE);
		if (!yaml.ok) return yaml.error;
		const put = await deps.services(principal.workspace).workflow.putDefinition({
			name: c.req.param('name'),
			yaml: yaml.value,
			principal: principal.id,
		});
		if (!put.ok) return refusal(c, put.error);
		return c.json(put.value, put.value.outcome === 'created' ? 201 : 200);
	});
};

export const runRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/runs', async (_c, asked, principal) => {
		const { principal: other, ...page } = asked;
		const whose = allows(principal, 'admin') ? other : principal.id;
		const runs = await deps.services(principal.workspace).workflow.listRuns({
			principal: whose ?? principal.id,
			everyone: whose === undefined,
			...page,
		});
		return { runs };
	});

	serve(app, 'GET /api/runs/:id', async (c, page, principal) => {
		const found = await deps.services(principal.workspace).workflow.getRun({
			run_id: c.req.param('id'),
			principal: principal.id,
			everyone: allows(principal, 'admin'),
			...page,
		});
		if (!found.ok) return refusal(c, found.error);
		const { summary, status, history } = found.value;
		return { run: summary, status, history };
	});
};
