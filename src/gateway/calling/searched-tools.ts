// Tools that are searched: `find_tools` and `call_tool` as a caller uses them, instead of a list of all
// (docs/gateway.md "What a list of tools costs"). What they take and say: tool-search.ts.

import { defined, type JsonObject } from '../../shared/json-values';
import { ok } from '../../shared/result';
import { textResult } from '../../shared/tool-result';
import { OWN_ARGUMENT } from '../asking/own-arguments';
import type { GatewayContext } from '../contract/gateway';
import type { Answer, ToolCall } from '../contract/tool-source';
import type { ClosestTools } from '../listing/closest-tools';
import type { ToolListing } from '../listing/tool-listing';
import {
	argumentFault,
	CALL_TOOL,
	FIND_TOOLS,
	findCall,
	schemaNote,
	wrappedCall,
} from '../listing/tool-search';
import { isFailed } from './call-arguments';
import type { ToolCaller } from './tool-caller';

/** Answers `find_tools` and `call_tool` for one request. */
export class SearchedTools {
	constructor(
		private readonly listing: ToolListing,
		private readonly closest: ClosestTools,
		private readonly caller: ToolCaller,
	) {}

	/** Returns whether a name means one of the two: on an upstream's own endpoint its tools go before, unless tools are searched there. */
	has(name: string, context: GatewayContext): boolean {
		const isOne = name === FIND_TOOLS || name === CALL_TOOL;
		return isOne && (context.scope.upstream === undefined || this.listing.isSearched(context));
	}

	/** The tool whose call this is: the wrapped one of `call_tool`. */
	meant({ name, args }: Pick<ToolCall, 'name' | 'args'>, context: GatewayContext): string {
		const wrapped = name === CALL_TOOL && this.has(name, context) ? wrappedCall(args) : undefined;
		return wrapped?.ok ? wrapped.value.name : name;
	}

	/**
	 * Answers one of the two. A call is like any other, under the real name; an error that the arguments explain shows the
	 * schema. @param run calls a tool by its name
	 */
	async call(
		call: ToolCall,
		context: GatewayContext,
		run: (call: ToolCall, context: GatewayContext) => Promise<Answer>,
	): Promise<Answer> {
		if (call.name === FIND_TOOLS) return this.#find(call.args, context);
		const refused = (text: string) =>
			this.caller.ownTool({ name: CALL_TOOL, args: call.args }, context, async () =>
				textResult(text, true),
			);
		const wrapped = wrappedCall(call.args);
		if (!wrapped.ok) return refused(wrapped.error);
		const { name, args, own } = wrapped.value;
		if (name === CALL_TOOL) return refused('name: call_tool cannot call itself. Name the tool.');
		if (name === FIND_TOOLS)
			return this.#find({ ...args, ...(own && { [OWN_ARGUMENT]: own }) }, context);
		const scope = { ...context.scope, through: CALL_TOOL };
		const answered = await run({ ...call, name, args, ...defined({ own }) }, { ...context, scope });
		if (!isFailed(answered)) return answered;
		if (await this.closest.isListed(name, context))
			return this.#withSchema(answered, name, args, context);
		const closest = await this.closest.sentence(name, context);
		return refused(
			`Unknown tool: ${name.slice(0, 200)}.${closest && ` ${closest}`} find_tools {"query":"…"} searches them.`,
		);
	}

	#find(args: JsonObject, context: GatewayContext): Promise<Answer> {
		return this.caller.ownTool({ name: FIND_TOOLS, args }, context, async () => {
			const call = findCall(args);
			return call.ok ? this.listing.find(call.value, context) : textResult(call.error, true);
		});
	}

	#withSchema(answered: Answer, name: string, args: JsonObject, context: GatewayContext): Answer {
		const definition = this.listing.known(name, context);
		const fault = definition && argumentFault(args, definition);
		if (!definition || fault === undefined || fault === null) return answered;
		const note = schemaNote(name, fault, definition);
		if (!answered.ok)
			return ok({ kind: 'result', result: textResult(`${answered.error.message} ${note}`, true) });
		if (answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		const content = [...result.content, { type: 'text', text: note } as const];
		return ok({ ...answered.value, result: { ...result, content } });
	}
}
