// `npm run bench -- protect-cpu`: what protecting costs, as a ratio to JSON.parse of the same bytes (of
// a text: of the text as a JSON string), on results that must be cut. One process, warm; both take
// turns, and the medians are compared, so that a busy machine slows both alike. The first call of the
// process is told apart: it finds nothing compiled and no table decoded.
import { effective } from '../src/config/layers';
import { policyFor } from '../src/config/policy';
import { protect } from '../src/protect/protect';
import { ok } from '../src/shared/result';
import { cpuMaterial } from './protect-cpu/material';
import type { CpuRow } from './protect-cpu/table';
import { saveResults } from './results';

/** Bytes, rounds, and the ratio aimed at. */
const SIZES = [
	[10_000, 300, 25],
	[100_000, 80, 8],
	[1_000_000, 20, 3],
	[10_000_000, 5, 3],
] as const;
/** Bytes of the first call. */
const FIRST = 100_000;
const HANDLE = 'xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuHsL';

const made = effective([], { checkUrl: (url) => ok(url) });
if (!made.ok) throw new Error('the defaults are not valid');
const policy = policyFor(made.value.config, 'bench__tool');

const first = firstCall();
const rows: CpuRow[] = [];
let missed = 0;
for (const [kind, make] of Object.entries(cpuMaterial()))
	for (const [bytes, rounds, goal] of SIZES) {
		const text = asReceived(make(bytes));
		const isJson = kind.startsWith('JSON');
		const source = isJson ? text : JSON.stringify(text);
		const result = { content: [{ type: 'text' as const, text }] };
		if (protect(result, { view: {} }, policy).report.act === 'passthrough') {
			console.log(`${kind} of ${bytes} bytes is within all limits: not measured`);
			continue;
		}
		// The tape of the last text is remembered: no text follows itself.
		const received = [text, asReceived(`${text}\n`)];
		let turn = 0;
		const work = () => protectText(received[turn++ % 2] as string);
		const [parse, protecting] = medians(rounds, () => JSON.parse(source), work);
		const ratio = protecting / parse;
		if (ratio > goal) missed++;
		rows.push({
			kind,
			size: bytes,
			bytes: text.length,
			parse: round(parse),
			protect: round(protecting),
			ratio: round(ratio),
			goal,
			met: ratio <= goal,
		});
	}
console.log('Milliseconds, medians; ratio to JSON.parse of the same bytes.\n');
console.table(rows);
console.log(`${rows.length - missed} of ${rows.length} within their goal`);
console.log(`The first call of a process, ${FIRST} bytes of a flat list: ${first} ms`);
saveResults('protectCpu', { rows, first });
if (missed > 0) process.exitCode = 1;

function protectText(text: string): void {
	const outcome = protect({ content: [{ type: 'text', text }] }, { view: {} }, policy);
	outcome.place(outcome.positions.map(() => HANDLE));
}

/** Milliseconds when nothing was called before. */
function firstCall(): number {
	const list = cpuMaterial()['JSON list, flat'] as (bytes: number) => string;
	const text = asReceived(list(FIRST));
	const start = performance.now();
	protectText(text);
	return round(performance.now() - start);
}

/** A text as it comes from the wire: in one piece, not put together from parts. */
function asReceived(text: string): string {
	return new TextDecoder().decode(new TextEncoder().encode(text));
}

function medians(rounds: number, ...works: readonly (() => unknown)[]): [number, number] {
	const times = works.map(() => [] as number[]);
	for (let round = -Math.ceil(rounds / 4); round < rounds; round++)
		works.forEach((work, at) => {
			const start = performance.now();
			work();
			if (round >= 0) times[at]?.push(performance.now() - start);
		});
	const [a = 0, b = 0] = times.map((of) => of.sort((x, y) => x - y)[of.length >> 1]);
	return [a, b];
}

function round(value: number): number {
	return Number(value.toPrecision(3));
}
