// The way of one tool call: its arguments read (call-arguments.ts), asked of its source (source-calls.ts) or
// read on from a handle (protector.ts); its answer reduced (reduced-answers.ts), marked and recorded
// (call-recording.ts).
import { idsOfArguments } from '../../shared/named-ids';
import { err, ok, type Result } from '../../shared/result';
import { type ToolResult, textResult } from '../../shared/tool-result';
import type { Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { type Endpoint, endpointName, OWN_SOURCE, READ_RESULT } from '../contract/names';
import type { Answer, ToolCall, ToolSource } from '../contract/tool-source';
import { policyOf, variantOf } from '../contract/treatment';
import type { EphemeralSessions } from '../sessions/ephemeral-session';
import {
	CallArguments,
	type CallArgumentsPorts,
	type Refused,
	unknownTool,
} from './call-arguments';
import { CallRecording, type CallRecordingPorts } from './call-recording';
import { ReducedAnswers, type ReducedAnswersPorts } from './reduced-answers';
import { askSource, hasTool } from './source-calls';

export interface ToolCallerPorts
	extends CallRecordingPorts,
		ReducedAnswersPorts,
		CallArgumentsPorts {
	/** Sessions of calls that name no conversation. */
	readonly ephemeralSessions: EphemeralSessions;
}

export class ToolCaller {
	readonly #observed: CallRecording;
	readonly #arguments: CallArguments;
	readonly #answers: ReducedAnswers;

	constructor(private readonly ports: ToolCallerPorts) {
		this.#observed = new CallRecording(ports);
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
			const defined = await this.ports.catalog.definition(source, endpoint.tool, context);
			return defined.ok ? defined.value?.inputSchema : undefined;
		};
		return this.#observed.run(tool, context, (trail) =>
			this.ports.ephemeralSessions.run(source, call, context, schema, (seated, own) =>
				this.#answer(source, endpoint, seated, trail, own),
			),
		);
	}

	async #answer(
		source: ToolSource,
		endpoint: Endpoint,
		call: ToolCall,
		trail: Trail,
		context: GatewayContext,
	): Promise<Answer> {
		const { config, protector, own, catalog } = this.ports;
		const name = endpointName(endpoint);
		const policy = policyOf(config, own, endpoint, context);
		const variant = variantOf(config, name, context);
		trail.note({ variant });
		if (source === own) trail.note({ sessionArgument: call.args.session_id });

		// What of the arguments is Loadline's: a handle of ours is answered from what is kept.
		const split = await this.#arguments.split(source, endpoint, call, policy, context);
		if (!split.ok) return refused(split.error, trail);
		const wanted = split.value;
		const { cursor, view, asking, args } = wanted;
		if (cursor !== undefined) {
			const from = { cursor, view, asking, args };
			return answerOrRefusal(await protector.goOn(from, name, trail, context));
		}

		// The rest is the tool's, kept values in place of their references.
		const has = await hasTool(this.ports, source, endpoint, context);
		if (!has.ok) return has;
		if (!has.value) return err(unknownTool(call.name));
		const isDry = asking.dry === true;
		const filled = await this.#arguments.filled(args, endpoint, isDry, trail, context);
		if (!filled.ok) return refused(filled.error, trail);
		if ('preview' in filled.value) return answer(textResult(filled.value.preview));

		const asked = { ...call, name: endpoint.tool, ...filled.value };
		const answered = await askSource(catalog, source, asked, trail, context);
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		const { result } = answered.value;
		const given = { source, endpoint, call: asked, wanted, policy, variant, result };
		return answer(await this.#answers.of(given, trail, context));
	}

	/** `read_result`, which opens the handles of every tool: counted where the call is counted whose result it reads on. */
	readResult(call: ToolCall, context: GatewayContext): Promise<Answer> {
		const { config, protector } = this.ports;
		const own = { endpoint: READ_RESULT, source: OWN_SOURCE, tool: READ_RESULT };
		return this.#observed.run({ ...own, arguments: call.args }, context, async (trail) => {
			const gone = await protector.read(call.args, trail, context);
			const { endpoint } = trail.facts;
			if (endpoint !== READ_RESULT) trail.note({ variant: variantOf(config, endpoint, context) });
			return answerOrRefusal(gone);
		});
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
