// A session's note of a call, and the kept part of its result.
import {
	argumentsText,
	comparableTexts,
	eventsOf,
	type KeptResults,
	type SessionService,
	serializeResult,
} from '../../session';
import { collapsedText } from '../../shared/collapsed-text';
import { readContextMarks, readTransientNote } from '../../shared/context-marks';
import { idsOfResult } from '../../shared/named-ids';
import type { ToolResult } from '../../shared/tool-result';
import type { Ledger } from '../../transient';
import type { CallFacts } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { OWN_SOURCE } from '../contract/names';

type NotedCall = Parameters<SessionService['note']>[0]['calls'][number];
type KeptResult = Parameters<KeptResults['put']>[0]['results'][number];

/** Characters of a tool's name in a session; longer ones pair with nothing. */
const LONGEST_NAME = 200;
/** Characters of the name of a client, and of its version. */
const LONGEST_WORD = 80;

/** Dependencies of a call's note: the time, ids, and whether arguments may be kept. */
export interface Noting {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly newId: () => string;
	/** True if its arguments are kept, shortened. */
	readonly keepsArguments: boolean;
}

/** A call and what was sent for it. */
export interface SentCall {
	/** Absent where the call named a session that cannot be one. */
	readonly call?: NotedCall;
	/** Of a call that concerns the context: its result as it was sent. */
	readonly result?: ToolResult;
	readonly endpoint: string;
	/** It is kept as it was sent, whatever it is. */
	readonly keepsText?: boolean;
}

/** A call as its session notes it. */
export function sessionCall(
	facts: CallFacts,
	context: GatewayContext,
	{ at, newId, keepsArguments }: Noting,
): NotedCall {
	const wire = facts.result && wireOf(facts.result);
	const note = readTransientNote(wire);
	const marks = readContextMarks(wire);
	// A name that no tool has is the caller's to make up, as long as a request may be.
	const tool = facts.tool.slice(0, LONGEST_NAME).toWellFormed();
	const failed = facts.errorCode !== undefined;
	const asked = keepsArguments && facts.arguments ? argumentsText(facts.arguments) : undefined;
	const client = clientOf(context);
	return {
		id: note.id ?? newId(),
		tool,
		...(asked !== undefined && { arguments: asked }),
		...(client && { client }),
		at,
		marks,
		...(marks.transient && facts.result && { ids: idsOfResult(facts.result) }),
		tokens: facts.report?.estimatedTokens ?? 0,
		...(failed && { failed }),
		...originalOf(facts),
		...(note.collapsedTokens === undefined ? {} : { collapsedTokens: note.collapsedTokens }),
		events: eventsOf(tool, failed, () => ownStructure(facts), facts.result?.meta, facts.references),
	};
}

/** Returns whether a call concerns the context. */
export const concernsContext = ({ marks }: NotedCall): boolean =>
	marks.transient !== undefined || marks.consumed || !!marks.action || marks.hints.length > 0;

/** Returns whether a call has effects beyond being made: it must not be entered in the previous session. */
export const changesMuch = (call: NotedCall): boolean =>
	call.events.length > 1 || concernsContext(call);

/** Keeps a result with its session; undefined for a call without one. */
export async function keptOf(
	{ call, result, endpoint, keepsText }: SentCall,
	session: string,
	digestOf: (text: string) => Promise<string>,
): Promise<KeptResult | undefined> {
	if (!call) return undefined;
	const { id, tool, at, marks } = call;
	const sent = result ?? { content: [] };
	const { transient } = marks;
	return {
		id,
		tool,
		endpoint,
		session,
		at,
		marks,
		// What says nothing of the context is looked for by nobody.
		digests: concernsContext(call) ? await Promise.all(comparableTexts(sent).map(digestOf)) : [],
		...(transient && {
			text: collapsedText(transient.summary, tool, readTransientNote(wireOf(sent))),
		}),
		...((transient || keepsText) && { original: serializeResult(sent) }),
	};
}

/** Returns the short form of the client's description of itself. */
function clientOf({ clientInfo, host }: GatewayContext): Ledger['client'] {
	const [name, version] = [clientInfo?.name, clientInfo?.version].map((text) =>
		typeof text === 'string' && text !== ''
			? text.slice(0, LONGEST_WORD).toWellFormed()
			: undefined,
	);
	if (name === undefined && host === undefined) return undefined;
	return { ...(name && { name }), ...(version && { version }), ...(host && { host }) };
}

const wireOf = ({ meta, isError }: ToolResult) => ({ _meta: meta, isError });

/** Only our own tools are believed about what they loaded and moved. */
function ownStructure({ source, original }: CallFacts): unknown {
	if (source !== OWN_SOURCE || original?.structured === undefined) return undefined;
	return JSON.parse(original.structured);
}

/** Returns the tool's result where it was longer than the one sent, and no later part of one. */
function originalOf({ report, cursorUse = 'none' }: CallFacts): {
	readonly originalTokens?: number;
} {
	if (!report || cursorUse !== 'none' || report.originalTokens <= report.estimatedTokens) return {};
	return { originalTokens: report.originalTokens };
}
