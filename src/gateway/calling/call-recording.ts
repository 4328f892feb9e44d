// A call of a tool as those outside of it see it: what came of it is marked, and told to whoever records.
import type { Config } from '../../config';
import { ok } from '../../shared/result';
import { type CallFacts, Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { READ_RESULT } from '../contract/names';
import type { Answer, OwnSource } from '../contract/tool-source';
import { marked } from '../sessions/transient';

export interface CallRecordingPorts {
	/** The config in force for the request. */
	readonly config: Config;
	/** Loadline's own tools. */
	readonly own: OwnSource;
	/** Milliseconds, for durations. */
	readonly clock: () => number;
	/** A short random id, of 8 or more letters and digits. */
	readonly newId: () => string;
	/** Learns of every call that has been answered; never throws, and nobody waits for it. */
	readonly observe: (facts: CallFacts, context: GatewayContext) => void;
}

/** The called tool, and the ids in its arguments. */
export interface CalledTool extends Pick<CallFacts, 'endpoint' | 'source' | 'tool' | 'arguments'> {
	readonly named?: () => readonly string[];
}

/** Runs one request's calls; `observe` hears of each once, also where it throws (error code `internal`). */
export class CallRecording {
	constructor(private readonly ports: CallRecordingPorts) {}

	/** Runs one call and tells what it came to. */
	async run(
		{ named, ...tool }: CalledTool,
		context: GatewayContext,
		call: (trail: Trail) => Promise<Answer>,
	): Promise<Answer> {
		const trail = new Trail(this.ports.clock, tool);
		try {
			const answered = this.#marked(await call(trail), trail.facts, context, named);
			if (!answered.ok) trail.note({ errorCode: trail.facts.errorCode ?? answered.error.code });
			else if (answered.value.kind === 'result') {
				const { result } = answered.value;
				const { errorCode = 'tool_error' } = trail.facts;
				trail.note({ result, ...(result.isError && { errorCode }) });
			}
			return answered;
		} catch (error) {
			trail.note({ errorCode: 'internal' });
			throw error;
		} finally {
			this.ports.observe(trail.close(), context);
		}
	}

	/** A page that `read_result` gives may leave like any; what is looked at again may not. */
	#marked(
		answered: Answer,
		facts: Omit<CallFacts, 'totalMs'>,
		{ scope }: GatewayContext,
		named: (() => readonly string[]) | undefined,
	): Answer {
		if (!answered.ok || answered.value.kind !== 'result') return answered;
		if (facts.cursorUse === 'read_result' && facts.tool !== READ_RESULT) return answered;
		const { endpoint, tool, original, report, variant } = facts;
		// The report of a shadow is of what did not go out.
		const items = variant === 'shadow' ? undefined : report?.itemCount;
		const before = original && { result: original, items };
		const { result } = answered.value;
		const sent = { endpoint, tool, scope, result, ...(named && { named }) };
		const { config, newId, own } = this.ports;
		const isOwnTool = (name: string) => own.facts(name) !== undefined;
		const told = before ? { ...sent, original: before } : sent;
		return ok({ kind: 'result', result: marked(told, config, newId, isOwnTool) });
	}
}
