// Treatment of a source's answer: further pages joined to it, passed or protected as config says.
import type { GatherSetting } from '../../config';
import { countingFor, type Policy, passThrough, stripResult, type Upstream } from '../../protect';
import { containerTape } from '../../shared/json/parse';
import type { JsonObject } from '../../shared/json-values';
import type { ToolResult } from '../../shared/tool-result';
import type { SplitCall } from '../asking/own-arguments';
import { asks } from '../asking/read-result';
import { isProtected, type Trail, type Treatment, weigh } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import type { ToolCall, ToolDefinition, ToolSource } from '../contract/tool-source';
import { type Gathered, gather } from '../paging/gather';
import { jsonOf, listIn, pageListOf } from '../paging/paged-list';
import { markersOf } from '../paging/paging-markers';
import { pagingArguments, readPage, spelledPage } from '../paging/server-paging';
import type { CallPorts } from './tool-caller';

/** UTF-16 units of an answer that is parsed; of a longer one only the two ends are looked at. */
const LONGEST_READ = 4_000_000;
const ENDS = 4_000;
/** The statement about further pages at the end of an answer. */
const SAYS_MORE =
	/"(?:has_?(?:more|next(?:_?page)?)|is_?truncated|truncated)"\s*:\s*true|"(?:@odata\.)?next_?(?:cursor|page_?token|token|link|url|records_?url|page)?"\s*:\s*(?:"[^"]|\d)/i;

/** Paging without a known definition: an answer's markers under their usual names. */
const USUAL_SCHEMA: JsonObject = { properties: { cursor: {}, page: {}, offset: {} } };

/** Words by which an item may say that the list in it is not whole. */
const PART_WORDS = /"(?:has_?(?:more|next\w*)|(?:is_?)?truncated|row_?count)"\s*:/i;

/** Tells whether an item holds a list of which it says that there is more: the rows of one of several statements. */
function isPart(item: string): boolean {
	const tape = PART_WORDS.test(item) ? containerTape(item) : undefined;
	const list = tape && listIn(tape);
	if (list?.pointer === undefined) return false;
	const { hasMore, isCut, rows = 0 } = markersOf(list.outline, list.pointer);
	return hasMore === true || isCut === true || rows > list.count;
}

/**
 * Returns the page after a server's answer, and whether nothing says, or makes likely, that there is more; without a
 * definition usual paging names are tried.
 */
function pageAfter(
	result: ToolResult,
	{ call: { args }, policy: { itemsPath }, treatment: { gather: setting } }: Answered,
	definition: ToolDefinition | undefined,
): Omit<Gathered, 'result'> {
	const text = result.isError ? undefined : jsonOf(result);
	if (text === undefined) return { complete: true };
	if (text.length > LONGEST_READ)
		return {
			complete: ![text.slice(0, ENDS), text.slice(-ENDS)].some((end) => SAYS_MORE.test(end)),
		};
	const tape = containerTape(text);
	if (!tape) return { complete: true };
	const list = listIn(tape, itemsPath);
	const paging = pagingArguments(definition?.inputSchema ?? USUAL_SCHEMA);
	const reading = readPage(list.outline, { ...list, args, paging, setting });
	const { next, total = 0, hasMore, isMarked } = reading;
	// A result without a list may be numbered and linked for other reasons.
	if (list.pointer === undefined) return { complete: !isMarked };
	if (!hasMore)
		return { complete: next === undefined && !pageListOf(result, itemsPath)?.items.some(isPart) };
	// Of a tool that is not known, it is not made up that it counts its pages.
	const isKnown = next && (definition || Object.keys(next.args).every((name) => name in args));
	const isTold = isKnown || next?.style === 'cursor' || next?.style === 'link';
	const spelled = next && isTold && !next.isGuess ? spelledPage(next) : undefined;
	const upstream: Upstream = {
		count: list.count,
		...(spelled !== undefined && { next: spelled }),
		...(total > list.count && { total }),
	};
	return { complete: false, upstream };
}

