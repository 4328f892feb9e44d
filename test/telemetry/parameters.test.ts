import { describe, expect, it } from 'vitest';
import { readTelemetryQuery } from '../../src/telemetry/group';

const NOW = Date.UTC(2026, 10, 21, 8);
const read = (query: string) =>
	readTelemetryQuery(Object.fromEntries(new URLSearchParams(query)), NOW);

describe('the range of a query', () => {
	it('is the last 24 hours unless given', () => {
		expect(read('')).toMatchObject({
			ok: true,
			value: { from: NOW + 1 - 86_400_000, to: NOW + 1 },
		});
	});

	it.each([
		['2026-02-28', Date.UTC(2026, 1, 28)],
		['2028-02-29T23:59:59.999Z', Date.UTC(2028, 2, 1) - 1],
		['2026-01-01T00:00+01:00', Date.UTC(2025, 11, 31, 23)],
		['1700000000000', 1_700_000_000_000],
	])('may begin at %s', (from, time) => {
		expect(read(`from=${from}&to=2100-01-01`)).toMatchObject({ ok: true, value: { from: time } });
	});

	it.each([
		'2026-02-29',
		'2026-02-30T00:00:00Z',
		'2026-13-01',
		'2026-01-01T00:00',
		'1e12',
		'-1',
		'',
	])('may not begin at %j', (from) => {
		expect(read(`from=${from}`)).toMatchObject({ ok: false, error: { parameter: 'from' } });
	});
});
