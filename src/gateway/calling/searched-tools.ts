// Tools that are searched: `find_tools` and `call_tool` as a caller uses them, instead of a list of all
// (docs/gateway.md "What a list of tools costs"). What they take and say: tool-search.ts. And the tools that are probably
// meant by a name that no tool has: misspelled, cut, or behind the name of another server.

import { defined, type JsonObject } from '../../shared/json-values';
import { nearestNames } from '../../shared/nearest-names';
import { err, ok } from '../../shared/result';
import { textResult } from '../../shared/tool-result';
import { OWN_ARGUMENT } from '../asking/own-arguments';
import type { GatewayContext } from '../contract/gateway';
import { READ_RESULT, withoutSource } from '../contract/names';
import type { Answer, ToolCall } from '../contract/tool-source';
import type { ToolListing, ToolListingPorts } from '../listing/tool-listing';
import {
	argumentFault,
	CALL_TOOL,
	FIND_TOOLS,
	findCall,
	foundAnswer,
	schemaNote,
	wrappedCall,
} from '../listing/tool-search';
import { isFailed } from './call-arguments';
import type { ToolCaller } from './tool-caller';

/** Tools that are named. */
const MOST = 3;
/** A name as the protocol has them: others are no words for a sentence of ours. */
const NAME = /^[\w./:-]{1,128}$/;

/** Answers `find_tools` and `call_tool` for one request, and names at most three tools of the caller's own scope to a call whose name no tool has. */
export class SearchedTools {
	constructor(
		private readonly ports: ToolListingPorts,
		private readonly listing: ToolListing,
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
		if (await this.#isListed(name, context)) return this.#withSchema(answered, name, args, context);
		const closest = await this.#closest(name, context);
		return refused(
			`Unknown tool: ${name.slice(0, 200)}.${closest && ` ${closest}`} find_tools {"query":"…"} searches them.`,
		);
	}

	#find(args: JsonObject, context: GatewayContext): Promise<Answer> {
		return this.caller.ownTool({ name: FIND_TOOLS, args }, context, async () => {
			const call = findCall(args);
			if (!call.ok) return textResult(call.error, true);
			return foundAnswer(await this.listing.search(call.value.query, context), call.value);
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

	/** A failed answer, with the closest tools where it failed for want of one; a server alone speaks for itself. */
	async told(answered: Answer, name: string, context: GatewayContext): Promise<Answer> {
		if (await this.#isListed(name, context)) return answered;
		const isTheirs = answered.ok || answered.error.rpc !== undefined;
		if (isTheirs && context.scope.upstream !== undefined) return answered;
		const closest = await this.#closest(name, context);
		if (closest === '') return answered;
		if (!answered.ok) {
			const { rpc, message } = answered.error;
			const told = (text: string) => `${text}${/[.!?]$/.test(text) ? '' : '.'} ${closest}`;
			return err({
				...answered.error,
				message: told(message),
				...(rpc && { rpc: { ...rpc, message: told(rpc.message) } }),
			});
		}
		if (answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		const content = [...result.content, { type: 'text', text: closest } as const];
		return ok({ ...answered.value, result: { ...result, content } });
	}

	/** Returns whether the caller has a tool of this name, listed or not. */
	async #isListed(name: string, context: GatewayContext): Promise<boolean> {
		const { own, catalog } = this.ports;
		const endpoint = await this.listing.endpoint(name, context);
		const source = endpoint && this.listing.source(endpoint.source);
		if (!endpoint || !source) return name === READ_RESULT;
		if (source === own) return own.facts(endpoint.tool) !== undefined || name === READ_RESULT;
		return catalog.lists(source, endpoint.tool, context);
	}

	/** `The closest are a, b, c.`, of the tools that the caller may call; empty where none is close. */
	async #closest(name: string, context: GatewayContext): Promise<string> {
		const all = await this.listing.search('', context);
		const bare = withoutSource(name);
		// Of two names of one server what they have in common says nothing.
		const formsOf = (each: string) =>
			bare === name ? [each, withoutSource(each)] : [withoutSource(each)];
		const names = all.map((tool) => tool.name);
		const near = nearestNames(bare, names, MOST, formsOf);
		const found = near.length > 0 ? near : await this.#related(bare, all.length, context);
		const closest = found.filter((each) => NAME.test(each));
		return closest.length === 0 ? '' : `The closest are ${closest.join(', ')}.`;
	}

	/** The tools that a search for the words of a name finds; none where these words say nothing of a tool. */
	async #related(name: string, all: number, context: GatewayContext): Promise<readonly string[]> {
		const found = await this.listing.search(name.slice(0, 200), context);
		return found.length < all ? found.slice(0, MOST).map((tool) => tool.name) : [];
	}
}
