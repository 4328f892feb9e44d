// The way of one tool call: its arguments read (call-arguments.ts), asked of its source or read on from a handle
// (protector.ts); its answer reduced (reduced-answers.ts), marked, and told to whoever records.
import { idsOfArguments } from '../../shared/named-ids';
import { err, ok, type Result } from '../../shared/result';
import { faultText, type ToolResult, textResult } from '../../shared/tool-result';
import { isPartOf, OWN_ARGUMENT, OWN_META_KEY } from '../asking/own-arguments';
import { type CallFacts, policyOf, Trail, treatmentOf, variantOf } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { type Endpoint, endpointName, OWN_SOURCE, READ_RESULT } from '../contract/names';
import { type Answer, LIST_CHANGED, type ToolCall, type ToolSource } from '../contract/tool-source';
import type { ToolListingPorts } from '../listing/tool-listing';
import type { EphemeralSessions } from '../sessions/ephemeral-session';
import { marked } from '../sessions/transient';
import { CallArguments, type Calling, isFailed, refused, unknownTool } from './call-arguments';
import type { Protector } from './protector';
import { ReducedAnswers } from './reduced-answers';

/** The endpoint of calls that are answered without their tool: they say what would be sent. */
const DRY = 'dry_call';

/** Makes the calls of tools under one configuration. */
export class ToolCaller {
	readonly #arguments: CallArguments;
	readonly #answers: ReducedAnswers;

	constructor(private readonly ports: CallPorts) {
		this.#arguments = new CallArguments(ports);
		this.#answers = new ReducedAnswers(ports);
	}

	call(source: ToolSource, endpoint: Endpoint, call: ToolCall, context: GatewayContext) {
		const { args, continuation, name: tool } = call;
		const facts = { endpoint: endpointName(endpoint), source: source.name, tool, arguments: args };
		const trail = new Trail(this.ports.clock, { ...facts, order: context.order });
		const isUsual =
			!(continuation || call.own) && !(OWN_ARGUMENT in args || OWN_META_KEY in context.meta);
		const calling = { source, endpoint, call, trail, context };
		const answering = isUsual
			? this.#answer(calling)
			: this.#arguments.seated(calling, (own) => this.#answer(own));
		return this.#recorded(answering, trail, context, () => idsOfArguments(call.args));
	}

	/** `read_result`, which opens the handles of every tool: counted where the call is counted whose result it reads on. */
	readResult(call: ToolCall, context: GatewayContext): Promise<Answer> {
		const named = { endpoint: READ_RESULT, source: OWN_SOURCE, tool: READ_RESULT };
		const facts = { ...named, arguments: call.args, order: context.order };
		const trail = new Trail(this.ports.clock, facts);
		return this.#recorded(this.#readOn(call, trail, context), trail, context);
	}

	/** A tool of the gateway itself, whose answers are short. */
	ownTool(
		{ name, args }: Pick<ToolCall, 'name' | 'args'>,
		context: GatewayContext,
		run: () => Promise<ToolResult>,
	): Promise<Answer> {
		const named = { endpoint: name, source: OWN_SOURCE, tool: name, arguments: args };
		const trail = new Trail(this.ports.clock, { ...named, order: context.order });
		return this.#recorded(run().then(answer), trail, context);
	}

