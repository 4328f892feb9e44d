// The way of one tool call: its arguments read (call-arguments.ts), asked of its source (source-calls.ts) or read on
// from a handle (protector.ts); its answer reduced (reduced-answers.ts), marked and recorded (call-recording.ts).
import { idsOfArguments } from '../../shared/named-ids';
import { err, ok, type Result } from '../../shared/result';
import { type ToolResult, textResult } from '../../shared/tool-result';
import { Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { type Endpoint, endpointName, OWN_SOURCE, READ_RESULT } from '../contract/names';
import type { Answer, ToolCall, ToolSource } from '../contract/tool-source';
import { policyOf, variantOf } from '../contract/treatment';
import { CallArguments, type Refused, unknownTool } from './call-arguments';
import type { CallPorts } from './call-ports';
import { recorded } from './call-recording';
import { ReducedAnswers } from './reduced-answers';
import { askSource, hasTool } from './source-calls';

/** Makes the calls of tools under one configuration. */
export class ToolCaller {
	readonly #arguments: CallArguments;
	readonly #answers: ReducedAnswers;

	constructor(private readonly ports: CallPorts) {
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
		const trail = this.#trail(endpointName(endpoint), source.name, call);
		// Only a source that keeps sessions has one for a call, and only it is told by the call which.
		const answering =
			source.keepsSessions || call.continuation
				? this.#inSession(source, endpoint, call, trail, context)
				: this.#answer(source, endpoint, call, trail, context);
		return recorded(this.ports, answering, trail, context, () => idsOfArguments(call.args));
	}

	/** `read_result`, which opens the handles of every tool: counted where the call is counted whose result it reads on. */
	readResult(call: ToolCall, context: GatewayContext): Promise<Answer> {
		const trail = this.#trail(READ_RESULT, OWN_SOURCE, { ...call, name: READ_RESULT });
		return recorded(this.ports, this.#readOn(call, trail, context), trail, context);
	}

	/** A tool of the gateway itself, whose answers are short. */
	ownTool(
		call: Pick<ToolCall, 'name' | 'args'>,
		context: GatewayContext,
		run: () => Promise<ToolResult>,
	): Promise<Answer> {
		const trail = this.#trail(call.name, OWN_SOURCE, call);
		return recorded(this.ports, run().then(answer), trail, context);
	}

	#trail(endpoint: string, source: string, { name, args }: Pick<ToolCall, 'name' | 'args'>): Trail {
		return new Trail(this.ports.clock, { endpoint, source, tool: name, arguments: args });
	}

	#inSession(
		source: ToolSource,
		endpoint: Endpoint,
		call: ToolCall,
		trail: Trail,
		context: GatewayContext,
	): Promise<Answer> {
		return this.ports.ephemeralSessions.run(source, call, context, (seated, own) =>
			this.#answer(source, endpoint, seated, trail, own),
		);
	}

	async #answer(
		source: ToolSource,
		endpoint: Endpoint,
		call: ToolCall,
		trail: Trail,
		context: GatewayContext,
	): Promise<Answer> {
		const { config, protector, own } = this.ports;
		const name = endpointName(endpoint);
		const policy = policyOf(config, own, endpoint, context);
		const variant = variantOf(config, name, context);
		const isOwn = source === own;
		trail.note({ variant, ...(isOwn && { sessionArgument: call.args.session_id }) });

		// What of the arguments is Loadline's: a handle of ours is answered from what is kept.
		const split = await this.#arguments.split(source, endpoint, call, policy, context);
		if (!split.ok) return refused(split.error, trail);
		const wanted = split.value;
		const { cursor, asking, args } = wanted;
		if (cursor !== undefined)
			return answerOrRefusal(await protector.goOn(wanted, name, trail, context));

		// The rest is the tool's, kept values in place of their references.
		const has = isOwn || (await hasTool(this.ports, source, endpoint, context));
		if (typeof has !== 'boolean') return err(has);
		if (!has) return err(unknownTool(call.name));
		const isDry = asking.dry === true;
		const filled = await this.#arguments.filled(args, endpoint, isDry, trail, context);
		if (!filled.ok) return refused(filled.error, trail);
		if ('preview' in filled.value) return answer(textResult(filled.value.preview));

		const asked = { ...call, name: endpoint.tool, ...filled.value };
		const answered = await askSource(this.ports, source, asked, trail, context);
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		const given = { source, endpoint, call: asked, wanted, policy, variant, result };
		return answer(await this.#answers.of(given, trail, context));
	}

	async #readOn(call: ToolCall, trail: Trail, context: GatewayContext): Promise<Answer> {
		const { config, protector } = this.ports;
		const gone = await protector.read(call.args, trail, context);
		const { endpoint } = trail.facts;
		if (endpoint !== READ_RESULT) trail.note({ variant: variantOf(config, endpoint, context) });
		return answerOrRefusal(gone);
	}
}

const answer = (result: ToolResult): Answer => ok({ kind: 'result', result });
const refusal = (text: string): Answer => answer(textResult(text, true));
const refused = (why: Refused, trail: Trail): Answer => {
	if ('fault' in why) return err(why.fault);
	trail.note({ errorCode: 'invalid_arguments' });
	return refusal(why.invalid);
};
const answerOrRefusal = (gone: Result<ToolResult, string>): Answer =>
	gone.ok ? answer(gone.value) : refusal(gone.error);
