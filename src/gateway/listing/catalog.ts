// The tools of a scope: every source asked for itself, one that fails costs only its own tools. A definition is
// listed as the server's own, without what goes without saying (docs/gateway.md "What a list of tools costs").
import type { JsonObject } from '../../shared/json-values';
import { onceFor } from '../../shared/once';
import { remember } from '../../shared/remember';
import { ok } from '../../shared/result';
import {
	listedArguments,
	OWN_ARGUMENT,
	ownsReserved,
	withOwnArguments,
} from '../asking/own-arguments';
import { isProtected, listsArguments, type Treatment } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { limitConcurrency } from '../contract/limit-concurrency';
import { type Endpoint, shownName } from '../contract/names';
import type { ToolDefinition, ToolSource } from '../contract/tool-source';
import { isLoginList } from '../upstream/with-login';
import { KnownList, KnownLists } from './known-lists';
import { interfaceHere } from './shared-scope';

/** Dialects in which a schema without any of `DIALECTAL` means the same. */
const DIALECTS = /^https?:\/\/json-schema\.org\/draft(?:\/2020-12|\/2019-09|-07)\/schema#?$/;
/** Keywords that a dialect gives a meaning of its own. */
const DIALECTAL =
	/"(?:definitions|dependencies|additionalItems|\$recursiveRef|\$dynamicRef|\$anchor|\$id|\$ref|unevaluated\w+|prefixItems|items":\s*\[)/;

/** The definition; the dialect goes without saying where every one of them reads the schema alike. */
function listedDefinition(tool: ToolDefinition): ToolDefinition {
	const { $schema: dialect, ...inputSchema } = tool.inputSchema;
	if (typeof dialect !== 'string' || !DIALECTS.test(dialect)) return tool;
	return DIALECTAL.test(JSON.stringify(inputSchema)) ? tool : { ...tool, inputSchema };
}

/** Returns true for the schema of a tool with arguments that headers of the request repeat. */
export const mirrorsArguments = onceFor((inputSchema: JsonObject) =>
	JSON.stringify(inputSchema).includes('"x-mcp-header"'),
);

/** Milliseconds for which a source's definitions are used without asking again. */
const FRESH_MS = 60_000;
/** Capabilities of clients on which servers make tools depend. */
const ASKED = ['elicitation', 'sampling', 'roots'] as const;
const MOST_SLOW = 200;
/** Timeout of a list of several sources. */
const PATIENCE = { eachMs: 4_000, allMs: 25_000 };
/** Milliseconds for which a source that was too slow is not asked for its list. */
const ALONE_MS = 30_000;

/** Remembers, per isolate, what sources listed to whom. */
export class Catalog {
	readonly #known = new KnownLists();
	readonly #slowUntil = new Map<string, number>();
	/** A source is made anew when the configuration changes: what another listed is not its list. */
	readonly #numbers = new WeakMap<ToolSource, number>();
	#sources = 0;
	/** A tool was listed whose arguments are repeated in headers of its calls. */
	hasMirroring = false;

	/** `now` in milliseconds since the epoch. */
	constructor(private readonly now: () => number) {}

	/** The tools of one source as it defines them, asked again where they may have changed: another isolate may have said. */
	async list(source: ToolSource, context: GatewayContext) {
		const fresh = this.#fresh(source, context);
		if (fresh && !(await source.mayHaveChanged?.(context))) return ok(fresh.listed);
		return this.#ask(source, context);
	}