	/**
	 * Marks an answer and notes what the call comes to; `observe` hears of it once, also where it throws (error code
	 * `internal`). @param named the ids in its arguments
	 */
	async #recorded(
		answering: Promise<Answer>,
		trail: Trail,
		context: GatewayContext,
		named?: () => readonly string[],
	): Promise<Answer> {
		try {
			const answered = await answering;
			if (!answered.ok) {
				const result = textResult(faultText(answered.error, context.correlationId), true);
				trail.note({ result, errorCode: trail.facts.errorCode ?? answered.error.code });
			}
			if (!answered.ok || answered.value.kind !== 'result') return answered;
			const { config, newId, own } = this.ports;
			const { endpoint, tool, original, report, variant, cursorUse, errorCode } = trail.facts;
			// The report of a shadow is of what did not go out.
			const items = variant === 'shadow' ? undefined : report?.itemCount;
			const before = original && { original: { result: original, items } };
			const { result } = answered.value;
			const { scope } = context;
			const sent = { endpoint, tool, scope, result, ...(named && { named }), ...before };
			// A page that `read_result` gives may leave like any; what is looked at again may not.
			const isSeenAgain = cursorUse === 'read_result' && tool !== READ_RESULT;
			const isOwn = (name: string) => own.facts(name) !== undefined;
			const shown = isSeenAgain ? result : marked(sent, config, newId, isOwn);
			trail.note({ result: shown, ...(shown.isError && { errorCode: errorCode ?? 'tool_error' }) });
			return shown === result ? answered : answer(shown);
		} catch (error) {
			trail.note({ errorCode: 'internal' });
			throw error;
		} finally {
			this.ports.observe(trail.close(), context);
		}
	}

	async #answer(calling: Calling): Promise<Answer> {
		const { source, endpoint, call, trail, context } = calling;
		const { config, protector, own } = this.ports;
		const name = endpointName(endpoint);
		const treatment = treatmentOf(config, name);
		const policy = policyOf(treatment, own, endpoint, context);
		const variant = treatment.always ?? variantOf(config, name, context);
		const isOwn = source === own;
		const { toolset } = (isOwn && own.facts(endpoint.tool)) || {};
		const isOfRun = toolset === 'workflow' || toolset === 'replay';
		trail.note({ variant, ...(isOwn && { sessionArgument: call.args.session_id, isOfRun }) });

		// Takes Loadline's arguments out; a handle is answered from the kept result.
		const split = await this.#arguments.split(calling, policy);
		if (!split.ok) return refused(split.error, trail);
		const wanted = split.value;
		const { cursor, asking, args } = wanted;
		if (cursor !== undefined)
			return answerOrRefusal(await protector.goOn(wanted, name, trail, context));

		// The rest is the tool's, kept values in place of their references.
		const has = isOwn || (await this.#arguments.hasTool(calling));
		if (typeof has !== 'boolean') return err(has);
		if (!has) return err(unknownTool(call.name));
		const isDry = asking.dry === true;
		const filled = await this.#arguments.filled(args, isDry, calling);
		if (!filled.ok) return refused(filled.error, trail);
		if ('preview' in filled.value) {
			// Clients want a structured answer of a tool that declares one.
			const { preview } = filled.value;
			// Its tool gave nothing: it is none of its calls.
			trail.note({ endpoint: DRY, source: OWN_SOURCE, tool: `${call.name} (dry)` });
			return answer({ ...textResult(preview), structured: preview });
		}

		const { own: _, ...theirs } = call;
		const isInPart = isOwn && call.own !== undefined && isPartOf(wanted, policy);
		const asked = {
			...theirs,
			name: endpoint.tool,
			...filled.value,
			...(isInPart && { isInPart }),
		};
		const answered = await this.#ask({ ...calling, call: asked });
		if (!answered.ok && answered.error.code === 'unnamed' && context.conversation === undefined)
			return this.#arguments.inNew(calling, (own) => this.#answer(own));
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		const given = { source, name, call: asked, wanted, treatment, policy, variant, result };
		return answer(await this.#answers.of(given, trail, context));
	}

	/** Asks a source, and notes what it gave; one that changes its tools while it works is asked for them anew. */
	async #ask({ source, call, trail, context }: Calling): Promise<Answer> {
		const { catalog, clock } = this.ports;
		const notify: GatewayContext['notify'] = (method, params) => {
			if (method === LIST_CHANGED) catalog.forget(source);
			context.notify(method, params);
		};
		const begun = clock();
		let answered: Answer;
		try {
			answered = await source.callTool(call, { ...context, notify });
		} finally {
			trail.note({ upstreamMs: clock() - begun });
		}
		// It says that it could not do it: perhaps for want of such a tool.
		const isUnknown = !answered.ok && answered.error.code === 'unknown_tool';
		if (!isUnknown && isFailed(answered) && !(await catalog.lists(source, call.name, context)))
			trail.note({ errorCode: 'unknown_tool' });
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		const { result, continues } = answered.value;
		trail.note({ original: result });
		if (continues !== undefined) trail.goOn(continues, 'read_result');
		return answered;
	}

	async #readOn(call: ToolCall, trail: Trail, context: GatewayContext): Promise<Answer> {
		const { config, protector } = this.ports;
		const args = call.own ? { ...call.args, ...call.own } : call.args;
		const gone = await protector.read(args, trail, context);
		const { endpoint } = trail.facts;
		if (endpoint !== READ_RESULT) trail.note({ variant: variantOf(config, endpoint, context) });
		return answerOrRefusal(gone);
	}
}

const answer = (result: ToolResult): Answer => ok({ kind: 'result', result });
const answerOrRefusal = (gone: Result<ToolResult, string>): Answer =>
	answer(gone.ok ? gone.value : textResult(gone.error, true));

export interface CallPorts extends ToolListingPorts {
	readonly protector: Protector;
	/** Sessions of calls that name no conversation. */
	readonly ephemeralSessions: EphemeralSessions;
	/** Milliseconds, for durations. */
	readonly clock: () => number;
	/** A short random id, of 8 or more letters and digits. */
	readonly newId: () => string;
	/** Learns of every call that has been answered; never throws, and nobody waits for it. */
	readonly observe: (facts: CallFacts, context: GatewayContext) => void;
}
