// Arguments of a call, split into Loadline's and the tool's, with the values that stand behind references.
import { HANDLE_LENGTH, type Policy } from '../../protect';
import type { JsonObject } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { textResult } from '../../shared/tool-result';
import {
	hasListable,
	listedArguments,
	OWN_ARGUMENT,
	ownsReserved,
	type SplitCall,
	splitArguments,
	withReserved,
} from '../asking/own-arguments';
import { listsArguments, type Trail, treatmentOf } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { type Endpoint, endpointName, shownName } from '../contract/names';
import type { Answer, SourceFault, ToolCall, ToolSource } from '../contract/tool-source';
import { isPagingName } from '../paging/server-paging';
import type { CallPorts } from './tool-caller';

/** A call on its way to a tool of a source, and what is noted of it. */
export interface Calling {
	readonly source: ToolSource;
	readonly endpoint: Endpoint;
	readonly call: ToolCall;
	readonly trail: Trail;
	readonly context: GatewayContext;
}

/** The reason why nothing is asked: the source has no such tool or is not reached, or what the arguments have wrong. */
type Refused = SourceFault | string;

/** Reads the arguments of one request's calls; nothing is sent to a source but the question for its list. */
export class CallArguments {
	constructor(private readonly ports: CallPorts) {}

	/** Runs a call that is not usual: Loadline's arguments apart, and in the session that it names or goes on in. */
	async seated(calling: Calling, run: (own: Calling) => Promise<Answer>): Promise<Answer> {
		const read = await this.#reserved(calling);
		if (!read.ok) return refused(read.error, calling.trail);
		const call = read.value;
		const { source, context } = calling;
		if (call.continuation === undefined && !call.own) return run({ ...calling, call });
		const runIn = (call: ToolCall, context: GatewayContext) => run({ ...calling, call, context });
		return this.ports.ephemeralSessions.run(source, call, context, runIn, this.#isTold(calling));
	}

	/** Runs a call in a new session: its source keeps sessions, and the call names none. */
	inNew(calling: Calling, run: (own: Calling) => Promise<Answer>): Promise<Answer> {
		const { source, context } = calling;
		const runIn = (own: GatewayContext) => run({ ...calling, context: own });
		return this.ports.ephemeralSessions.inNew(source, context, runIn, this.#isTold(calling));
	}

	/** Returns whether the reserved name is free to say a session in. */
	#isTold({ source, endpoint: { tool }, context }: Calling): boolean {
		const known = this.ports.catalog.recall(source, tool, context);
		return !known || !ownsReserved(known.inputSchema);
	}

	/** The call, what stands under the reserved name apart where the tool has no argument of that name. */
	async #reserved({ source, endpoint: { tool }, call, context }: Calling) {
		const isNamed = source !== this.ports.own && Object.hasOwn(call.args, OWN_ARGUMENT);
		const defined = isNamed
			? await this.ports.catalog.definition(source, tool, context)
			: ok(undefined);
		if (!defined.ok) return defined;
		const isTheirs = defined.value !== undefined && ownsReserved(defined.value.inputSchema);
		return withReserved(call, context.meta, isTheirs);
	}

	/** Loadline's part of the arguments, and the tool's. */
	async split(calling: Calling, { maxPageSize }: Policy): Promise<Result<SplitCall, Refused>> {
		const { call, context } = calling;
		const { args, own } = call;
		if (!own && Object.keys(args).length === 0) return ok({ view: {}, asking: {}, args });
		const handle = await this.#handleIn(args, context);
		const listed = await this.#listed(calling);
		if (!listed.ok) return listed;
		if (handle === undefined && listed.value.length === 0 && !own)
			return ok({ view: {}, asking: {}, args });
		const { maxAnswerTokens: maxTokens } = this.ports.config;
		return splitArguments(call, listed.value, { maxPageSize, maxTokens }, handle);
	}

	/** The tool's arguments, references filled in. @returns what the source gets; with `isDry` a text of what it would be */
	async filled(args: JsonObject, isDry: boolean, { endpoint, trail, context }: Calling) {
		if (Object.keys(args).length === 0 && !isDry) return ok({ args });
		const { referrer } = this.ports.protector;
		const referred = await referrer.resolve(args, endpointName(endpoint), context);
		if (!referred.ok) return referred;
		if (isDry) {
			const shown = shownName(endpoint, context.scope);
			return ok({ preview: await referrer.preview(shown, args, referred.value) });
		}
		if (referred.value.length === 0) return ok({ args });
		trail.note({ references: [...new Set(referred.value.flatMap(({ sources }) => sources))] });
		return ok({ args: referrer.fill(args, referred.value) });
	}

	/**
	 * Returns whether a source has a tool. Where an upstream's tools are filtered, one that it does not list under this
	 * very name is none: a server may take `Delete_all` for the `delete_all` that is denied.
	 */
	async hasTool({ source, endpoint: { tool }, context }: Calling): Promise<boolean | SourceFault> {
		const { catalog, config } = this.ports;
		for (const { name, tools } of config.upstreams) {
			if (name !== source.name || (tools?.allow ?? tools?.deny) === undefined) continue;
			const defined = await catalog.definition(source, tool, context);
			return defined.ok ? defined.value !== undefined : defined.error;
		}
		return true;
	}

	/** The argument that brings a handle of ours, wherever a caller puts what says how to go on. */
	async #handleIn(args: JsonObject, context: GatewayContext): Promise<string | undefined> {
		for (const name of Object.keys(args)) {
			const given = args[name];
			if (typeof given !== 'string' || given.length !== HANDLE_LENGTH) continue;
			if (isPagingName(name) && (await this.ports.protector.isIssued(given, context))) return name;
		}
		return undefined;
	}

	/** Loadline's arguments that the tool is listed with, if the call may have one of them. */
	async #listed({ source, endpoint, call, context }: Calling) {
		const { config, own, catalog } = this.ports;
		if (source === own || !hasListable(call.args)) return ok([]);
		if (!listsArguments(treatmentOf(config, endpointName(endpoint)))) return ok([]);
		const defined = await catalog.definition(source, endpoint.tool, context);
		if (!defined.ok) return defined;
		return ok(defined.value ? listedArguments(defined.value.inputSchema) : []);
	}
}

/** Answers a call whose arguments were refused: protocol error or tool error, as the fault says. */
export const refused = (why: Refused, trail: Trail): Answer => {
	if (typeof why !== 'string') return err(why);
	trail.note({ errorCode: 'invalid_arguments' });
	return ok({ kind: 'result', result: textResult(why, true) });
};

export const unknownTool = (name: string): SourceFault => ({
	code: 'unknown_tool',
	message: `Unknown tool: ${name.slice(0, 200)}`,
});

/** The call came to nothing, perhaps for want of such a tool. */
export const isFailed = (answered: Answer): boolean =>
	answered.ok
		? answered.value.kind === 'result' && answered.value.result.isError === true
		: answered.error.code === 'rejected' || answered.error.code === 'unknown_tool';
