// Log lines of a call (docs/telemetry.md "Log"): one line per decision, one per attempt that
// was over the limits, one per context that lost what binds. Sizes and names, never what is in a result.
import type { CallRecord } from './record';

const DECISIONS: readonly CallRecord['outcome'][] = ['paginated', 'summarized', 'chunked'];

/** A caller's own mistakes are told to the caller; all other faults bear the id of a line here. */
const OWN_MISTAKES = ['', 'tool_error', 'invalid_arguments', 'unknown_tool', 'unknown_method'];

export function logLines(record: CallRecord): Readonly<Record<string, unknown>>[] {
	const { outcome, oversized, errorCode, verification } = record;
	const isFault = !OWN_MISTAKES.includes(errorCode) && !errorCode.startsWith('cursor_');
	const isDecision = DECISIONS.includes(outcome);
	const isLost = verification === 'inadmissible';
	if (!isFault && !isDecision && !oversized && !isLost) return [];
	const { variant, originalTokens, originalBytes, protectedTokens, totalMs } = record;
	const { endpoint, workspace, correlationId } = record;
	const named = { endpoint, workspace, correlationId };
	const saved = originalTokens > 0 ? (originalTokens - protectedTokens) / originalTokens : 0;
	const sizes = {
		...named,
		variant,
		originalTokens,
		originalBytes,
		tokens: record.estimatedTokens,
		bytes: record.responseBytes,
		// In the variant `shadow`, by how much it would have been reduced.
		reductionPercent: Math.round(1000 * saved) / 10,
	};
	return [
		...(isFault ? [{ level: 'warn', event: 'call_failed', ...named, errorCode, totalMs }] : []),
		...(isDecision ? [{ level: 'info', event: outcome, ...sizes }] : []),
		...(oversized ? [{ level: 'info', event: 'oversized', outcome, ...sizes }] : []),
		...(isLost ? [{ level: 'warn', event: 'context_lost', ...named }] : []),
	];
}
