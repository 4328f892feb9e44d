// The tools of a scope: every source asked for itself, one that fails costs only its own tools.
import { ok, type Result } from '../shared/result';
import type { GatewayContext } from './gateway';
import { listedDefinition } from './listed-definition';
import { type Endpoint, shownName } from './names';
import { relaxOutputSchema } from './output-schema';
import { withOwnArguments } from './own-arguments';
import { hasPaging, pagingArguments } from './server-paging';
import type { SourceFault, ToolDefinition, ToolSource } from './tool-source';
import { isProtected, type Treatment } from './variant';

/** Milliseconds for which a source's definitions are used without asking again. */
const FRESH_MS = 60_000;
/** Lists remembered, and slow sources: one for each source and principal. */
const MOST_LISTS = 200;
/** Milliseconds that a list of several sources waits for one of them. */
const PATIENCE_MS = 4_000;
/** Milliseconds for which a source that was too slow is not asked for its list. */
const ALONE_MS = 30_000;

interface Known {
	readonly at: number;
	readonly tools: ReadonlyMap<string, ToolDefinition>;
	/** The same, in order. */
	readonly listed: readonly ToolDefinition[];
}

/** Remembers, per isolate, what sources listed to whom. */
export class Catalog {
	readonly #known = new Map<string, Known>();
	readonly #slowUntil = new Map<string, number>();
	readonly #now: () => number;

	/** `now` in milliseconds since the epoch. */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** The tools of one source as it defines them. */
	async list(
		source: ToolSource,
		context: GatewayContext,
	): Promise<Result<readonly ToolDefinition[], SourceFault>> {
		const listed = await source.listTools(context);
		if (listed.ok) this.#remember(source, context, listed.value);
		return listed;
	}

	/**
	 * The tools of one source among several, none of which may keep the others waiting: a source
	 * that does not answer in time gives what it is known for, and is left alone for a while.
	 */
	async listAmongOthers(
		source: ToolSource,
		context: GatewayContext,
	): Promise<readonly ToolDefinition[]> {
		const key = keyOf(source, context);
		const known = () => this.#known.get(key)?.listed ?? [];
		const begun = this.#now();
		if (begun < (this.#slowUntil.get(key) ?? 0)) return known();
		const signal = AbortSignal.any([context.signal, AbortSignal.timeout(PATIENCE_MS)]);
		const listed = await this.list(source, { ...context, signal });
		if (listed.ok) {
			this.#slowUntil.delete(key);
			return listed.value;
		}
		if (this.#now() - begun < PATIENCE_MS - 100) return [];
		if (this.#slowUntil.size > MOST_LISTS) this.#slowUntil.clear();
		this.#slowUntil.set(key, this.#now() + ALONE_MS);
		return known();
	}

	/** As `listAmongOthers`, but what was listed a moment ago is not asked for again. */
	async listRecent(
		source: ToolSource,
		context: GatewayContext,
	): Promise<readonly ToolDefinition[]> {
		const known = this.#known.get(keyOf(source, context));
		const isFresh = known !== undefined && this.#now() - known.at < FRESH_MS;
		return isFresh ? known.listed : this.listAmongOthers(source, context);
	}

	/** The tools of a source that were seen before, however long ago. */
	recallAll(source: ToolSource, context: GatewayContext): readonly ToolDefinition[] {
		return this.#known.get(keyOf(source, context))?.listed ?? [];
	}

	/** A definition seen before, however long ago. */
	recall(source: ToolSource, tool: string, context: GatewayContext): ToolDefinition | undefined {
		return this.#known.get(keyOf(source, context))?.tools.get(tool);
	}

	/** Whether a source lists a tool, or did; a source that cannot be asked is taken to. */
	async lists(source: ToolSource, tool: string, context: GatewayContext): Promise<boolean> {
		const key = keyOf(source, context);
		if (this.#known.get(key)?.tools.has(tool)) return true;
		const isFresh = this.#now() - (this.#known.get(key)?.at ?? 0) < FRESH_MS;
		// Many unknown names in a row are no reason to ask for each.
		if (!isFresh) await this.listAmongOthers(source, context);
		return this.#known.get(key)?.tools.has(tool) ?? true;
	}

	/**
	 * A definition, asked for when it is not known or old; undefined when the source has none.
	 * An old one serves while the source cannot be asked; without one its fault is given.
	 */
	async definition(
		source: ToolSource,
		tool: string,
		context: GatewayContext,
	): Promise<Result<ToolDefinition | undefined, SourceFault>> {
		const known = this.#known.get(keyOf(source, context));
		const isFresh = known !== undefined && this.#now() - known.at < FRESH_MS;
		if (!isFresh || !known.tools.has(tool)) {
			const listed = await this.list(source, context);
			if (!listed.ok && !known?.tools.has(tool)) return listed;
		}
		return ok(this.recall(source, tool, context));
	}

	#remember(source: ToolSource, context: GatewayContext, tools: readonly ToolDefinition[]): void {
		const key = keyOf(source, context);
		this.#known.delete(key);
		this.#known.set(key, {
			at: this.#now(),
			tools: new Map(tools.map((tool) => [tool.name, tool])),
			listed: tools,
		});
		const oldest = this.#known.keys().next().value;
		if (this.#known.size > MOST_LISTS && oldest !== undefined) this.#known.delete(oldest);
	}
}

/** Tools may vary by caller, so what one was told is not said to another. */
const keyOf = (source: ToolSource, { principal }: GatewayContext): string =>
	JSON.stringify([principal.workspace, principal.id, source.name]);

/**
 * A source's tool as callers of the scope see it: for all alike, whoever of them is protected.
 *
 * @param pays whether Loadline's arguments are worth their tokens with it, as far as it was seen
 */
export function advertised(
	tool: ToolDefinition,
	endpoint: Endpoint,
	treatment: Treatment,
	context: GatewayContext,
	pays: () => boolean,
): ToolDefinition {
	const { policy, strip, canBeProtected } = treatment;
	const name = shownName(endpoint, context.scope);
	const isReduced = canBeProtected && isProtected(policy);
	const isChanged = isReduced || (canBeProtected && strip.length > 0);
	const listed = listedDefinition(tool);
	const hasArguments =
		isReduced && (treatment.arguments === 'always' || (treatment.arguments === 'auto' && pays()));
	const isPaged = hasArguments && hasPaging(pagingArguments(tool.inputSchema));
	return {
		...listed,
		name,
		...(hasArguments && { inputSchema: withOwnArguments(listed.inputSchema, isPaged) }),
		...(isChanged &&
			listed.outputSchema && { outputSchema: relaxOutputSchema(listed.outputSchema) }),
	};
}
