// What is sent of a result: protect decides, the shelf keeps the rest behind handles, and a handle
// that comes back is read on from there (docs/protect.md).
import { policyFor, settingsFor } from '../config/policy';
import type { Config } from '../config/schema';
import { beginText } from '../protect/begin-text';
import { jsonDocument } from '../protect/document';
import { type Frame, underKey } from '../protect/frame';
import { protect } from '../protect/protect';
import { read } from '../protect/read';
import type { NextCall, Outcome, Policy, View } from '../protect/types';
import { err, ok, type Result } from '../shared/result';
import type { JsonText, ToolResult } from '../shared/tool-result';
import { digestArguments, type Sha256 } from './arguments-digest';
import type { Trail } from './call-facts';
import type { GatewayContext } from './gateway';
import { READ_RESULT, shownFullName } from './names';
import { type ReadResultCall, readResultCall } from './read-result';
import type { Opened, Shelf, Timing } from './shelf';
import type { JsonObject } from './tool-source';

export interface ReducerPorts {
	/** The config in force for the request. */
	readonly config: Config;
	readonly shelf: Shelf;
	readonly sha256: Sha256;
	/** Seconds since the epoch. */
	readonly now: () => number;
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
		const { result, endpoint, args, view, next, policy } = outgoing;
		const outcome = protect(result, { view, next }, policy);
		trail.note({ report: outcome.report });
		const argsDigest = await digestArguments(args, this.#ports.sha256);
		return this.#keep(outcome, { tool: endpoint, argsDigest, policy }, context);
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

	/** The tool's own `cursor`: served from the snapshot, the source is not asked. */
	async goOn(
		call: { readonly cursor: unknown; readonly view: View; readonly args: JsonObject },
		endpoint: string,
		trail: Trail,
		context: GatewayContext,
	): Promise<Result<ToolResult, string>> {
		trail.note({ cursorUse: 'cursor' });
		const argsDigest = await digestArguments(call.args, this.#ports.sha256);
		const opening = { ...opener(context), tool: endpoint, argsDigest, argument: 'cursor' } as const;
		const opened = await this.#ports.shelf.open(call.cursor, opening, this.#timing(endpoint));
		if (!opened.ok) return this.#refused(opened.error, trail);
		const next = { tool: shownFullName(endpoint, context.scope), argument: 'cursor' } as const;
		return this.#readOn(opened.value, { view: call.view, next }, trail, context);
	}

	/** `read_result`: opens the handle of any tool. */
	async read(
		args: JsonObject,
		trail: Trail,
		context: GatewayContext,
	): Promise<Result<ToolResult, string>> {
		trail.note({ cursorUse: 'read_result' });
		const call = readResultCall(args, this.#ports.config.maxPageSize);
		if (!call.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			return call;
		}
		return this.open(call.value, trail, context);
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
		const opened = await this.#ports.shelf.open(handle, opening, this.#timing(READ_RESULT));
		if (!opened.ok) return this.#refused(opened.error, trail);
		trail.goOn(opened.value.snapshot.tool, 'read_result');
		const next = { tool: READ_RESULT, argument: 'handle' } as const;
		return this.#readOn(opened.value, { ...call, next }, trail, context);
	}

	#refused({ code, text }: { code: string; text: string }, trail: Trail): Result<never, string> {
		trail.note({ errorCode: `cursor_${code}` });
		return err(text);
	}

	async #readOn(
		{ snapshot, position }: Opened,
		call: Omit<Parameters<typeof read>[1], 'position'>,
		trail: Trail,
		context: Opener,
	): Promise<Result<ToolResult, string>> {
		const outcome = read(snapshot.document, { ...call, position }, snapshot.policy);
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
		return ok(await this.#keep(outcome.value, { ...snapshot, derivedFrom }, context));
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

/** Who opens, and which names that caller uses. */
type Opener = Pick<GatewayContext, 'principal' | 'scope'>;

const opener = ({ principal, scope }: Opener) => ({
	principal,
	shownName: (name: string) => shownFullName(name, scope),
});
