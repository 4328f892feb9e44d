// The records and findings of a workspace (docs/records.md). Synchronous, so that each method is atomic in its host
// object; what is staged is not seen, and pauses.
import type { Platform } from '../shared/platform';
import { ok, type Result } from '../shared/result';
import type { Sql } from '../shared/sql';
import { queryTerms } from '../shared/terms';
import {
	createFindingStore,
	type Finding,
	type FindingArguments,
	type FindingSource,
	type FindingStore,
	readFinding,
	readTags,
} from './finding-store';
import {
	type Field,
	FieldCollector,
	fault,
	IMPORT_TIMEOUT_MS,
	isModelName,
	MAX_MODELS,
	MODEL_NAME_ADVICE,
	type NewRecord,
	PAGE_LIMIT,
	quoted,
	type RecordsFault,
	readRecord,
	type StoredModel,
} from './record';
import { partsOf } from './record-imports';
import { createRecordStore, type RecordStore } from './record-store';
import {
	checkFields,
	conflictingArgument,
	INEXACT,
	isCursorOf,
	isInexact,
	readCursor,
	readSearch,
	type Search,
	type SearchArguments,
	writeCursor,
} from './search';

/** Database and clock of a workspace. */
interface RecordsPorts extends Pick<Platform, 'now' | 'wakeAt'> {
	readonly sql: Sql;
	readonly uuid: () => string;
	/** Lets others go on between parts of long work. */
	readonly pause?: () => Promise<void>;
	/** The records of the demo, which are there without an import where a call says so. */
	readonly demo?: { readonly model: string; records(): readonly { readonly id: number }[] };
}

/** Seeds the demo's records before the call. */
interface Demo {
	readonly demo?: boolean;
}

export interface SearchCall extends SearchArguments, Demo {
	readonly cursor?: unknown;
}

/** Models, records and findings of a workspace, as tools and routes call them. */
export class RecordsService {
	readonly #records: RecordStore;
	readonly #findings: FindingStore;

	constructor(private readonly ports: RecordsPorts) {
		this.#records = createRecordStore(ports.sql);
		this.#findings = createFindingStore(ports.sql);
	}

	models({ demo }: Demo): readonly StoredModel[] {
		if (demo) this.#seed();
		return this.#records.models();
	}

