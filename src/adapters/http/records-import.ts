// An import as a stream (docs/records.md "Import"): text in, batches out. No more is held at a time
// than one chunk, one record and one batch.
import {
	type Field,
	type IMPORT_FORMATS,
	MAX_IMPORT_BYTES,
	type RecordsService,
	recordParser,
} from '../../records';
import { err, ok, type Result } from '../../shared/result';

/** UTF-16 units of JSON and words in one batch. */
const BATCH = 500_000;

type ImportFormat = (typeof IMPORT_FORMATS)[number];
type Parsed = ReturnType<ReturnType<typeof recordParser>['push']>;
type ImportFault = Extract<Parsed, { ok: false }>['error'];
type NewRecord = Parameters<RecordsService['stageRecords']>[1][number];

/** Why an import stopped, with the line where it is the text's fault; nothing was imported. */
export type ImportStop =
	| ({ readonly code: 'invalid' } & ImportFault)
	| { readonly code: 'too_large' }
	/** The body broke off. */
	| { readonly code: 'unreadable' }
	/** A batch was refused. */
	| { readonly code: 'refused'; readonly message: string };

/** Takes some records of an import; the error says why none of it goes on. */
export type Stage = (batch: readonly NewRecord[]) => Promise<Result<unknown, { message: string }>>;

/** The parsed import. */
export interface Sent {
	readonly imported: number;
	readonly fields: readonly Field[];
}

/**
 * Reads a body and hands its records to `stage`, batch after batch. What is left of a refused body
 * is read and thrown away: a client that still writes would not see the answer.
 */
export async function sendRecords(
	{ body, headers }: Request,
	format: ImportFormat,
	stage: Stage,
): Promise<Result<Sent, ImportStop>> {
	const reader = (body ?? new Blob([]).stream()).getReader();
	const importing = new Importing(format, stage);
	let received = 0;
	const isDeclaredLarger = Number(headers.get('content-length')) > MAX_IMPORT_BYTES;
	let stopped: ImportStop | undefined = isDeclaredLarger ? { code: 'too_large' } : undefined;
	try {
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			received += part.value.byteLength;
			if (received > MAX_IMPORT_BYTES) {
				void reader.cancel().catch(() => {});
				return err(stopped ?? { code: 'too_large' });
			}
			stopped ??= await importing.take(part.value);
		}
	} catch {
		return err({ code: 'unreadable' });
	}
	stopped ??= await importing.finish();
	return stopped ? err(stopped) : ok(importing.sent);
}

class Importing {
	readonly #parser;
	readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
	#batch: NewRecord[] = [];
	#weight = 0;
	#imported = 0;
	#line = 1;

	constructor(
		format: ImportFormat,
		private readonly stage: Stage,
	) {
		this.#parser = recordParser(format);
	}

	get sent(): Sent {
		return { imported: this.#imported, fields: this.#parser.fields };
	}

	async take(bytes: Uint8Array): Promise<ImportStop | undefined> {
		const text = this.#decode(bytes);
		if (text === undefined) return this.#notText(bytes);
		this.#line += linesIn(text);
		return this.#add(this.#parser.push(text));
	}

	async finish(): Promise<ImportStop | undefined> {
		const text = this.#decode();
		if (text === undefined) return this.#notText(new Uint8Array());
		for (const records of [() => this.#parser.push(text), () => this.#parser.end()]) {
			const stopped = await this.#add(records());
			if (stopped) return stopped;
		}
		return this.#flush();
	}

	#decode(bytes?: Uint8Array): string | undefined {
		try {
			return bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode();
		} catch {
			return undefined;
		}
	}

	#notText(bytes: Uint8Array): ImportStop {
		const text = new TextDecoder().decode(bytes);
		const line = this.#line + linesIn(text.slice(0, text.indexOf('\ufffd')));
		return { code: 'invalid', line, message: 'the text is not UTF-8' };
	}

	async #add(records: Parsed): Promise<ImportStop | undefined> {
		if (!records.ok) return { code: 'invalid', ...records.error };
		for (const record of records.value) {
			this.#note(record);
			const stopped = this.#weight >= BATCH ? await this.#flush() : undefined;
			if (stopped) return stopped;
		}
		return undefined;
	}

	#note(record: NewRecord): void {
		this.#batch.push(record);
		this.#weight += record.json.length + record.words.length;
		this.#imported++;
	}

	async #flush(): Promise<ImportStop | undefined> {
		if (this.#batch.length === 0) return undefined;
		const batch = this.#batch;
		this.#batch = [];
		this.#weight = 0;
		const staged = await this.stage(batch);
		return staged.ok ? undefined : { code: 'refused', message: staged.error.message };
	}
}

const linesIn = (text: string): number => text.split('\n').length - 1;
