// Measures what protection costs: CPU per size of result, and a page from a snapshot. Measured in Node,
// where the clock runs during work; a production Worker's stands still.

import { effective } from '../src/config/layers';
import { policyFor } from '../src/config/policy';
import { decodeSnapshot, encodeSnapshot } from '../src/gateway/handles/snapshots';
import { protect } from '../src/protect/protect';
import { read } from '../src/protect/read';
import type { Outcome } from '../src/protect/types';
import { ok } from '../src/shared/result';
import type { ToolResult } from '../src/shared/tool-result';
import { saveResults } from './results';

const RUNS = 40;

const made = effective([], { checkUrl: (url) => ok(url) });
if (!made.ok) throw new Error('the defaults are not valid');
const policy = policyFor(made.value.config, 'bench__tool');

const sampleHandle = 'xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuHsL';
const placed = (outcome: Outcome): ToolResult =>
	outcome.place(outcome.positions.map(() => sampleHandle));

/** Median milliseconds of a run, after a warm-up. */
function median(work: () => void): number {
	for (let run = 0; run < RUNS; run++) work();
	const times = Array.from({ length: RUNS }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	}).sort((a, b) => a - b);
	return times[RUNS / 2] as number;
}

const rows = (bytes: number): ToolResult => {
	const items: object[] = [];
	for (let length = 0, id = 1; length < bytes; id++) {
		const item = {
			id,
			status: 'confirmed',
			guest: `Guest ${id}`,
			note: `Arrives late in the evening, booking ${id}`,
		};
		length += JSON.stringify(item).length + 1;
		items.push(item);
	}
	return { content: [{ type: 'text', text: JSON.stringify({ items }) }] };
};

const log = (bytes: number): ToolResult => {
	const lines = Array.from(
		{ length: Math.ceil(bytes / 50) },
		(_, at) => `2026-11-01T08:00:00Z INFO job ${at} finished after 12 ms`,
	);
	return { content: [{ type: 'text', text: lines.join('\n') }] };
};

export interface ProtectTimes {
	readonly kind: string;
	/** Bytes of the original. */
	readonly size: number;
	/** Milliseconds of one call of protect with its answer placed. */
	readonly protect: number;
	/** Milliseconds of a page or chunk from the stored snapshot, decoding included. */
	readonly page: number;
}

/** Times protection of JSON and text of 10 KB, 100 KB and 1 MB. */
function protectTimes(): ProtectTimes[] {
	const found: ProtectTimes[] = [];
	for (const [kind, make] of [
		['json', rows],
		['text', log],
	] as const)
		for (const size of [10_000, 100_000, 1_000_000]) {
			const result = make(size);
			const call = { view: {} };
			const time = median(() => placed(protect(result, call, policy)));
			found.push({ kind, size, protect: time, page: pageTime(protect(result, call, policy)) });
		}
	return found;
}

function pageTime({ document, positions }: Outcome): number {
	const position = positions[0];
	if (!document || !position) return 0;
	const facts = {
		id: 'AAAAAAAAAAAAAAAA',
		tool: 'bench__tool',
		principal: 'me',
		argsDigest: '',
		issuedAt: 1,
		derived: false,
	};
	const expiresAt = 2_000_000_000;
	const body = encodeSnapshot({ ...facts, document, policy, expiresAt });
	return median(() => {
		const snapshot = decodeSnapshot({ body, expiresAt });
		if (!snapshot.ok) throw new Error(snapshot.error);
		const outcome = read(snapshot.value.snapshot.document, { position, view: {} }, policy);
		if (outcome.ok) placed(outcome.value);
	});
}

console.log('Median milliseconds, warm; goals for a whole call: 0.5 / 1.5 / 8, for a page: 5.\n');
const measured = protectTimes();
console.table(measured);
saveResults('protect', measured);
