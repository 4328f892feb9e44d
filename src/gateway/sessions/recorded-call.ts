// The one record of a call, read of it once its answer is out: an entry of its session, of which the ledger, the
// trace and the telemetry each fold their part, and what is to be done beside it.
import type { Config, ConfigLedger } from '../../config';
import type { ToolServices as MemoryServices } from '../../memory';
import type { RecordsService } from '../../records';
import type { PayloadStore } from '../../replay';
import {
	argumentsText,
	comparableTexts,
	eventsOf,
	type KeptPrompts,
	type KeptResults,
	NAMELESS,
	SESSION_META_KEY,
	type SessionHandle,
	type SessionList,
	type SessionService,
	type savedPayloads,
	serializeResult,
	sessionHandle,
} from '../../session';
import { collapsedText } from '../../shared/collapsed-text';
import { LEFT_IDS, readContextMarks, readIds, readTransientNote } from '../../shared/context-marks';
import { idsOfResult } from '../../shared/named-ids';
import type { Remote } from '../../shared/remote';
import type { ToolResult } from '../../shared/tool-result';
import type { CallRecord, LearntStore } from '../../telemetry';
import type { Ledger } from '../../transient';
import type { WorkflowService } from '../../workflow';
import type { CallFacts } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import type { ToolFingerprints } from '../upstream/tool-fingerprints';
import type { ToolLedger } from '../upstream/tool-memory';
import { ownStructure, recordOf } from './call-record';

/** Characters of a tool's name in a session; longer ones pair with nothing. */
const LONGEST_NAME = 200;
/** Characters of the name of a client, and of its version. */
const LONGEST_WORD = 80;

