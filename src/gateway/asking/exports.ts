// Exports of a snapshot as a file: all, a part, or a `select` of it, for whom the handle was given, and the links to them
// (docs/ask.md "Export"); under the configuration in force.
import { chunkText, EXPORT_FORMATS, exportDocument, treeIn } from '../../ask';
import type { Principal } from '../../auth';
import type { Config } from '../../config';
import type { Document } from '../../protect';
import { isRecord } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import type { HandleStore } from '../handles/handle-store';
import type { HandleFaultCode } from '../handles/handles';
import { selectingExactly } from './answer';
import { type Queryable, queryableOf, rowsIn } from './queryable';
import { type Opener, ResultStore, type Turns } from './result-store';

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

/** The reason why there is no file, or no link to it; `message` names the argument, or the call to make instead. */
export interface ExportFault {
	/** `asked`: an argument is wrong; `links_off`: there is no link. Else what is wrong with the handle. */
	readonly code: HandleFaultCode | 'asked' | 'links_off';
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

/** Dependencies of exports, for all workspaces: the configuration is read each time. */
export interface ExportsPorts {
	configOf(workspace: string): Promise<Config>;
	handlesUnder(config: Config): HandleStore;
	/** Turns of questions; at once unless told. */
	readonly turns?: Turns;
	/** Seals links: the text opens for the export that it was made for alone. */
	readonly links: {
		seal(text: string, place: string): Promise<string>;
		open(sealed: string, place: string): Promise<string | undefined>;
	};
	/** Seconds since 1970. */
	readonly now: () => number;
}

/** A principal who came in, and the bearer token that they brought, if any. */
export interface LinkOwner extends Pick<Principal, 'id' | 'workspace'> {
	readonly token?: string | undefined;
}

/** Exports of every workspace, to a principal or to who brings a link of one. */
export class Exports {
	constructor(private readonly ports: ExportsPorts) {}

	/** Opens the handle and writes what is asked for, in its turn; nothing of it is written before it is read. */
	async export(
		call: ExportCall,
		caller: Pick<Opener, 'principal' | 'signal'>,
	): Promise<Result<Exported, ExportFault>> {
		const { handlesUnder, now, configOf, turns } = this.ports;
		const config = await configOf(caller.principal.workspace);
		const keeper = new ResultStore({
			config,
			handleStore: handlesUnder(config),
			...(turns && { turns }),
			now,
		});
		const exported = await keeper.ask(caller, async (run) => {
			const opened = await keeper.openHandle(call.handle, { ...caller, scope: {} });
			return ok(
				opened.ok
					? await run(exporting(call, opened.value.snapshot.document))
					: err({ code: opened.error.code, message: opened.error.text }),
			);
		});
		return exported.ok ? exported.value : asked(exported.error);
	}

	/** Makes a link to an export that can be made; it rests on the token that its owner came in with, or on who they are. */
	async link(
		call: ExportCall,
		principal: Principal,
		token?: string,
	): Promise<Result<{ readonly link: string; readonly expires: number }, ExportFault>> {
		const { configOf, links, now } = this.ports;
		const { exportLinkSeconds } = await configOf(principal.workspace);
		if (exportLinkSeconds === 0) return err(LINKS_OFF);
		const exported = await this.export(call, { principal });
		if (!exported.ok) return exported;
		const { workspace, id } = principal;
		const expires = now() + exportLinkSeconds;
		const link = await links.seal(JSON.stringify({ id, workspace, expires, token }), placeOf(call));
		return ok({ link, expires });
	}

	/** Opens a link; undefined for one that is altered, of another export, or longer-lived than links may be now. */
	async linked(call: ExportCall, link: string): Promise<LinkOwner | undefined> {
		const { configOf, links, now } = this.ports;
		const text = await links.open(link, placeOf(call));
		if (text === undefined) return undefined;
		const { expires, ...owner } = JSON.parse(text) as LinkOwner & { readonly expires: number };
		const { exportLinkSeconds } = await configOf(owner.workspace);
		const seconds = expires - now();
		return seconds > 0 && seconds <= exportLinkSeconds ? owner : undefined;
	}
}

const placeOf = ({ handle, select, pointer, format }: ExportCall): string =>
	JSON.stringify([handle, select, pointer, format]);

const LINKS_OFF: ExportFault = {
	code: 'links_off',
	message:
		'Links are off here. The configuration turns them on: exportLinkSeconds says how long one opens.',
};

function* exporting({ pointer, format, select }: ExportCall, document: Document) {
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
function* wholeAs(askable: Queryable, format: ExportFormat) {
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
