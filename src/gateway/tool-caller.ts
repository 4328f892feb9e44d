// The way of one tool call: its arguments read (call-arguments.ts), asked of its source or read on from
// a handle; its answer reduced (reduced-answers.ts), marked and recorded (observed-calls.ts).
import { policyFor } from '../config/policy';
import type { Policy } from '../protect/types';
import { idsOfArguments } from '../shared/named-ids';
import { err, ok, type Result } from '../shared/result';
import { type ToolResult, textResult } from '../shared/tool-result';
import {
	CallArguments,
	type CallArgumentsPorts,
	type Refused,
	unknownTool,
} from './call-arguments';
import type { Trail } from './call-facts';
import type { GatewayContext } from './gateway';
import { type Endpoint, endpointName, OWN_SOURCE, READ_RESULT } from './names';
import { type Answer, ObservedCalls, type ObservedCallsPorts } from './observed-calls';
import type { OwnSessions } from './own-session';
import { ReducedAnswers, type ReducedAnswersPorts } from './reduced-answers';
import type { SourceFault, ToolCall, ToolSource } from './tool-source';
import { roomed, variantOf } from './variant';

export interface ToolCallerPorts
	extends ObservedCallsPorts,
		ReducedAnswersPorts,
		CallArgumentsPorts {
	/** Sessions of calls that name no conversation. */
	readonly ownSessions: OwnSessions;
}

/** What a source says when its tools are not those that it listed. */
export const LIST_CHANGED = 'notifications/tools/list_changed';

/** The source was reached, and says that it could not do it: perhaps for want of such a tool. */
const isFailure = (answered: Answer): boolean =>
	answered.ok
		? answered.value.kind === 'result' && answered.value.result.isError === true
		: answered.error.code === 'rejected';

const answer = (result: ToolResult): Answer => ok({ kind: 'result', result });
const refusal = (text: string): Answer => answer(textResult(text, true));
const refused = (why: Refused, trail: Trail): Answer => {
	if ('fault' in why) return err(why.fault);
	trail.note({ errorCode: 'invalid_arguments' });
	return refusal(why.invalid);
};
const answerOrRefusal = (gone: Result<ToolResult, string>): Answer =>
	gone.ok ? answer(gone.value) : refusal(gone.error);

export class ToolCaller {
	readonly #ports: ToolCallerPorts;
	readonly #observed: ObservedCalls;
	readonly #arguments: CallArguments;
	readonly #answers: ReducedAnswers;

	constructor(ports: ToolCallerPorts) {
		this.#ports = ports;
		this.#observed = new ObservedCalls(ports);
		this.#arguments = new CallArguments(ports);
		this.#answers = new ReducedAnswers(ports);
	}

