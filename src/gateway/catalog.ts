// The tools of a scope: every source asked for itself, one that fails costs only its own tools.
import { ok, type Result } from '../shared/result';
import type { GatewayContext } from './gateway';
import { inTurns } from './in-turns';
import { listedDefinition } from './listed-definition';
import { type Endpoint, shownName } from './names';
import { relaxOutputSchema } from './output-schema';
import { withOwnArguments } from './own-arguments';
import { hasPaging, pagingArguments } from './server-paging';
import { interfaceHere } from './shared-scope';
import type { SourceFault, ToolDefinition, ToolSource } from './tool-source';
import { isProtected, type Treatment } from './variant';

/** Milliseconds for which a source's definitions are used without asking again. */
const FRESH_MS = 60_000;
/** Lists remembered, and slow sources: one for each source and principal. */
const MOST_LISTS = 200;
/** How long a list of several sources waits. */
const PATIENCE = { eachMs: 4_000, allMs: 25_000 };
/** Milliseconds for which a source that was too slow is not asked for its list. */
const ALONE_MS = 30_000;

interface Known {
	/** Until when it is used without asking. */
	freshUntil: number;
	readonly tools: ReadonlyMap<string, ToolDefinition>;
	/** The same, in order. */
	readonly listed: readonly ToolDefinition[];
}

/** Remembers, per isolate, what sources listed to whom. */
export class Catalog {
	readonly #known = new Map<string, Known>();
	readonly #slowUntil = new Map<string, number>();
	/** A source is made anew when the configuration changes: what another listed is not its list. */
	readonly #numbers = new WeakMap<ToolSource, number>();
	#sources = 0;
	readonly #now: () => number;

	/** `now` in milliseconds since the epoch. */
	constructor(now: () => number) {
		this.#now = now;
	}

	/**
	 * The tools of one source as it defines them, asked again where they may have changed: another
	 * isolate may have told the caller so.
	 */
	async list(
		source: ToolSource,
		context: GatewayContext,
	): Promise<Result<readonly ToolDefinition[], SourceFault>> {
		const fresh = this.#fresh(source, context);
		if (fresh && !(await source.mayHaveChanged?.(context))) return ok(fresh.listed);
		return this.#ask(source, context);
	}

	/**
	 * The tools of several sources, in their order. None may keep the others waiting: one that does not
	 * answer in time gives what it is known for, is left alone for a while, and then comes last.
	 */
	async listAll(
		sources: readonly ToolSource[],
		context: GatewayContext,
	): Promise<(readonly ToolDefinition[])[]> {
		const slowUntil = (source: ToolSource) =>
			this.#slowUntil.get(this.#keyOf(source, context)) ?? 0;
		const asked = sources
			.filter((source) => !this.#fresh(source, context) && slowUntil(source) <= this.#now())
			.sort((one, other) => slowUntil(one) - slowUntil(other));
		const turns = await inTurns(asked, PATIENCE, context.signal, (source, signal) =>
			this.#ask(source, { ...context, signal }),
		);
		const failed = new Set<ToolSource>();
		for (const [at, source] of asked.entries()) {
			const turn = turns[at];
			if (turn?.kind === 'late' && !context.signal.aborted) this.#noteSlow(source, context);
			if (turn?.kind === 'done') {
				this.#slowUntil.delete(this.#keyOf(source, context));
				if (!turn.value.ok) failed.add(source);
			}
		}
		return sources.map((source) => (failed.has(source) ? [] : this.recallAll(source, context)));
	}

	/** The source says that its list has changed: whoever it listed to, it is asked again. */
	forget(source: ToolSource): void {
		const start = `[${this.#numberOf(source)},`;
		for (const [key, known] of this.#known) if (key.startsWith(start)) known.freshUntil = 0;
	}

	/** The tools of a source that were seen before, however long ago. */
	recallAll(source: ToolSource, context: GatewayContext): readonly ToolDefinition[] {
		return this.#known.get(this.#keyOf(source, context))?.listed ?? [];
	}

	/** A definition seen before, however long ago. */
	recall(source: ToolSource, tool: string, context: GatewayContext): ToolDefinition | undefined {
		return this.#known.get(this.#keyOf(source, context))?.tools.get(tool);
	}

	/** Whether a source lists a tool, or did; a source that cannot be asked is taken to. */
	async lists(source: ToolSource, tool: string, context: GatewayContext): Promise<boolean> {
		const known = () => this.#known.get(this.#keyOf(source, context))?.tools.has(tool);
		// What is fresh is not asked again: many unknown names in a row are no reason to ask for each.
		if (!known()) await this.listAll([source], context);
		return known() ?? true;
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
		const known = this.recall(source, tool, context);
		if (!known || !this.#fresh(source, context)) {
			const listed = await this.#ask(source, context);
			if (!listed.ok && !known) return listed;
		}
		return ok(this.recall(source, tool, context));
	}

	async #ask(source: ToolSource, context: GatewayContext) {
		const listed = await source.listTools(context);
		if (listed.ok) this.#remember(source, context, listed.value);
		return listed;
	}

	#fresh(source: ToolSource, context: GatewayContext): Known | undefined {
		const known = this.#known.get(this.#keyOf(source, context));
		return known && this.#now() < known.freshUntil ? known : undefined;
	}

	#remember(source: ToolSource, context: GatewayContext, tools: readonly ToolDefinition[]): void {
		const key = this.#keyOf(source, context);
		this.#known.delete(key);
		this.#known.set(key, {
			freshUntil: this.#now() + FRESH_MS,
			tools: new Map(tools.map((tool) => [tool.name, tool])),
			listed: tools,
		});
		const oldest = this.#known.keys().next().value;
		if (this.#known.size > MOST_LISTS && oldest !== undefined) this.#known.delete(oldest);
	}

	#noteSlow(source: ToolSource, context: GatewayContext): void {
		if (this.#slowUntil.size > MOST_LISTS) this.#slowUntil.clear();
		this.#slowUntil.set(this.#keyOf(source, context), this.#now() + ALONE_MS);
	}

	/** Tools may vary by caller, so what one was told is not said to another. */
	#keyOf(source: ToolSource, { principal }: GatewayContext): string {
		return JSON.stringify([this.#numberOf(source), principal.workspace, principal.id]);
	}

	#numberOf(source: ToolSource): number {
		const number = this.#numbers.get(source) ?? ++this.#sources;
		this.#numbers.set(source, number);
		return number;
	}
}

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
		...(context.scope.upstream === undefined && interfaceHere(endpoint.source, listed)),
		...(hasArguments && { inputSchema: withOwnArguments(listed.inputSchema, isPaged) }),
		...(isChanged &&
			listed.outputSchema && { outputSchema: relaxOutputSchema(listed.outputSchema) }),
	};
}