	/** Returns a page of a search; a cursor alone continues its search. */
	search(call: SearchCall) {
		if (call.demo) this.#seed();
		const started = call.cursor === undefined ? this.#begin(call) : this.#continue(call);
		if (!started.ok) return started;
		const { search, page, asOf } = started.value;
		const { limit, model, fields } = search;
		const found = this.#records.search(search, { asOf, offset: (page - 1) * limit, limit });
		const totalPages = Math.max(1, Math.ceil(found.total / limit));
		if (page > totalPages) return fault(STALE, 'stale_cursor');
		return ok({
			model,
			items: found.records.map(({ json }) => json),
			ids: found.records.map(({ id }) => id),
			fields,
			page,
			totalPages,
			totalCount: found.total,
			...(page < totalPages && { nextCursor: this.#cursor(search, page + 1, asOf) }),
		});
	}

	/** Returns records by their ids; `missing` are those without one. */
	find({ model, ids, demo }: Demo & Readonly<Record<'model' | 'ids', unknown>>) {
		if (demo) this.#seed();
		const known = this.#known(model);
		if (!known.ok) return known;
		const isId = (id: unknown) => typeof id === 'string' || typeof id === 'number';
		if (!Array.isArray(ids) || ids.length === 0 || ids.length > PAGE_LIMIT.most || !ids.every(isId))
			return fault(`ids: must be a list of 1 to ${PAGE_LIMIT.most} ids.`);
		if (ids.some(isInexact)) return fault(`ids: ${INEXACT} {"ids":["1234567890123456789"]}.`);
		const wanted = [...new Set(ids.map(String))];
		const found = this.#records.find(known.value.model, wanted);
		const there = new Set(found.map(({ id }) => id));
		return ok({
			model: known.value.model,
			items: found.map(({ json }) => json),
			ids: found.map(({ id }) => id),
			fields: [] as const,
			missing: wanted.filter((id) => !there.has(id)),
		});
	}

	beginImport(model: string, { demo }: Demo = {}): Result<string, RecordsFault> {
		// Otherwise the demo's records would depend on who looked first.
		if (demo) this.#seed();
		const records = this.#records;
		const { now, uuid, wakeAt } = this.ports;
		if (!isModelName(model)) return fault(`${quoted(model)}: ${MODEL_NAME_ADVICE}.`);
		if (records.fields(model).length === 0 && records.models().length >= MAX_MODELS)
			return fault(`There are ${MAX_MODELS} models already; remove one first.`, 'full');
		const id = uuid();
		records.openImport(id, model, now());
		wakeAt(now() + IMPORT_TIMEOUT_MS);
		return ok(id);
	}

	/** Stages a batch, invisible until the commit. */
	async stageRecords(id: string, batch: readonly NewRecord[]): Promise<Result<true, RecordsFault>> {
		const records = this.#records;
		const { now, pause } = this.ports;
		for (const [at, part] of partsOf(batch).entries()) {
			if (at > 0) await pause?.();
			if (!records.import(id)) return fault(ABANDONED, 'unknown_import');
			records.stage(id, part, now());
		}
		return ok(true);
	}

	/** Makes the staged records of an import visible, all or nothing. */
	commitImport(id: string, fields: readonly Field[]) {
		const records = this.#records;
		return records.import(id) ? ok(records.commit(id, fields)) : fault(ABANDONED, 'unknown_import');
	}

	/** Drops an import, or what a committed one has replaced, part by part. */
	async dropImport(id: string): Promise<void> {
		while (this.#records.dropPart(id)) await this.ports.pause?.();
	}

	async removeModel(model: string, { demo }: Demo = {}): Promise<number> {
		if (demo) this.#seed();
		const { now, uuid, wakeAt } = this.ports;
		const id = uuid();
		const removed = this.#records.removeModel(model, id, now());
		wakeAt(now() + IMPORT_TIMEOUT_MS);
		await this.dropImport(id);
		return removed;
	}

	/** Drops abandoned imports and schedules the next sweep. */
	async sweep(): Promise<void> {
		const { now, wakeAt } = this.ports;
		for (const { id, touchedAt } of this.#records.imports()) {
			const patientUntil = touchedAt + IMPORT_TIMEOUT_MS;
			if (patientUntil <= now()) await this.dropImport(id);
			else wakeAt(patientUntil);
		}
	}

	storeFinding(
		given: FindingArguments,
		source: Omit<FindingSource, 'at'>,
		/** Maximum number of findings per author. */
		most = Number.POSITIVE_INFINITY,
	): Result<Finding, RecordsFault> {
		const read = readFinding(given, { ...source, at: this.ports.now() });
		if (!read.ok) return read;
		if (this.#findings.countOf(source.principal) >= most)
			return fault(
				`You have ${most} findings, as many as one author may keep (limits.findings): have some removed (DELETE /api/findings/<id>) before you store another.`,
				'full',
			);
		return ok(this.#findings.add(read.value));
	}

	/** Returns findings with all tags, own and shared, best match first. */
	recall(given: { readonly query?: unknown; readonly tags?: unknown }, principal: string) {
		const { query = '' } = given;
		if (typeof query !== 'string' || query.length > 500)
			return fault('query: must be words, at most 500 characters.');
		const tags = readTags(given.tags);
		if (!tags.ok) return tags;
		const terms = queryTerms(query);
		if (query.trim() !== '' && terms.length === 0) return ok({ findings: [], total: 0 });
		return ok(this.#findings.recall(principal, terms, tags.value));
	}

	/** Removes a finding of a principal, or of anyone (null); false where there is none. */
	removeFinding(id: number, principal: string | null): boolean {
		return this.#findings.remove(id, principal);
	}

	#begin(call: SearchCall) {
		const known = this.#known(call.model);
		if (!known.ok) return known;
		const search = readSearch(call);
		if (!search.ok) return search;
		const checked = checkFields(search.value, known.value.fields);
		if (!checked.ok) return checked;
		return ok({ search: search.value, page: 1, asOf: this.#records.newest(search.value.model) });
	}

	#continue(call: SearchCall) {
		const cursor = readCursor(call.cursor);
		const kept = cursor && this.#records.keptSearch(cursor.search);
		if (!cursor || !kept || !isCursorOf(String(call.cursor), kept))
			return fault(cursor ? STALE : MALFORMED, 'stale_cursor');
		const known = this.#known(kept.model);
		if (!known.ok) return known;
		const read = readSearch({ ...call, model: call.model ?? kept.model });
		if (!read.ok) return read;
		const other = conflictingArgument(kept, call, read.value);
		if (other !== undefined)
			return fault(
				`cursor: it belongs to a search with another ${other}. Repeat that search's ${other}, or give the cursor alone.`,
			);
		const search = { ...kept, fields: call.fields === undefined ? kept.fields : read.value.fields };
		const checked = checkFields(search, known.value.fields);
		return checked.ok ? ok({ ...cursor, search }) : checked;
	}

	#cursor(search: Search, page: number, asOf: number): string {
		const number = this.#records.keepSearch(search);
		return writeCursor({ search: number, page, asOf }, search);
	}

	#known(model: unknown): Result<Pick<StoredModel, 'model' | 'fields'>, RecordsFault> {
		const fields = typeof model === 'string' ? this.#records.fields(model) : [];
		if (typeof model === 'string' && fields.length > 0) return ok({ model, fields });
		const names = this.#records.models().map((each) => each.model);
		const there =
			names.length === 0
				? 'There are no models yet; POST /api/records/MODEL imports one.'
				: `Models are ${names.join(', ')}.`;
		return typeof model === 'string'
			? fault(`model: there is no ${quoted(model)}. ${there}`, 'unknown_model')
			: fault(`model: missing. ${there}`);
	}

	/** Seeds the demo's records once; removed or imported ones stay as they are. */
	#seed(): void {
		const records = this.#records;
		const { now, demo } = this.ports;
		if (!demo || records.isTouched(demo.model)) return;
		const collector = new FieldCollector();
		const batch = demo.records().flatMap((record) => {
			collector.add(record);
			const read = readRecord(record, JSON.stringify(record));
			return read.ok ? [read.value] : [];
		});
		records.openImport(demo.model, demo.model, now());
		records.stage(demo.model, batch, now());
		records.commit(demo.model, collector.fields);
		records.dropPart(demo.model);
	}
}

const STALE = 'cursor: this search is no longer kept. Search again without a cursor.';
const MALFORMED = 'cursor: not a cursor of search_records. Give a nextCursor as it was returned.';
const ABANDONED = 'The import is not open: it took too long, or was finished. Import again.';
