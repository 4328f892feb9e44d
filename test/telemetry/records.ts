// Records for tests of telemetry: an ordinary one, and a few hundred of all kinds.
import { type CallRecord, OUTCOMES, VARIANTS, VERIFICATIONS } from '../../src/telemetry/record';

/** 2026-11-21T06:00:00Z */
export const START = Date.UTC(2026, 10, 21, 6);

export const recordWith = (parts: Partial<CallRecord> = {}): CallRecord => ({
	time: START,
	workspace: 'ws-one',
	endpoint: 'demo__list_bookings',
	upstream: 'demo',
	outcome: 'paginated',
	variant: 'on',
	era: 'modern',
	clientName: 'tests',
	cursorUse: 'none',
	errorCode: '',
	correlationId: 'c-1',
	verification: '',
	principal: 'u-ada',
	references: '',
	estimatedTokens: 1000,
	responseBytes: 4000,
	originalTokens: 5000,
	originalBytes: 20_000,
	protectedTokens: 1000,
	exactTokens: null,
	calibratedTokens: null,
	heuristicTokens: null,
	itemCount: 50,
	totalMs: 12,
	upstreamMs: 10,
	oversized: true,
	...parts,
});

const ENDPOINTS = ['demo__list_bookings', 'demo__read_log', 'git hub__ü-tool', 'loadline__x'];

/** Records of every outcome and variant over some hours, always the same ones. */
export function manyRecords(amount: number): CallRecord[] {
	return Array.from({ length: amount }, (_, index) => {
		const outcome = OUTCOMES[index % OUTCOMES.length] ?? 'page';
		const variant = VARIANTS[Math.floor(index / 7) % VARIANTS.length] ?? 'on';
		const size = 40 + ((index * 7919) % 3000);
		const original = outcome === 'page' ? size : size * (1 + (index % 5));
		const isShadow = variant === 'shadow' && outcome !== 'page';
		const exact = index % 3 === 0 ? Math.round(size * (0.7 + (index % 10) / 15)) : null;
		return recordWith({
			time: START + index * 97_003,
			endpoint: ENDPOINTS[index % ENDPOINTS.length] ?? '',
			upstream: ENDPOINTS[index % ENDPOINTS.length]?.split('__')[0] ?? '',
			outcome,
			variant,
			correlationId: `c-${String(index).padStart(5, '0')}`,
			cursorUse: outcome === 'page' ? 'cursor' : 'none',
			errorCode: outcome === 'error' ? 'timeout' : '',
			verification: VERIFICATIONS[index % 5] ?? '',
			estimatedTokens: isShadow ? original : size,
			protectedTokens: size,
			originalTokens: original,
			responseBytes: (isShadow ? original : size) * 4,
			originalBytes: original * 4,
			exactTokens: exact,
			calibratedTokens: exact === null ? null : size,
			heuristicTokens: exact === null ? null : Math.round(size * 1.3),
			itemCount: outcome === 'paginated' ? index % 60 : null,
			totalMs: (index * 31) % 400,
			upstreamMs: outcome === 'page' ? null : (index * 29) % 390,
			oversized: original > 4000,
		});
	});
}
