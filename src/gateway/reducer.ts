// What is sent of a result: protect decides, the shelf keeps the rest behind handles, and a handle
// that comes back is read on from there (docs/protect.md).
import { policyFor, settingsFor } from '../config/policy';
import type { Config } from '../config/schema';
import { beginText } from '../protect/begin-text';
import { jsonDocument } from '../protect/document';
import { type Frame, underKey } from '../protect/frame';
import { keptWhole } from '../protect/kept';
import { protect } from '../protect/protect';
import { type ReadCall, read } from '../protect/read';
import type { NextCall, Outcome, Policy, View } from '../protect/types';
import { err, ok, type Result } from '../shared/result';
import { type JsonText, type ToolResult, textResult } from '../shared/tool-result';
import { digestArguments, type Sha256 } from './arguments-digest';
import { type Answered, answerAcross, answerTo, askedPolicy, withRoom } from './asking/answer';
import { type AskingCall, asks } from './asking/arguments';
import { type Askable, askableOf, noted, sourcesOf } from './asking/askable';
import { Trail } from './call-facts';
import type { GatewayContext } from './gateway';
import { describeHandleFault } from './handle-faults';
import { OWN_SOURCE, READ_RESULT, shownFullName } from './names';
import { type JoinCall, type ReadResultCall, readResultCall } from './read-result';
import type { Opened, Shelf, Timing } from './shelf';
import type { JsonObject } from './tool-source';

export interface ReducerPorts {
	/** The config in force for the request. */
	readonly config: Config;
	readonly shelf: Shelf;
	readonly sha256: Sha256;
	/** Seconds since the epoch. */
	readonly now: () => number;
	/** Whether an endpoint is still offered; what is kept of it dies with it. By default all are. */
	readonly isOffered?: (endpoint: string) => boolean;
}

/** A result on its way out. */
export interface Outgoing {
	readonly result: ToolResult;
	/** Endpoint name. */
	readonly endpoint: string;
	/** The tool's own arguments. */
	readonly args: JsonObject;
	readonly view: View;
	readonly next: NextCall;
	readonly policy: Policy;
	/** What is asked of it, instead of its first page. */
	readonly asking?: AskingCall;
	/** False where it is one page of a server that has more. */
	readonly complete?: boolean;
}

/** A text's first chunk, and how to go on; the whole text where it is short enough. */
export interface ChunkedText {
	readonly text: string;
	readonly chunk?: JsonObject;
}

export class Reducer {
	readonly #ports: ReducerPorts;

	constructor(ports: ReducerPorts) {
		this.#ports = ports;
	}

	/** The result within its limits. */
	async send(outgoing: Outgoing, trail: Trail, context: GatewayContext): Promise<ToolResult> {
		const { result, endpoint, args, view, next, asking = {} } = outgoing;
		const argsDigest = await digestArguments(args, this.#ports.sha256);
		if (asks(asking) && result.isError !== true)
			return this.#sendAnswer({ ...outgoing, asking }, argsDigest, trail, context);
		const policy = withRoom(outgoing.policy, asking.tokens);
		const outcome = protect(result, { view, next }, policy);
		trail.note({ report: outcome.report });
		return this.#keep(outcome, { tool: endpoint, argsDigest, policy }, context);
	}

	/** The answer to what was asked of a result, which is kept whole for further questions. */
	async #sendAnswer(
		{ result, endpoint, view, next, policy, asking, complete = true }: Outgoing & {
			asking: AskingCall;
		},
		argsDigest: string,
		trail: Trail,
		context: GatewayContext,
	): Promise<ToolResult> {
		const whole = keptWhole(result, policy);
		if (!whole) return textResult('select, query: this result has no text to ask.', true);
		const document = noted(whole.document, { complete });
		const keepsake = { document, policy, tool: endpoint, argsDigest, principal: context.principal };
		const kept = await this.#ports.shelf.keep(keepsake, [whole.position], this.#timing(endpoint));
		const handle = kept.ok ? kept.value[0] : undefined;
		const askable = askableOf(document);
		const answered = askable.ok
			? answerTo(asking, askable.value, optionsOf(view, handle))
			: askable;
		if (!answered.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			const name = asking.select === undefined ? 'query' : 'select';
			const again = `The result is kept; ask again: read_result {"handle":"${handle}","${name}":"…"}`;
			return textResult(handle ? `${answered.error}\n${again}` : answered.error, true);
		}
		const room = withRoom(policy, asking.tokens);
		const shown = { structured: result.structured !== undefined, limit: view.limit };
		const given = { tool: endpoint, argsDigest, policy: room };
		return this.#give(answered.value, given, { ...shown, next }, trail, context);
	}

