// Protection of a result: protect decides, the handle store keeps the rest behind handles, and a handle
// that comes back is read on from there (docs/protect.md).
import { entryFor, policyFor } from '../../config';
import {
	beginText,
	countingFor,
	countingToRead,
	excerptFor,
	isAsked,
	isExcerpt,
	objectDocument,
	protect,
	type ReadCall,
	read,
} from '../../protect';
import type { Sha256 } from '../../shared/hash';
import type { JsonObject } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import type { JsonText, ToolResult } from '../../shared/tool-result';
import { withRoom } from '../asking/answer';
import type { SplitCall } from '../asking/own-arguments';
import { type Outgoing, QueryService } from '../asking/query-service';
import { noted } from '../asking/queryable';
import { type AskingCall, asks, type ReadResultCall, readResultCall } from '../asking/read-result';
import { Referrer } from '../asking/referrer';
import { type Opener, ResultStore, type ResultStorePorts, type Run } from '../asking/result-store';
import { type CallFacts, plannedPolicy, type Trail, treatmentOf } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { digestArguments } from '../contract/names';
import type { HandleCall, Opened } from '../handles/handle-store';
import type { HandleFault } from '../handles/handles';
import type { LearntPlans } from '../sessions/learnt-plans';

/** Dependencies of protecting and keeping results. */
export interface ProtectorPorts extends ResultStorePorts {
	readonly sha256: Sha256;
	/** Plans of first answers; absent: as configured. */
	readonly plans?: Pick<LearntPlans, 'of'>;
}

type Opening = (how: Pick<HandleCall, 'excerpt'>) => Promise<Result<Opened, HandleFault>>;

/** Fields of a call that reads on; of a pointer, those below an item. */
function askedIn({
	view,
	pointer = '',
}: Omit<ReadCall, 'position'>): NonNullable<CallFacts['asked']> {
	const [, below = ''] = /\/\d+\/(.+)$/.exec(pointer) ?? [];
	const inItem = below.replaceAll(/\/\d+(?=\/|$)/g, '').replaceAll('/', '.');
	const fields = [...(view.fields ?? []), ...(inItem === '' ? [] : [inItem])];
	return { step: fields.length > 0 ? 'fields' : 'page', fields };
}

/** Sends results within their limits and reads on from handles, under one configuration; asks no source. */
export class Protector {
	readonly #keeper: ResultStore;
	readonly #asker: QueryService;
	/** Values that go from result to tool. */
	readonly referrer: Referrer;