/** A call that has been answered, as the gateway knows it. */
export interface AnsweredCall {
	readonly facts: CallFacts;
	readonly context: GatewayContext;
	/** In force when it was called, as it was configured. */
	readonly config: Config;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

/** The record of a call, and what is to be done beside entering it. */
export interface RecordedCall {
	readonly entry: Parameters<SessionService['note']>[0]['entries'][number] & { record: CallRecord };
	readonly handle: SessionHandle;
	/** Conversation of the call where its handle was never set up: that of its connection. */
	readonly connection?: string;
	/** Results that the caller says have left its context. */
	readonly left: readonly string[];
	/** It has effects beyond being made: it must not be entered in the previous session. */
	readonly changesMuch: boolean;
	/** Its result as it was sent, where it concerns the context or is kept whatever it is. */
	readonly kept?: {
		readonly result: ToolResult;
		readonly endpoint: string;
		readonly concernsContext: boolean;
		readonly hasText: boolean;
	};
	/** The call, where it is counted exactly. */
	readonly sampled?: AnsweredCall;
}

/** Reads the record of a call. @param isSampled its answer is counted exactly */
export function recordedCall(
	answered: AnsweredCall,
	newId: () => string,
	isSampled: boolean,
): RecordedCall {
	const { facts, context, config, at } = answered;
	const record = recordOf(facts, context, config, at);
	const connected = {
		meta: context.meta[SESSION_META_KEY],
		transport: context.session ?? context.transportSession,
	};
	// Asked for a name of its own: that is no name yet.
	const argument = facts.sessionArgument === 'new' ? undefined : facts.sessionArgument;
	const handle = sessionHandle({ ...connected, argument });
	const beside = facts.isOfRun ? undefined : sessionHandle(connected);
	const sampled = isSampled && { sampled: answered };
	if (!handle.ok) {
		// Its record belongs somewhere.
		const entry = { at, events: [], record };
		return { entry, handle: NAMELESS, left: [], changesMuch: false, ...sampled };
	}
	const { endpoint, result, cursorUse } = facts;
	const { estimatedTokens: tokens, originalTokens } = record;
	const wire = result && { _meta: result.meta, isError: result.isError };
	const note = readTransientNote(wire);
	const marks = readContextMarks(wire);
	// A name that no tool has is the caller's to make up, as long as a request may be.
	const tool = facts.tool.slice(0, LONGEST_NAME).toWellFormed();
	const failed = facts.errorCode !== undefined;
	const keepsArguments = config.sessionArguments && facts.arguments;
	const asked = keepsArguments ? argumentsText(keepsArguments) : undefined;
	const client = clientOf(context);
	const call = {
		id: note.id ?? newId(),
		tool,
		...(asked !== undefined && { arguments: asked }),
		...(client && { client }),
		at,
		marks,
		...(marks.transient && result && { ids: idsOfResult(result) }),
		tokens,
		...(failed && { failed }),
		...(cursorUse === 'none' && originalTokens > tokens && { originalTokens }),
		...(note.collapsedTokens !== undefined && { collapsedTokens: note.collapsedTokens }),
	};
	const events = eventsOf(tool, failed, () => ownStructure(facts), result?.meta, facts.references);
	const { transient, consumed, action, hints } = marks;
	const concernsContext =
		transient !== undefined || consumed || action !== undefined || hints.length > 0;
	const hasText = transient !== undefined || config.sessionTexts;
	return {
		entry: { at, call, events, record },
		handle: handle.value,
		...(beside?.ok && beside.value.source !== 'none' && { connection: beside.value.session }),
		left: readIds(context.meta[LEFT_IDS]),
		changesMuch: concernsContext || events.length > 1,
		// Results are long: of those that nobody will ask for, none waits here.
		...(result &&
			(concernsContext || hasText) && { kept: { result, endpoint, concernsContext, hasText } }),
		...sampled,
	};
}

/** Returns the result of a call as it is kept with its session; undefined where none is. */
export async function keptResult(
	{ entry: { call }, kept }: RecordedCall,
	session: string,
	digestOf: (text: string) => Promise<string>,
): Promise<Parameters<KeptResults['put']>[0]['results'][number] | undefined> {
	if (!call || !kept) return undefined;
	const { id, tool, at, marks } = call;
	const { result, endpoint, concernsContext, hasText } = kept;
	const { transient } = marks;
	return {
		...{ id, tool, endpoint, session, at, marks },
		// A result that says nothing of the context is never looked for.
		digests: concernsContext ? await Promise.all(comparableTexts(result).map(digestOf)) : [],
		...(transient && {
			text: collapsedText(transient.summary, tool, readTransientNote({ _meta: result.meta })),
		}),
		...(hasText && { original: serializeResult(result) }),
	};
}

/** Returns the short form of the client's description of itself. */
function clientOf({ clientInfo, host, scope }: GatewayContext): Ledger['client'] {
	const { upstream, tools } = scope;
	const name = wordOf(clientInfo?.name);
	const version = wordOf(clientInfo?.version);
	const toolsets = wordOf(scope.toolsets?.join());
	if (!(name || host || upstream || toolsets || tools)) return undefined;
	return {
		...{ ...(name && { name }), ...(version && { version }) },
		...{ ...(host && { host }), ...(upstream && { server: upstream }) },
		...{ ...(toolsets && { toolsets }), ...(tools && { tools }) },
	};
}

const wordOf = (text: unknown): string | undefined =>
	typeof text === 'string' && text !== '' ? text.slice(0, LONGEST_WORD).toWellFormed() : undefined;

/** One workspace's services; session names are resolved ones, and nothing is authorised here. */
export interface Services {
	readonly config: Remote<ConfigLedger>;
	readonly payloads: Parameters<typeof savedPayloads>[1]['payloads'];
	/** Baselines saved before a context action, by principal and task. */
	readonly baselines: PayloadStore;
	readonly records: Remote<RecordsService>;
	readonly sessions: Pick<Remote<SessionList>, 'list' | 'count' | 'remove'>;
	session(principal: string, name: string): Remote<SessionService>;
	/** Makes a session tell the list of sessions and the telemetry what it has not told yet. */
	forwarding(principal: string, name: string): { forward(): Promise<void> };
	/** The results of a principal that concern a context, as they were sent. */
	kept(principal: string): Remote<KeptResults>;
	/** Prompts of a principal, as they were sent to a model. */
	prompts(principal: string): Remote<KeptPrompts>;
	/** Deletes a session, with its results that are kept; it need not exist. */
	endSession(principal: string, name: string): Promise<void>;
	/** Resolves when the calls that this isolate has answered so far are entered in their sessions. */
	settled(): Promise<void>;
	/** The same, and in the list of sessions and the telemetry. */
	told(): Promise<void>;
	readonly memory: MemoryServices;
	readonly sights: Remote<ToolFingerprints>;
	readonly workflow: Remote<WorkflowService>;
	readonly tools: Remote<ToolLedger>;
	readonly learnt: Pick<Remote<LearntStore>, 'plans' | 'list' | 'reset'>;
}

export const replaySources = (services: Services, principal: string) => ({
	hub: services.memory.hub,
	workflow: services.workflow,
	baselines: services.baselines,
	session: (name: string) => services.session(principal, name),
});
