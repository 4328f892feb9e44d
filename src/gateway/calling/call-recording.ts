// A call of a tool as those outside of it see it: its answer is marked, and told to whoever records.
import { ok } from '../../shared/result';
import type { CallFacts, Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { READ_RESULT } from '../contract/names';
import type { Answer } from '../contract/tool-source';
import { marked } from '../sessions/transient';
import type { CallPorts } from './call-ports';

/**
 * Notes what a call comes to; `observe` hears of it once, also where it throws (error code `internal`).
 *
 * @param named the ids in its arguments
 */
export async function recorded(
	ports: CallPorts,
	answering: Promise<Answer>,
	trail: Trail,
	context: GatewayContext,
	named?: () => readonly string[],
): Promise<Answer> {
	try {
		const answered = markedIn(ports, await answering, trail.facts, context, named);
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
		ports.observe(trail.close(), context);
	}
}

/** A page that `read_result` gives may leave like any; what is looked at again may not. */
function markedIn(
	{ config, newId, own }: CallPorts,
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
	const before = original && { original: { result: original, items } };
	const { result } = answered.value;
	const sent = { endpoint, tool, scope, result, ...(named && { named }), ...before };
	const shown = marked(sent, config, newId, (name) => own.facts(name) !== undefined);
	return shown === result ? answered : ok({ kind: 'result', result: shown });
}
