// Log lines of a call (docs/telemetry.md "Log"): one line per decision, one per attempt that
// was over the limits, one per context that lost what binds. Sizes and names, never what is in a result.
import type { CallRecord } from './record';

/** One line of the log. */
export type LogLine = Readonly<Record<string, unknown>>;

const DECISIONS: readonly CallRecord['outcome'][] = ['paginated', 'summarized', 'chunked'];

/** A caller's own mistakes are told to the caller; all other faults bear the id of a line here. */
const isFault = (errorCode: string): boolean =>
	!['', 'tool_error', 'invalid_arguments', 'unknown_tool', 'unknown_method'].includes(errorCode) &&
	!errorCode.startsWith('cursor_');

const reduction = (original: number, sent: number): number =>
	original > 0 ? Math.round((1000 * (original - sent)) / original) / 10 : 0;

/** The lines of one call; none for a result that was left alone. */
export function logLines(record: CallRecord): LogLine[] {
	const { outcome, variant, oversized, originalTokens, protectedTokens, verification } = record;
	const { endpoint, workspace, correlationId } = record;
	const sizes = {
		endpoint,
		workspace,
		correlationId,
		variant,
		originalTokens,
		originalBytes: record.originalBytes,
		tokens: record.estimatedTokens,
		bytes: record.responseBytes,
		// In the variant `shadow`, by how much it would have been reduced.
		reductionPercent: reduction(originalTokens, protectedTokens),
	};
	const { errorCode, totalMs } = record;
	const failure = { endpoint, workspace, correlationId, errorCode, totalMs };
	return [
		...(isFault(errorCode) ? [{ level: 'warn', event: 'call_failed', ...failure }] : []),
		...(DECISIONS.includes(outcome) ? [{ level: 'info', event: outcome, ...sizes }] : []),
		...(oversized ? [{ level: 'info', event: 'oversized', outcome, ...sizes }] : []),
		...(verification === 'inadmissible'
			? [{ level: 'warn', event: 'context_lost', endpoint, workspace, correlationId }]
			: []),
	];
}