/** A call that its source has answered. */
export interface Answered {
	readonly source: ToolSource;
	/** Endpoint name. */
	readonly name: string;
	/** As the source got it. */
	readonly call: ToolCall;
	/** Loadline's part of the caller's arguments. */
	readonly wanted: SplitCall;
	readonly treatment: Treatment;
	/** Its policy, as it binds this call. */
	readonly policy: Policy;
	readonly variant: Parameters<typeof weigh>[0];
	readonly result: ToolResult;
}

/** Turns a source's answer into what the caller gets; off or in shadow as it came, unless the call asks otherwise. */
export class ReducedAnswers {
	constructor(private readonly ports: CallPorts) {}

	async of(answered: Answered, trail: Trail, context: GatewayContext): Promise<ToolResult> {
		const { source, name, call, wanted, treatment, policy, variant, result: given } = answered;
		const { own, protector } = this.ports;
		// A whole original is sent again as it was.
		if (source === own && own.facts(name)?.whole === 'original') {
			note(trail, weigh('off', given, policy));
			return given;
		}
		const { strip, gather: setting } = treatment;
		const { view, asking, args, gather } = wanted;
		const asksNothing =
			gather === undefined && Object.keys(view).length + Object.keys(asking).length === 0;
		if (variant === 'on' && strip.length === 0 && !setting && asksNothing) {
			const passed = passThrough(given, view, policy);
			// Without a field left out, only a policy of Loadline's own tools is on and protects nothing.
			if (passed && (source !== own || isProtected(policy))) {
				trail.note({ report: passed.report });
				return passed.place([]);
			}
		}
		const isAsked = Object.keys(view).length > 0 || asks(asking) || gather === true;
		// A page or fields that are asked for are given on either side of a rollout.
		const isOn = variant === 'on' || isAsked;
		const wantsPages = gather === true || (setting !== undefined && gather !== false);
		const gathered: Gathered =
			isOn && isProtected(policy) && source !== own && wantsPages
				? await this.#gathered(answered, setting, gather === true, trail, context)
				: { result: given, complete: true };
		if (!isOn) {
			const considered = variant === 'shadow' ? stripResult(given, strip) : given;
			note(trail, weigh(variant, considered, await countingFor(considered, view, policy)));
			return given;
		}
		const result = stripResult(gathered.result, strip);
		if (!isProtected(policy)) return result;
		// A gathered result tells by itself how the server goes on.
		const isPage = source !== own && gathered.result === given;
		const { complete, upstream } = isPage
			? pageAfter(result, answered, this.ports.catalog.recall(source, call.name, context))
			: gathered;
		const outgoing = { result, endpoint: name, args, view, policy, asking, complete, upstream };
		return protector.send(outgoing, trail, context);
	}

	/** The result with its server's further pages; what follows a failure is left. @param isAsked the call asked for them */
	async #gathered(
		{ source, call, result, policy: { itemsPath } }: Answered,
		setting: GatherSetting | undefined,
		isAsked: boolean,
		trail: Trail,
		context: GatewayContext,
	): Promise<Gathered> {
		const { catalog, clock } = this.ports;
		// A server's own progress is of one page, not of all.
		const quiet: GatewayContext = {
			...context,
			notify: (method, params) => {
				if (method !== 'notifications/progress') context.notify(method, params);
			},
		};
		const found = await catalog.definition(source, call.name, context);
		const definition = found.ok ? found.value : undefined;
		const gathered = await gather(
			{ call, result, definition, setting: setting ?? {}, isAsked, itemsPath },
			{ ask: (page) => source.callTool(page, quiet), clock },
			context,
		);
		trail.note({ original: gathered.result });
		return gathered;
	}
}

const note = (trail: Trail, report: ReturnType<typeof weigh>): void =>
	trail.note(report ? { report } : {});
