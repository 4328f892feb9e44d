// Exports of a snapshot as a file: all, a part, or a `select` of it, for whom the handle was given (docs/ask.md "Export").
import { chunkText, EXPORT_FORMATS, exportDocument, treeIn } from '../../ask';
import type { Document } from '../../protect';
import { isRecord } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import type { Slices } from '../../shared/slices';
import type { HandleFaultCode } from '../handles/handles';
import { selectingExactly } from './answer';
import { type Queryable, queryableOf, rowsIn } from './queryable';
import type { Opener, ResultStore } from './result-store';

type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The part to export. */
export interface ExportCall {
	readonly handle: string;
	readonly select?: string;
	readonly pointer?: string;
	/** Absent: JSON, and of a text the text. */
	readonly format?: ExportFormat;
}

/** A file as it is written: its text in pieces, made while they are read. */
export interface Exported {
	readonly format: ExportFormat;
	readonly chunks: Iterable<string>;
	/** False where it is one page of a server that has more. */
	readonly complete: boolean;
}

/** The reason why there is no file; `message` names the argument, or the call to make instead. */
export interface ExportFault {
	/** `asked`: an argument is wrong. Else what is wrong with the handle. */
	readonly code: HandleFaultCode | 'asked';
	readonly message: string;
}

const PARAMETERS = ['format', 'select', 'pointer'] as const;
const MOST_CHARACTERS = 4_000;

/** Checks parameters as they were received. */
export const readExportCall = (handle: string, given: unknown): Result<ExportCall, string> => {
	if (!isRecord(given)) return err(`Give ${PARAMETERS.join(', ')}, or nothing.`);
	for (const [name, value] of Object.entries(given)) {
		if (!(PARAMETERS as readonly string[]).includes(name))
			return err(`${name.slice(0, 60)}: is not a parameter; there are ${PARAMETERS.join(', ')}.`);
		if (typeof value !== 'string' || value.length > MOST_CHARACTERS)
			return err(`${name}: must be a string of at most ${MOST_CHARACTERS} characters.`);
	}
	const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
	if (said.format !== undefined && !EXPORT_FORMATS.some((one) => one === said.format))
		return err(`format: must be one of ${EXPORT_FORMATS.join(', ')}.`);
	return ok({ handle, ...said });
};

/** Opens the handle and writes what is asked for, in its turn; nothing of it is written before it is read. */
export const exportResult = async (
	call: ExportCall,
	keeper: ResultStore,
	caller: Pick<Opener, 'principal' | 'signal'>,
): Promise<Result<Exported, ExportFault>> => {
	const exported = await keeper.ask(caller, async (run) => {
		const opened = await keeper.openHandle(call.handle, { ...caller, scope: {} });
		return ok(
			opened.ok
				? await run(exporting(call, opened.value.snapshot.document))
				: err({ code: opened.error.code, message: opened.error.text }),
		);
	});
	return exported.ok ? exported.value : asked(exported.error);
};

function* exporting(
	{ pointer, format, select }: ExportCall,
	document: Document,
): Slices<Result<Exported, ExportFault>> {
	// Data that were read from a text have that form already.
	const isSent = document.shape.isRead === true && select === undefined;
	const sent = isSent && (format ?? 'text') === 'text' ? '/content/0' : undefined;
	const askable = yield* queryableOf(document, pointer ?? sent);
	if (!askable.ok) return asked(askable.error);
	const { complete } = askable.value;
	if (select === undefined) {
		const used = format ?? (askable.value.kind === 'text' ? 'text' : 'json');
		const chunks = yield* wholeAs(askable.value, used);
		return chunks.ok ? ok({ format: used, chunks: chunks.value, complete }) : asked(chunks.error);
	}
	const source = askable.value.kind === 'json' ? askable.value : yield* rowsIn(askable.value.text);
	if (!source) return asked('select: the text is too long to be asked.');
	const selected = yield* selectingExactly(select, { ...source, complete });
	if (!selected.ok) return asked(`select: ${selected.error}`);
	const tree = yield* treeIn(selected.value.result);
	if (!tree) return asked('select: the result is too large. Choose less.');
	const used = format ?? 'json';
	const chunks = yield* exportDocument(tree, used);
	return chunks.ok ? ok({ format: used, chunks: chunks.value, complete }) : asked(chunks.error);
}

const asked = (message: string): Result<never, ExportFault> => err({ code: 'asked', message });

/** A text that has the form already stays as it is. */
function* wholeAs(
	askable: Queryable,
	format: ExportFormat,
): Slices<Result<Iterable<string>, string>> {
	if (askable.kind === 'json')
		return format === 'text' || format === 'json'
			? yield* exportDocument(askable.sent ?? askable.tree, 'json')
			: yield* exportDocument(askable.tree, format);
	const { text } = askable.text;
	if (format === 'text') return ok(chunkText(text));
	const rows = yield* rowsIn(askable.text);
	if (!rows) return err(`format: the text is too long to be read as ${format}. Take text.`);
	return rows.kind === format ? ok(chunkText(text)) : yield* exportDocument(rows.tree, format);
}