	/**
	 * The tools of several sources, in their order. None may keep the others waiting: one that does not
	 * answer in time gives what it is known for, is left alone for a while, and then comes last.
	 */
	async listAll(sources: readonly ToolSource[], context: GatewayContext) {
		const keyOf = (source: ToolSource) => this.#keyOf(source, context);
		const keys = sources.map(keyOf);
		const slowUntil = (source: ToolSource) => this.#slowUntil.get(keyOf(source)) ?? 0;
		const asked = sources
			.filter((source) => !this.#fresh(source, context) && slowUntil(source) <= this.now())
			.sort((one, other) => slowUntil(one) - slowUntil(other));
		this.#known.fit(keys);
		const turns = await limitConcurrency(
			asked,
			PATIENCE,
			context.signal,
			async (source, signal) => {
				const listed = await this.#ask(source, { ...context, signal }, keys);
				return listed.ok;
			},
		);
		const failed = new Set<ToolSource>();
		for (const [at, source] of asked.entries()) {
			const turn = turns[at];
			if (turn?.kind === 'late' && !context.signal.aborted)
				remember(this.#slowUntil, keyOf(source), this.now() + ALONE_MS, MOST_SLOW);
			if (turn?.kind === 'done') {
				this.#slowUntil.delete(keyOf(source));
				if (!turn.value) failed.add(source);
			}
		}
		return sources.map((source) =>
			failed.has(source) ? [] : (this.known(source, context)?.listed ?? []),
		);
	}

	/** The source says that its list has changed: whoever it listed to, it is asked again. */
	forget(source: ToolSource): void {
		this.#known.expire(`[${this.#numberOf(source)},`);
	}

	/** The list of a source as it was seen before, however long ago. */
	known(source: ToolSource, context: GatewayContext): KnownList | undefined {
		return this.#known.get(this.#keyOf(source, context));
	}

	/** A definition of it. */
	recall(source: ToolSource, tool: string, context: GatewayContext): ToolDefinition | undefined {
		return this.#known.get(this.#keyOf(source, context))?.tool(tool);
	}

	/** Returns whether a source lists a tool, or did; true for a source that cannot be asked. */
	async lists(source: ToolSource, tool: string, context: GatewayContext): Promise<boolean> {
		// A fresh list is not asked for again, however many unknown names come in a row.
		if (!this.known(source, context)?.tool(tool)) await this.listAll([source], context);
		const list = this.known(source, context);
		return !list || list.left > 0 || list.tool(tool) !== undefined;
	}

	/**
	 * A definition, asked for when it is not known or old; undefined when the source has none.
	 * An old one serves while the source cannot be asked; without one its fault is given.
	 */
	async definition(source: ToolSource, tool: string, context: GatewayContext) {
		const known = this.recall(source, tool, context);
		if (!known || !this.#fresh(source, context)) {
			const listed = await this.#ask(source, context);
			if (!listed.ok && !known) return listed;
			const beyond = listed.ok && listed.value.find(({ name }) => name === tool);
			const list = this.known(source, context);
			if (beyond && !list?.tool(tool)) list?.add(beyond);
		}
		return ok(this.recall(source, tool, context));
	}

	/** @param wanted keys of the lists that are wanted together with this one */
	async #ask(source: ToolSource, context: GatewayContext, wanted?: readonly string[]) {
		const listed = await source.listTools(context);
		if (listed.ok) {
			this.hasMirroring ||= listed.value.some(({ inputSchema }) => mirrorsArguments(inputSchema));
			const freshUntil = isLoginList(listed.value) ? 0 : this.now() + FRESH_MS;
			const list = new KnownList(listed.value, freshUntil);
			this.#known.put(this.#keyOf(source, context), list, wanted);
		}
		return listed;
	}

	#fresh(source: ToolSource, context: GatewayContext): KnownList | undefined {
		const known = this.#known.get(this.#keyOf(source, context));
		return known && this.now() < known.freshUntil ? known : undefined;
	}

	/** Tools may vary by caller and by what its client can be asked, so what one was told is not said to another. */
	#keyOf(source: ToolSource, { principal, clientCapabilities = {} }: GatewayContext): string {
		const { workspace, id } = principal;
		const key = [this.#numberOf(source), workspace, id];
		for (const name of ASKED) if (name in clientCapabilities) key.push(name);
		return JSON.stringify(key);
	}

	#numberOf(source: ToolSource): number {
		const number = this.#numbers.get(source) ?? ++this.#sources;
		this.#numbers.set(source, number);
		return number;
	}
}

/** A source's tool as callers of the scope see it: for all alike, whoever of them is protected. @param outline an expression by which its long results can be asked */
export function advertised(
	tool: ToolDefinition,
	endpoint: Endpoint,
	treatment: Treatment,
	context: GatewayContext,
	outline?: string,
): ToolDefinition {
	const { policy, strip, canBeProtected } = treatment;
	const isChanged = canBeProtected && (isProtected(policy) || strip.length > 0);
	const listed = listedDefinition(tool);
	const { inputSchema, outputSchema } = listed;
	return {
		...listed,
		name: shownName(endpoint, context.scope),
		...(context.scope.upstream === undefined && interfaceHere(endpoint.source, listed)),
		...(outline !== undefined && described(listed, treatment, outline)),
		...(listsArguments(treatment) && { inputSchema: withOwnArguments(inputSchema) }),
		...(isChanged && outputSchema && { outputSchema: relaxOutputSchema(outputSchema) }),
	};
}

/** The description with a question that answers in few tokens, and its language: 20 at most. */
function described(
	{ description, inputSchema }: ToolDefinition,
	treatment: Treatment,
	outline: string,
): Pick<ToolDefinition, 'description'> {
	const isListed = listsArguments(treatment) && listedArguments(inputSchema).includes('select');
	const isTold = isListed || (treatment.arguments !== 'never' && !ownsReserved(inputSchema));
	if (!(treatment.learn && treatment.canBeProtected && isProtected(treatment.policy) && isTold))
		return {};
	const question = isListed ? `select="${outline}"` : `${OWN_ARGUMENT}={"select":"${outline}"}`;
	return { description: `${description ? `${description} ` : ''}JMESPath: ${question}` };
}

/** Property names and descriptions of the root; no assertion but the root being an object. */
export function relaxOutputSchema(schema: JsonObject): JsonObject {
	const description = descriptionOf(schema);
	if (schema.type !== 'object') return description;
	const properties = schema.properties;
	if (typeof properties !== 'object' || properties === null)
		return { type: 'object', ...description };
	const kept = Object.entries(properties).map(([name, value]) => [name, descriptionOf(value)]);
	return { type: 'object', ...description, properties: Object.fromEntries(kept) };
}

const descriptionOf = (schema: unknown): JsonObject => {
	const text = (schema as { description?: unknown } | null)?.description;
	return typeof text === 'string' ? { description: text } : {};
};
