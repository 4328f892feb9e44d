// Arguments of a call, split into Loadline's and the tool's, with the values that
// stand behind references.
import type { Policy } from '../../protect';
import { err, ok, type Result } from '../../shared/result';
import {
	hasListable,
	listedArguments,
	OWN_ARGUMENT,
	OWN_META_KEY,
	type SplitCall,
	splitArguments,
} from '../asking/own-arguments';
import type { Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { type Endpoint, endpointName, shownName } from '../contract/names';
import type { JsonObject, SourceFault, ToolCall, ToolSource } from '../contract/tool-source';
import { bringsHandle, listsArguments, treatmentOf } from '../contract/treatment';
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
		{ args }: ToolCall,
		policy: Policy,
		context: GatewayContext,
	): Promise<Result<SplitCall, Refused>> {
		const handle = await this.#handleIn(args, context);
		const listed = await this.#listed(source, endpoint, args, context);
		if (!listed.ok) return err({ fault: listed.error });
		const { meta } = context;
		const isOurs = handle !== undefined || listed.value.length > 0;
		if (!isOurs && !(OWN_ARGUMENT in args) && !(OWN_META_KEY in meta))
			return ok({ view: {}, asking: {}, args });
		const { maxAnswerTokens: maxTokens } = this.ports.config;
		const bounds = { maxPageSize: policy.maxPageSize, maxTokens };
		const split = splitArguments(args, meta, listed.value, bounds, handle);
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

	/** Loadline's arguments that the tool is listed with, if the call may have one of them. */
	async #listed(
		source: ToolSource,
		endpoint: Endpoint,
		args: JsonObject,
		context: GatewayContext,
	): Promise<Result<readonly string[], SourceFault>> {
		const { config, own, catalog } = this.ports;
		if (source === own || !hasListable(args)) return ok([]);
		if (!listsArguments(treatmentOf(config, endpointName(endpoint)))) return ok([]);
		const defined = await catalog.definition(source, endpoint.tool, context);
		if (!defined.ok) return defined;
		return ok(defined.value ? listedArguments(defined.value.inputSchema) : []);
	}
}

export const unknownTool = (name: string): SourceFault => ({
	code: 'unknown_tool',
	message: `Unknown tool: ${name.slice(0, 200)}`,
});