	/** An answer within its limits; what is cut of it is kept behind a handle as every result is. */
	async #give(
		answered: Answered,
		kept: Pick<Parameters<Shelf['keep']>[0], 'tool' | 'argsDigest' | 'policy' | 'derivedFrom'>,
		shown: { structured: boolean; limit: number | undefined; next: NextCall; sources?: readonly string[] },
		trail: Trail,
		context: Pick<GatewayContext, 'principal'>,
	): Promise<ToolResult> {
		const { json } = answered;
		const { structured, limit, sources = [] } = shown;
		// A computed list belongs to no tool's cursor: its pages come from read_result.
		const next = { tool: READ_RESULT, argument: 'handle' } as const;
		const policy = askedPolicy(kept.policy, answered, limit);
		const content = [{ type: 'text', text: json }];
		const result = structured ? { content, structured: json } : { content };
		const view = limit === undefined ? {} : { limit };
		const outcome = protect(result, { view, next }, policy);
		trail.note({ report: outcome.report });
		const named = outcome.document
			? { ...outcome, document: noted(outcome.document, { sources }) }
			: outcome;
		return this.#keep(named, { ...kept, policy }, context);
	}

	/**
	 * The beginning of a text within so many tokens, quoted and with its chunk's facts; empty where
	 * they are too few. The rest is kept for `read_result`, in chunks of the endpoint's usual size.
	 */
	async chunk(
		text: string,
		tokens: number,
		endpoint: string,
		context: Pick<GatewayContext, 'principal'>,
	): Promise<ChunkedText> {
		const policy = policyFor(this.#ports.config, endpoint);
		const outcome = beginText(text, tokens, policy);
		const kept = { tool: endpoint, argsDigest: '', policy };
		const { content } = await this.#keep(outcome, kept, context);
		const [first, added] = content.map((block) =>
			typeof block.text === 'string' ? block.text : '',
		);
		if (outcome.report.act === 'passthrough' || added === undefined) return { text };
		return { text: first ?? '', chunk: JSON.parse(added) as JsonObject };
	}

	/**
	 * Keeps an object that is not sent; `read_result` opens it by the handle. `endpoint` made it.
	 * @returns undefined when it could not be stored
	 */
	async keep(
		json: JsonText,
		endpoint: string,
		{ principal }: Pick<GatewayContext, 'principal'>,
	): Promise<string | undefined> {
		const under = underKey((key) => Object.hasOwn(JSON.parse(json) as object, key));
		const frame: Frame = { structured: { as: 'same' }, ...(under !== undefined && { under }) };
		const keepsake = {
			document: jsonDocument(json, frame, []),
			policy: policyFor(this.#ports.config, endpoint),
			tool: endpoint,
			argsDigest: '',
			principal,
		};
		const whole = { kind: 'whole', offset: 0, limit: 0 } as const;
		const kept = await this.#ports.shelf.keep(keepsake, [whole], this.#timing(endpoint));
		return kept.ok ? kept.value[0] : undefined;
	}

	/** Keeps a result as its source gave it; `endpoint` did. Undefined when it could not be stored. */
	async keepOriginal(
		result: ToolResult,
		endpoint: string,
		{ principal }: Pick<GatewayContext, 'principal'>,
	): Promise<string | undefined> {
		const policy = policyFor(this.#ports.config, endpoint);
		const whole = keptWhole(result, policy);
		if (!whole) return undefined;
		const { document, position } = whole;
		const keepsake = { document, policy, tool: endpoint, argsDigest: '', principal };
		const kept = await this.#ports.shelf.keep(keepsake, [position], this.#timing(endpoint));
		return kept.ok ? kept.value[0] : undefined;
	}

	/** The tool's own `cursor`: served from the snapshot, the source is not asked. */
	async goOn(
		call: {
			readonly cursor: unknown;
			readonly view: View;
			readonly args: JsonObject;
			readonly asking: AskingCall;
		},
		endpoint: string,
		trail: Trail,
		context: GatewayContext,
	): Promise<Result<ToolResult, string>> {
		trail.note({ cursorUse: 'cursor' });
		const argsDigest = await digestArguments(call.args, this.#ports.sha256);
		const opening = { ...opener(context), tool: endpoint, argsDigest, argument: 'cursor' } as const;
		const opened = await this.#open(call.cursor, opening, endpoint);
		if (!opened.ok) return this.#refused(opened.error, trail);
		const next = { tool: shownFullName(endpoint, context.scope), argument: 'cursor' } as const;
		const { view, asking } = call;
		return this.#readOn(opened.value, { view, asking, next }, trail, context);
	}

	/** `read_result`: opens the handle of any tool. */
	async read(
		args: JsonObject,
		trail: Trail,
		context: GatewayContext,
	): Promise<Result<ToolResult, string>> {
		trail.note({ cursorUse: 'read_result' });
		const { maxPageSize, maxAnswerTokens } = this.#ports.config;
		const call = readResultCall(args, maxPageSize, maxAnswerTokens);
		if (!call.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			return call;
		}
		return 'handles' in call.value
			? this.#join(call.value, trail, context)
			: this.open(call.value, trail, context);
	}

	/** One expression over several kept results. */
	async #join(
		{ handles, select, tokens, limit }: JoinCall,
		trail: Trail,
		context: GatewayContext,
	): Promise<Result<ToolResult, string>> {
		const named: Record<string, Askable> = {};
		const snapshots: Opened['snapshot'][] = [];
		for (const [name, handle] of Object.entries(handles)) {
			const opening = { ...opener(context), tool: null, argsDigest: '', argument: 'handle' } as const;
			const opened = await this.#open(handle, opening, READ_RESULT);
			if (!opened.ok) {
				const { code, text } = opened.error;
				return this.#refused({ code, text: `handles.${name}: ${text}` }, trail);
			}
			const { snapshot } = opened.value;
			const askable = askableOf(snapshot.document);
			if (!askable.ok) return err(`handles.${name}: ${askable.error}`);
			named[name] = askable.value;
			snapshots.push(snapshot);
		}
		const [first] = snapshots;
		if (!first) return err('handles: give at least one.');
		trail.goOn(first.tool, 'read_result');
		const answered = answerAcross(select, named);
		if (!answered.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			return answered;
		}
		const sources = snapshots.flatMap(({ tool, document }) => [tool, ...sourcesOf(document)]);
		const kept = { tool: first.tool, argsDigest: '', policy: withRoom(first.policy, tokens) };
		const next = { tool: READ_RESULT, argument: 'handle' } as const;
		const shown = { structured: false, limit, next, sources: [...new Set(sources)] };
		return ok(await this.#give(answered.value, kept, shown, trail, context));
	}

	/** Opens a handle; what belongs to an endpoint that is no longer offered stays closed. */
	async #open(
		handle: unknown,
		call: Parameters<Shelf['open']>[1],
		endpoint: string,
	): ReturnType<Shelf['open']> {
		const opened = await this.#ports.shelf.open(handle, call, this.#timing(endpoint));
		if (!opened.ok) return opened;
		const { tool, document } = opened.value.snapshot;
		const { isOffered = () => true } = this.#ports;
		const gone = [tool, ...sourcesOf(document)].find((name) => !isOffered(name));
		return gone === undefined ? opened : err(describeHandleFault('revoked', call, gone));
	}

	/** Whether this server gave the caller such a handle, kept or not. */
	isIssued(handle: unknown, { principal }: Pick<GatewayContext, 'principal'>): Promise<boolean> {
		return this.#ports.shelf.isIssued(handle, principal);
	}

	/** Opens a handle with a view that was checked. */
	async open(
		{ handle, ...call }: ReadResultCall,
		trail: Trail,
		context: Opener,
	): Promise<Result<ToolResult, string>> {
		const opening = { ...opener(context), tool: null, argsDigest: '', argument: 'handle' } as const;
		const opened = await this.#open(handle, opening, READ_RESULT);
		if (!opened.ok) return this.#refused(opened.error, trail);
		trail.goOn(opened.value.snapshot.tool, 'read_result');
		const next = { tool: READ_RESULT, argument: 'handle' } as const;
		return this.#readOn(opened.value, { ...call, next }, trail, context);
	}

	/**
	 * Opens a handle from within: as `read_result` would without any choice.
	 * @returns also the endpoint whose result it is
	 */
	async reopen(
		handle: string,
		context: Pick<GatewayContext, 'principal'>,
	): Promise<Result<{ readonly result: ToolResult; readonly endpoint: string }, string>> {
		const facts = { endpoint: READ_RESULT, source: OWN_SOURCE, tool: READ_RESULT };
		const trail = new Trail(() => 0, facts);
		const asked = { handle, view: {}, asking: {} };
		const opened = await this.open(asked, trail, { ...context, scope: {} });
		return opened.ok ? ok({ result: opened.value, endpoint: trail.facts.endpoint }) : opened;
	}

	#refused({ code, text }: { code: string; text: string }, trail: Trail): Result<never, string> {
		trail.note({ errorCode: `cursor_${code}` });
		return err(text);
	}

	async #readOn(
		{ snapshot, position }: Opened,
		{ asking, ...call }: Omit<ReadCall, 'position'> & { asking: AskingCall },
		trail: Trail,
		context: Opener,
	): Promise<Result<ToolResult, string>> {
		if (asks(asking)) return this.#answer(snapshot, asking, call, trail, context);
		const policy = withRoom(snapshot.policy, asking.tokens);
		const outcome = read(snapshot.document, { ...call, position }, policy);
		if (!outcome.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			return outcome;
		}
		trail.note({ report: outcome.value.report });
		const { document, viewKey, positions } = outcome.value;
		if (!document) {
			const handles = await this.#ports.shelf.seal(snapshot, positions, context.principal);
			return ok(outcome.value.place(handles));
		}
		const derivedFrom = { snapshot, viewKey: viewKey ?? '' };
		return ok(await this.#keep(outcome.value, { ...snapshot, policy, derivedFrom }, context));
	}

	/** The answer to a question about a kept result. */
	async #answer(
		snapshot: Opened['snapshot'],
		asking: AskingCall,
		{ view, pointer, next }: Omit<ReadCall, 'position'>,
		trail: Trail,
		context: Pick<GatewayContext, 'principal'>,
	): Promise<Result<ToolResult, string>> {
		const askable = askableOf(snapshot.document, pointer);
		const misplaced = view.startLine ?? view.endLine;
		const answered =
			misplaced !== undefined
				? err('startLine, endLine: a question is about all of a result. Leave them out.')
				: askable.ok
					? answerTo(asking, askable.value, optionsOf(view, undefined))
					: askable;
		if (!answered.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			return answered;
		}
		const { select, query, context: lines, tokens } = asking;
		const { limit, fields } = view;
		const viewKey = `ask:${JSON.stringify([pointer, select, query, lines, fields, limit, tokens])}`;
		const kept = {
			...snapshot,
			policy: withRoom(snapshot.policy, tokens),
			derivedFrom: { snapshot, viewKey },
		};
		const structured = false;
		const sources = sourcesOf(snapshot.document);
		const shown = { structured, limit, next, sources };
		return ok(await this.#give(answered.value, kept, shown, trail, context));
	}

	/** Stores what was cut and puts the handles in; without a store the answer says how to narrow. */
	async #keep(
		{ document, positions, place }: Outcome,
		kept: Pick<Parameters<Shelf['keep']>[0], 'tool' | 'argsDigest' | 'policy' | 'derivedFrom'>,
		{ principal }: Pick<GatewayContext, 'principal'>,
	): Promise<ToolResult> {
		if (!document) return place([]);
		const { tool, argsDigest, policy, derivedFrom } = kept;
		const keepsake = { document, policy, tool, argsDigest, principal };
		const stored = await this.#ports.shelf.keep(
			derivedFrom ? { ...keepsake, derivedFrom } : keepsake,
			positions,
			this.#timing(tool),
		);
		return place(stored.ok ? stored.value : null);
	}

	#timing(endpoint: string): Timing {
		const { cursorTtlSeconds } = settingsFor(this.#ports.config, endpoint);
		return { now: this.#ports.now(), cursorTtlSeconds };
	}
}

const optionsOf = ({ fields }: View, handle: string | undefined) => ({
	...(fields ? { fields } : {}),
	...(handle === undefined ? {} : { handle }),
});

/** Who opens, and which names that caller uses. */
type Opener = Pick<GatewayContext, 'principal' | 'scope'>;

const opener = ({ principal, scope }: Opener) => ({
	principal,
	shownName: (name: string) => shownFullName(name, scope),
});
