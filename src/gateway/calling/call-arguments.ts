// Arguments of a call, split into Loadline's and the tool's, with the values that
// stand behind references.
import type { Policy } from '../../protect';
import { err, ok, type Result } from '../../shared/result';
import { ASKING_ARGUMENTS } from '../asking/arguments';
import {
	OWN_ARGUMENTS,
	type SplitCall,
	splitArguments,
	splitHandleCall,
	takenArguments,
} from '../asking/own-arguments';
import type { Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { type Endpoint, endpointName, shownName } from '../contract/names';
import type { JsonObject, SourceFault, ToolCall, ToolSource } from '../contract/tool-source';
import { bringsHandle, isProtected, treatmentOf } from '../contract/treatment';
import { isPagingName } from '../paging/server-paging';
import type { CallPorts } from './call-ports';

/** Why nothing is asked: the source has no such tool or is not reached, or what the arguments have wrong. */
export type Refused = { readonly fault: SourceFault } | { readonly invalid: string };

/** Reads the arguments of one request's calls; nothing is sent to a source but the question for its list. */
export class CallArguments {
	constructor(private readonly ports: CallPorts) {}

	/** Loadline's part of the arguments, and the tool's. */
	async split(
		source: ToolSource,
		endpoint: Endpoint,
		{ name, args }: ToolCall,
		policy: Policy,
		context: GatewayContext,
	): Promise<Result<SplitCall, Refused>> {
		const { config } = this.ports;
		if (!usesOurs(args)) return ok({ view: {}, asking: {}, args });
		const { canBeProtected } = treatmentOf(config, endpointName(endpoint));
		const brought = await this.#handleIn(args, context);
		const takesOurs = (canBeProtected && isProtected(policy)) || bringsHandle(args);
		const free = takesOurs
			? await this.#freeArguments(source, endpoint.tool, args, context)
			: ok([]);
		if (!free.ok) return err({ fault: free.error });
		if (!free.value) return err({ fault: unknownTool(name) });
		const bounds = [free.value, policy.maxPageSize, config.maxAnswerTokens] as const;
		const split =
			brought === undefined
				? splitArguments(args, ...bounds)
				: splitHandleCall(args, brought, ...bounds);
		return split.ok ? split : err({ invalid: split.error });
	}

	/**
	 * The tool's arguments with kept values in place of their references.
	 * @returns what the source gets, or with `isDry` a text of what that would be
	 */
	async filled(
		args: JsonObject,
		endpoint: Endpoint,
		isDry: boolean,
		trail: Trail,
		context: GatewayContext,
	): Promise<Result<{ readonly args: JsonObject } | { readonly preview: string }, Refused>> {
		if (Object.keys(args).length === 0 && !isDry) return ok({ args });
		const { referrer } = this.ports.protector;
		const referred = await referrer.resolve(args, endpointName(endpoint), context);
		if (!referred.ok) return err({ invalid: referred.error });
		const shown = shownName(endpoint, context.scope);
		if (isDry) return ok({ preview: await referrer.preview(shown, referred.value) });
		if (referred.value.length === 0) return ok({ args });
		trail.note({ references: [...new Set(referred.value.flatMap(({ sources }) => sources))] });
		return ok({ args: referrer.fill(args, referred.value) });
	}

	/** The argument that brings a handle of ours, wherever a caller puts what says how to go on. */
	async #handleIn(args: JsonObject, context: GatewayContext): Promise<string | undefined> {
		for (const name of Object.keys(args)) {
			if (!isPagingName(name) || !bringsHandle({ cursor: args[name] })) continue;
			if (await this.ports.protector.isIssued(args[name], context)) return name;
		}
		return undefined;
	}

	/** Returns Loadline's arguments that the tool does not define. Called only when the call uses one. */
	async #freeArguments(
		source: ToolSource,
		tool: string,
		args: JsonObject,
		context: GatewayContext,
	): Promise<Result<ReturnType<typeof takenArguments> | undefined, SourceFault>> {
		if (source === this.ports.own || !Object.keys(args).some((name) => OURS.has(name)))
			return ok([]);
		const definition = await this.ports.catalog.definition(source, tool, context);
		if (!definition.ok) return definition;
		return ok(definition.value && takenArguments(definition.value.inputSchema));
	}
}

/** All names of Loadline's arguments. */
const OURS: ReadonlySet<string> = new Set([...OWN_ARGUMENTS, ...ASKING_ARGUMENTS]);

/** Whether a call may bring an argument of Loadline's: one of its names, or what looks like a handle. */
function usesOurs(args: JsonObject): boolean {
	for (const name of Object.keys(args))
		if (OURS.has(name) || bringsHandle({ cursor: args[name] })) return true;
	return false;
}

/** Returns the fault for an unknown tool. */
export const unknownTool = (name: string): SourceFault => ({
	code: 'unknown_tool',
	message: `Unknown tool: ${name.slice(0, 200)}`,
});
