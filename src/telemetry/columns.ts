// Layout of a record in Analytics Engine (docs/telemetry.md "Analytics Engine"). A number that is not
// known is −1: Analytics Engine has no null. And its lines in the log (docs/telemetry.md "Log").
import type { CallRecord } from './record';

/** The dataset that wrangler.toml names. */
export const DATASET = 'loadline_calls';

/** The column of each member of a record, in the order of its members. */
export const COLUMNS = {
	time: 'double13',
	workspace: 'index1',
	principal: 'blob12',
	endpoint: 'blob1',
	upstream: 'blob2',
	outcome: 'blob3',
	variant: 'blob4',
	era: 'blob5',
	clientName: 'blob6',
	cursorUse: 'blob7',
	errorCode: 'blob8',
	correlationId: 'blob9',
	verification: 'blob10',
	references: 'blob11',
	estimatedTokens: 'double1',
	responseBytes: 'double7',
	originalTokens: 'double2',
	originalBytes: 'double8',
	protectedTokens: 'double3',
	exactTokens: 'double4',
	calibratedTokens: 'double5',
	heuristicTokens: 'double6',
	itemCount: 'double9',
	totalMs: 'double10',
	upstreamMs: 'double11',
	oversized: 'double12',
} as const satisfies Readonly<Record<Exclude<keyof CallRecord, 'learn' | 'kept'>, string>>;

type Member = keyof typeof COLUMNS;
const MEMBERS = Object.entries(COLUMNS) as [Member, string][];

/** A record as Analytics Engine takes it. */
export function dataPointOf(record: CallRecord) {
	const of = (kind: string) =>
		MEMBERS.filter(([, column]) => column.startsWith(kind))
			.sort(([, a], [, b]) => Number(a.slice(kind.length)) - Number(b.slice(kind.length)))
			.map(([member]) => record[member]);
	return {
		indexes: of('index').map(String),
		blobs: of('blob').map(String),
		doubles: of('double').map((value) => (value === null ? -1 : Number(value))),
	};
}

const DECISIONS: readonly CallRecord['outcome'][] = ['paginated', 'summarized', 'chunked'];

/** A caller's own mistakes are told to the caller; all other faults bear the id of a line here. */
const OWN_MISTAKES = ['', 'tool_error', 'invalid_arguments', 'unknown_tool', 'unknown_method'];

/**
 * Returns the log lines of a call: one per decision, one per attempt that was over the limits, one per context that lost
 * what binds. Sizes and names, never what is in a result.
 */
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
