import { describe, expect, it } from 'vitest';
import { logLines } from '../../src/telemetry/columns';
import { recordWith } from './records';

const failed = (errorCode: string) =>
	logLines(recordWith({ outcome: 'error', errorCode, oversized: false }));

describe('the log of a call', () => {
	it('has one line for a decision, and one for what was over the limits', () => {
		const lines = logLines(recordWith());
		expect(lines).toMatchObject([
			{ level: 'info', event: 'paginated', correlationId: 'c-1', reductionPercent: 80 },
			{ level: 'info', event: 'oversized', correlationId: 'c-1', outcome: 'paginated' },
		]);
	});

	it('is empty for a result that was left alone', () => {
		expect(logLines(recordWith({ outcome: 'passthrough', oversized: false }))).toEqual([]);
	});

	it.each(['timeout', 'unavailable', 'internal'])(
		'has the id that a caller got with %s',
		(code) => {
			expect(failed(code)).toEqual([
				{
					level: 'warn',
					event: 'call_failed',
					endpoint: 'demo__list_bookings',
					workspace: 'ws-one',
					correlationId: 'c-1',
					errorCode: code,
					totalMs: 12,
				},
			]);
		},
	);

	it.each(['tool_error', 'invalid_arguments', 'cursor_expired', 'unknown_tool'])(
		'leaves %s to the caller, whose mistake it is',
		(code) => {
			expect(failed(code)).toEqual([]);
		},
	);
});