	constructor(private readonly ports: ProtectorPorts) {
		this.#keeper = new ResultStore(ports);
		this.#asker = new QueryService(this.#keeper);
		this.referrer = new Referrer(this.#keeper, ports.config, ports.sha256);
	}

	/** The result within its limits. */
	async send(outgoing: Outgoing, trail: Trail, context: GatewayContext): Promise<ToolResult> {
		const { result, endpoint, args, view, asking = {}, upstream, complete = true } = outgoing;
		const argsDigest = await digestArguments(args, this.ports.sha256);
		if (asking.tokens !== undefined) trail.note({ tokens: asking.tokens });
		if (asks(asking) && result.isError !== true)
			return this.#asker.first(outgoing, argsDigest, trail, context);
		const policy = withRoom(await this.#planned(outgoing, context), asking.tokens);
		const counted = await countingFor(result, view, policy);
		await this.#keeper.read(result, context.principal);
		const outcome = protect(result, { view, ...(upstream && { upstream }) }, counted);
		trail.note({ report: outcome.report });
		const { document, outline } = outcome;
		if (!document) return outcome.place([]);
		if (!isAsked(view))
			trail.note({ asked: { step: 'first', fields: [], ...(outline && { outline }) } });
		const kept = {
			...outcome,
			document: noted(document, { complete }),
			place: (handles: readonly string[] | null) => {
				trail.note(handles?.[0] === undefined ? {} : { handle: handles[0] });
				return outcome.place(handles);
			},
		};
		return this.#keeper.place(kept, { tool: endpoint, argsDigest, policy }, context);
	}

	/** The policy by what was learnt of the tool; as it is for a call that says what it wants. */
	async #planned({ endpoint, view, asking, policy }: Outgoing, context: GatewayContext) {
		const { plans, config } = this.ports;
		const isOpen = plans && !isAsked(view) && asking?.tokens === undefined;
		if (!isOpen || !treatmentOf(config, endpoint).learn) return policy;
		const plan = await plans.of(endpoint, context);
		return plan ? plannedPolicy(policy, plan, entryFor(config, endpoint)) : policy;
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
	): Promise<{ readonly text: string; readonly chunk?: JsonObject }> {
		const policy = policyFor(this.ports.config, endpoint);
		const outcome = beginText(text, tokens, policy);
		const kept = { tool: endpoint, argsDigest: '', policy };
		const [first, added] = (await this.#keeper.place(outcome, kept, context)).content.map(
			(block) => (typeof block.text === 'string' ? block.text : ''),
		);
		if (outcome.report.act === 'passthrough' || added === undefined) return { text };
		return { text: first ?? '', chunk: JSON.parse(added) as JsonObject };
	}

	/** Keeps an object that is not sent, made by `endpoint`, for `read_result`; undefined when it could not be stored. */
	async keep(
		json: JsonText,
		endpoint: string,
		{ principal }: Pick<GatewayContext, 'principal'>,
	): Promise<string | undefined> {
		const toKeep = {
			document: objectDocument(json),
			policy: policyFor(this.ports.config, endpoint),
			tool: endpoint,
			argsDigest: '',
			principal,
		};
		const whole = { kind: 'whole', offset: 0, limit: 0 } as const;
		const kept = await this.#keeper.keep(toKeep, [whole]);
		return kept.ok ? kept.value[0] : undefined;
	}

	/** A tool called with a handle: served from the snapshot, the source is not asked. */
	async goOn(
		{ cursor, view, asking, args, repeated, misread }: SplitCall,
		endpoint: string,
		trail: Trail,
		context: GatewayContext,
	): Promise<Result<ToolResult, string>> {
		trail.note({ cursorUse: 'cursor' });
		const open = async (of: JsonObject, how: Pick<HandleCall, 'excerpt'>) => {
			const argsDigest = await digestArguments(of, this.ports.sha256);
			const by = { tool: endpoint, argsDigest, argument: 'cursor' } as const;
			return this.#keeper.open(cursor, { ...by, ...how }, endpoint, context);
		};
		const openEither: Opening = async (how) => {
			const opened = await open(args, how);
			if (opened.ok || opened.error.code !== 'other_arguments' || !repeated) return opened;
			const again = await open(repeated, how);
			if (again.ok || misread === undefined) return again;
			return err({ code: again.error.code, text: misread });
		};
		return this.#readOn(openEither, { view, asking }, trail, context);
	}

	/** `read_result`: opens the handle of any tool. */
	async read(
		args: JsonObject,
		trail: Trail,
		context: GatewayContext,
	): Promise<Result<ToolResult, string>> {
		trail.note({ cursorUse: 'read_result' });
		const { maxPageSize, maxAnswerTokens: maxTokens } = this.ports.config;
		const call = readResultCall(args, { maxPageSize, maxTokens });
		if (!call.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			return call;
		}
		const { value } = call;
		return 'handles' in value
			? this.#keeper.ask(context, (run) => this.#asker.join(value, trail, context, run), trail)
			: this.open(value, trail, context);
	}

	/** Returns whether this server gave the caller such a handle, kept or not. */
	isIssued(handle: unknown, { principal }: Pick<GatewayContext, 'principal'>): Promise<boolean> {
		return this.#keeper.handleStore.isIssued(handle, principal);
	}

	async open(
		{ handle, ...call }: ReadResultCall,
		trail: Trail,
		context: Opener,
	): Promise<Result<ToolResult, string>> {
		const open: Opening = async (excerpt) => {
			const opened = await this.#keeper.openHandle(handle, context, excerpt);
			if (opened.ok) trail.goOn(opened.value.snapshot.tool, 'read_result');
			return opened;
		};
		return this.#readOn(open, call, trail, context);
	}

	#refused({ code, text }: HandleFault, trail: Trail): Result<never, string> {
		trail.note({ errorCode: `cursor_${code}` });
		return err(text);
	}

	/** A question is about all of a result, and has its turn; of a long one else only the page that is asked for is read. */
	async #readOn(
		open: Opening,
		{ asking, ...call }: Omit<ReadCall, 'position'> & { asking: AskingCall },
		trail: Trail,
		context: Opener,
		isWhole = false,
	): Promise<Result<ToolResult, string>> {
		const question = async (run: Run) => {
			const opened = await open({});
			if (!opened.ok) return this.#refused(opened.error, trail);
			const { snapshot } = opened.value;
			trail.note({ handle: snapshot.id });
			return this.#asker.again(snapshot, asking, call, trail, context, run);
		};
		if (asks(asking)) return this.#keeper.ask(context, question, trail);
		const excerpt: HandleCall['excerpt'] = (document, position, policy) =>
			excerptFor(document, { ...call, position }, policy);
		const opened = await open(isWhole ? {} : { excerpt });
		if (!opened.ok) return this.#refused(opened.error, trail);
		const { snapshot, position } = opened.value;
		trail.note({ handle: snapshot.id });
		const policy = withRoom(snapshot.policy, asking.tokens);
		const counted = await countingToRead(snapshot.document, policy);
		const outcome = read(snapshot.document, { ...call, position }, counted);
		if (!outcome.ok) {
			trail.note({ errorCode: 'invalid_arguments' });
			return outcome;
		}
		const { document, viewKey, positions } = outcome.value;
		// A view of its own is made of the whole document.
		if (document && isExcerpt(snapshot.document))
			return this.#readOn(open, { asking, ...call }, trail, context, true);
		trail.note({ asked: askedIn(call) });
		trail.note({ report: outcome.value.report });
		if (!document) {
			const handles = await this.#keeper.handleStore.seal(snapshot, positions, context.principal);
			return ok(outcome.value.place(handles));
		}
		const derivedFrom = { snapshot, viewKey: viewKey ?? '' };
		return ok(
			await this.#keeper.place(outcome.value, { ...snapshot, policy, derivedFrom }, context),
		);
	}
}
