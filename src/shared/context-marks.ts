// Marks of results about context: `_meta["dev.loadline/context"]`, or `_meta.context` and `_meta.contextHints`, of the
// transient context protocol (docs/context-extension.md). Read by the ledger and by the client alike.
import { isRecord } from './json-values';

/** `consumedBy` uses up what `tool` fetched. */
export interface ContextHint {
	readonly step?: number;
	readonly tool: string;
	readonly lifecycle: 'transient';
	readonly consumedBy: string;
}

/** An action that a workflow requests of the host. */
export interface ContextAction {
	readonly action: 'compact' | 'clear';
	readonly run_id: string;
}

/** The marks of one result; nothing of them can be trusted but its form. */
export interface ContextMarks {
	/** May leave the context once consumed; `summary` takes its place. */
	readonly transient?: { readonly summary?: string };
	/** A fetched result has been used up. */
	readonly consumed: boolean;
	/** Of a consumer: ids of what its call named. */
	readonly used?: readonly string[];
	readonly hints: readonly ContextHint[];
	readonly action?: ContextAction;
}

/** Name of the protocol as an extension of MCP: in capabilities, and as the `_meta` key of its marks. */
export const CONTEXT_EXTENSION = 'dev.loadline/context';
/** `_meta` key of a consumer's result: the ids that its call named. */
export const USED_IDS = 'dev.loadline/used';
/** `_meta` key of a request: ids of results that the caller's context no longer holds. */
export const LEFT_IDS = 'dev.loadline/left';

/** `_meta` key of Loadline's own note on a transient result: {@link TransientNote}. */
export const TRANSIENT_NOTE = 'dev.loadline/transient';

/** Facts of a transient result beyond the protocol. */
export interface TransientNote {
	/** Id of the result, as `expand_result` takes it. */
	readonly id?: string;
	/** `false`: there is no `expand_result` where the caller is. */
	readonly restorable?: false;
	readonly through?: 'call_tool';
	/** The tool's own cursor: the model would lose it with the result. */
	readonly nextCursor?: string;
	/** Tokens of what takes the result's place. */
	readonly collapsedTokens?: number;
}

/** Characters of a tool's name or an id. */
const NAME_LENGTH = 200;
/** Characters of a summary; it stands in the context as long as the conversation. */
const SUMMARY_LENGTH = 1_000;
const IDS = 200;
/** Hints of one result. */
const HINTS = 500;

const NOTHING: ContextMarks = { consumed: false, hints: [] };

/**
 * Reads the marks of a result. What has not the form of a mark is none; a failed result has none, since the model may
 * try again. @param result - a tool result as MCP defines it, or anything
 */
export function readContextMarks(result: unknown): ContextMarks {
	if (!isRecord(result) || result.isError === true || !isRecord(result._meta)) return NOTHING;
	const { [CONTEXT_EXTENSION]: named, context: alias, contextHints } = result._meta;
	if (named === undefined && alias === undefined && contextHints === undefined) return NOTHING;
	const context = isRecord(named) ? named : alias;
	const hints = readHints(isRecord(named) ? named.hints : contextHints);
	if (!isRecord(context)) return { ...NOTHING, hints };
	const action = readAction(context);
	const used =
		context.consumed === true ? readIds(isRecord(named) ? named.used : result._meta[USED_IDS]) : [];
	return {
		consumed: context.consumed === true,
		...(used.length > 0 && { used }),
		hints,
		...readTransient(context),
		...(action && { action }),
	};
}

/** Hints in the form of the protocol; `consumedBy` may be a list. Anything else is left out. */
export function readHints(value: unknown): ContextHint[] {
	if (!Array.isArray(value)) return [];
	return value.slice(0, HINTS).flatMap((hint: unknown) => {
		if (!isRecord(hint) || hint.lifecycle !== 'transient' || !isName(hint.tool)) return [];
		const { tool, step } = hint;
		const consumers: unknown[] = Array.isArray(hint.consumedBy)
			? hint.consumedBy.slice(0, HINTS)
			: [hint.consumedBy];
		return consumers.filter(isName).map((consumedBy) => ({
			...(typeof step === 'number' && { step }),
			tool,
			lifecycle: 'transient' as const,
			consumedBy,
		}));
	});
}

/** Loadline's note on a transient result, as far as it has the form of one. */
export function readTransientNote(result: unknown): TransientNote {
	const note = isRecord(result) && isRecord(result._meta) && result._meta[TRANSIENT_NOTE];
	if (!isRecord(note)) return {};
	const { id, nextCursor, collapsedTokens, restorable, through } = note;
	return {
		...(isToken(id) && { id }),
		...(restorable === false && { restorable }),
		...(through === 'call_tool' && { through }),
		...(isToken(nextCursor) && { nextCursor }),
		...(isCount(collapsedTokens) && { collapsedTokens }),
	};
}

/** Ids that somebody sends, as far as they can be some; at most 200. */
export const readIds = (value: unknown): readonly string[] =>
	Array.isArray(value)
		? value
				.slice(0, IDS)
				.flatMap((id: unknown) =>
					typeof id === 'string' && id !== '' && id.length <= NAME_LENGTH ? id : [],
				)
		: [];

/** Returns whether a mark's name is one. */
export const isName = (value: unknown): value is string =>
	typeof value === 'string' && value !== '' && value.length <= NAME_LENGTH;

/** Returns whether a mark's number counts something. */
export const isCount = (value: unknown): value is number =>
	typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** An id or a cursor: nothing that a model could read as anything else. */
const isToken = (value: unknown): value is string =>
	typeof value === 'string' && /^[\w.~:+/=-]{1,128}$/.test(value);

/** A summary that is too long is none, and its mark has no effect. */
const readTransient = ({ lifecycle, summary = '' }: Record<string, unknown>) => {
	const text = typeof summary === 'string' ? summary : '';
	const isOne = lifecycle === 'transient' && text.length <= SUMMARY_LENGTH;
	return isOne ? { transient: text.trim() === '' ? {} : { summary: text } } : {};
};

function readAction({ action, run_id }: Record<string, unknown>): ContextAction | undefined {
	return (action === 'compact' || action === 'clear') && isName(run_id)
		? { action, run_id }
		: undefined;
}