	/** A tool of a source, by the name the caller uses. */
	call(
		source: ToolSource,
		endpoint: Endpoint,
		call: ToolCall,
		context: GatewayContext,
	): Promise<Answer> {
		const named = () => idsOfArguments(call.args);
		const { name, args } = call;
		const called = { source: source.name, tool: name, arguments: args, named };
		const tool = { endpoint: endpointName(endpoint), ...called };
		const schema = async () => {
			const defined = await this.#ports.catalog.definition(source, endpoint.tool, context);
			return defined.ok ? defined.value?.inputSchema : undefined;
		};
		return this.#observed.run(tool, context, (trail) =>
			this.#ports.ownSessions.run(source, call, context, schema, (seated, own) =>
				this.#answer(source, endpoint, seated, trail, own),
			),
		);
	}

	/** A tool of the gateway itself, whose answers are short. */
	ownTool(
		{ name, args }: Pick<ToolCall, 'name' | 'args'>,
		context: GatewayContext,
		run: () => Promise<ToolResult>,
	): Promise<Answer> {
		const tool = { endpoint: name, source: OWN_SOURCE, tool: name, arguments: args };
		return this.#observed.run(tool, context, async () => answer(await run()));
	}

	/** `read_result`, which opens the handles of every tool. */
	readResult(call: ToolCall, context: GatewayContext): Promise<Answer> {
		const own = { endpoint: READ_RESULT, source: OWN_SOURCE, tool: READ_RESULT };
		const tool = { ...own, arguments: call.args };
		return this.#observed.run(tool, context, (trail) => this.#readOn(call, trail, context));
	}

	async #answer(
		source: ToolSource,
		endpoint: Endpoint,
		call: ToolCall,
		trail: Trail,
		context: GatewayContext,
	): Promise<Answer> {
		const { config, protector, own } = this.#ports;
		const name = endpointName(endpoint);
		const policy = roomed(this.#policy(endpoint), context);
		const variant = variantOf(config, name, context);
		trail.note({ variant });
		if (source === own) trail.note({ sessionArgument: call.args.session_id });

		const split = await this.#arguments.split(source, endpoint, call, policy, context);
		if (!split.ok) return refused(split.error, trail);
		const wanted = split.value;
		const { cursor, view, asking, args } = wanted;
		if (cursor !== undefined)
			return answerOrRefusal(
				await protector.goOn({ cursor, view, asking, args }, name, trail, context),
			);

		const listed = await this.#isListed(source, endpoint, context);
		if (!listed.ok) return listed;
		if (!listed.value) return err(unknownTool(call.name));
		const filled = await this.#arguments.filled(
			args,
			endpoint,
			asking.dry === true,
			trail,
			context,
		);
		if (!filled.ok) return refused(filled.error, trail);
		if ('preview' in filled.value) return answer(textResult(filled.value.preview));

		const asked = { ...call, name: endpoint.tool, ...filled.value };
		const answered = await this.#ask(source, asked, trail, context);
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		const given = { source, endpoint, call: asked, wanted, policy, variant, result };
		return answer(await this.#answers.of(given, trail, context));
	}

	/**
	 * Where an upstream's tools are filtered, one that it does not list under this very name is none: a
	 * server may take `Delete_all` for the `delete_all` that is denied.
	 */
	async #isListed(
		source: ToolSource,
		{ tool }: Endpoint,
		context: GatewayContext,
	): Promise<Result<boolean, SourceFault>> {
		const { catalog, config } = this.#ports;
		const { allow, deny } = config.upstreams.find(({ name }) => name === source.name)?.tools ?? {};
		if (allow === undefined && deny === undefined) return ok(true);
		const defined = await catalog.definition(source, tool, context);
		return defined.ok ? ok(defined.value !== undefined) : defined;
	}

	/** `read_result`: counted where the call is counted whose result it reads on. */
	async #readOn(call: ToolCall, trail: Trail, context: GatewayContext): Promise<Answer> {
		const gone = await this.#ports.protector.read(call.args, trail, context);
		const { endpoint } = trail.facts;
		if (endpoint !== READ_RESULT)
			trail.note({ variant: variantOf(this.#ports.config, endpoint, context) });
		return answerOrRefusal(gone);
	}

	async #ask(
		source: ToolSource,
		call: ToolCall,
		trail: Trail,
		context: GatewayContext,
	): Promise<Answer> {
		const heard = this.#hearing(source, context);
		const answered = await trail.timed(() => source.callTool(call, heard));
		if (isFailure(answered) && !(await this.#ports.catalog.lists(source, call.name, context)))
			trail.note({ errorCode: 'unknown_tool' });
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		const { result, continues } = answered.value;
		trail.note({ original: result });
		if (continues !== undefined) trail.goOn(continues, 'read_result');
		return answered;
	}

	/** The context, in which a source that changes its tools while it works is asked for them anew. */
	#hearing(source: ToolSource, context: GatewayContext): GatewayContext {
		const notify: GatewayContext['notify'] = (method, params) => {
			if (method === LIST_CHANGED) this.#ports.catalog.forget(source);
			else context.notify(method, params);
		};
		return { ...context, notify };
	}

	/** Own tools that must be read whole are chunked or paged when too long, never condensed. */
	#policy(endpoint: Endpoint): Policy {
		const policy = policyFor(this.#ports.config, endpointName(endpoint));
		if (endpoint.source !== OWN_SOURCE) return policy;
		const own = asAskedFor(policy);
		const whole = this.#ports.own.facts(endpoint.tool)?.whole;
		if (whole === 'items') return { ...own, summarization: false };
		return whole === true ? { ...own, whole } : own;
	}
}

/** Own tools page themselves: what a call of one gives is what it asked for. */
function asAskedFor(policy: Policy): Policy {
	const { tokenBudgetThreshold: all } = policy;
	return { ...policy, firstAnswerTokens: { list: all, object: all, text: all } };
}
