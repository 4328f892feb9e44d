// Results: protecting them, by bytes and by items.
import { effective } from '../../src/config/layers';
import { policyFor } from '../../src/config/policy';
import { protect } from '../../src/protect/protect';
import { ok } from '../../src/shared/result';
import type { Subject, Work } from '../scaling';

const made = effective([], { checkUrl: (url) => ok(url) });
if (!made.ok) throw new Error('the defaults are not valid');
const policy = policyFor(made.value.config, 'bench__tool');
const HANDLE = 'xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuHsL';

/** Protects a text anew each time, as it would be received: flat. */
const protecting = (text: string): Work => {
	const bytes = Buffer.from(text);
	return () => {
		const result = { content: [{ type: 'text' as const, text: bytes.toString() }] };
		const { place, positions } = protect(result, { view: {} }, policy);
		return place(positions.map(() => HANDLE));
	};
};

const row = (id: number) => ({
	id,
	status: id % 3 === 0 ? 'open' : 'confirmed',
	guest: `Guest ${id}`,
	note: `Arrives late in the evening, booking ${id}`,
});
const BYTES_OF_ROW = JSON.stringify(row(10_000)).length;
const list = (items: number): string =>
	JSON.stringify(Array.from({ length: items }, (_, id) => row(id)));
const log = (bytes: number): string =>
	Array.from(
		{ length: Math.ceil(bytes / 51) },
		(_, at) => `2026-11-01T08:00:00Z INFO job ${at} finished after ${at % 89} ms\n`,
	).join('');

const SIZES = [20_000, 200_000, 2_000_000, 20_000_000];

export const results: readonly Subject[] = [
	{
		name: 'protect a JSON list',
		unit: 'bytes',
		sizes: SIZES,
		goal: 1,
		make: (bytes) => protecting(list(Math.ceil(bytes / BYTES_OF_ROW))),
	},
	{
		name: 'protect a log',
		unit: 'bytes',
		sizes: SIZES,
		goal: 1,
		make: (bytes) => protecting(log(bytes)),
	},
	{
		name: 'first page of a list of numbers',
		unit: 'items',
		sizes: [10_000, 100_000, 1_000_000],
		goal: 1,
		make: (items) => protecting(JSON.stringify(Array.from({ length: items }, (_, id) => id * 7))),
	},
];
