// Measures how fast and how accurate the estimators are, and how tight the ceiling is beside a simpler one:
// `node scripts/run.mjs bench/estimator.ts`, and part of `npm run bench`.
import { basename } from 'node:path';
import { ceiling } from '../src/protect/tokens/ceiling';
import { estimate, heuristic } from '../src/protect/tokens/estimate';
import { countExact } from '../src/protect/tokens/exact';
import { marginByClass } from './estimator-margin';
import { saveResults } from './results';
import { benchTexts } from './texts';

type Count = (text: string) => number | Promise<number>;

const COUNTS: Readonly<Record<string, Count>> = {
	calibrated: estimate,
	heuristic,
	exact: async (text) => (await countExact(text)).tokens,
	ceiling,
	margin: await marginByClass(),
};
const WINDOWS = [1_000, 4_000, 16_000];
const SPEED_CHARS = 100_000;
const ROUNDS = 20;

export interface Accuracy {
	readonly estimator: string;
	/** The corpus folder, or `all`. */
	readonly kind: string;
	readonly windows: number;
	/** Share of windows counted within 20 % of the exact count, 0 to 1. */
	readonly within20: number;
	/** Share of windows not counted below the exact count, 0 to 1. */
	readonly notBelow: number;
	/** Relative error, percentiles: 0.1 is a tenth too much. */
	readonly p1: number;
	readonly p50: number;
	readonly p99: number;
}

export interface EstimatorBench {
	/** Milliseconds per 100,000 characters of the texts together, warm: the median. */
	readonly speed: readonly { readonly estimator: string; readonly milliseconds: number }[];
	readonly accuracy: readonly Accuracy[];
}

/** Measures the three estimators, the ceiling and what is simpler than it; deterministic but for the speeds. */
export async function estimatorBench(): Promise<EstimatorBench> {
	const texts = benchTexts();
	const errors = new Map<string, number[]>();
	for (const { kind, text } of texts) {
		for (const part of windows(text)) {
			const { tokens: exact } = await countExact(part);
			for (const [estimator, count] of Object.entries(COUNTS)) {
				const error = (await count(part)) / exact - 1;
				for (const key of [`${estimator}\t${kind}`, `${estimator}\tall`]) {
					const list = errors.get(key);
					if (list) list.push(error);
					else errors.set(key, [error]);
				}
			}
		}
	}
	const accuracy = [...errors].map(([key, list]) => summary(key, list));
	const mixed = texts.map(({ text }) => text.slice(0, 1_000)).join('\n');
	const sample = mixed.repeat(Math.ceil(SPEED_CHARS / mixed.length)).slice(0, SPEED_CHARS);
	const speed = [];
	for (const [estimator, count] of Object.entries(COUNTS)) {
		speed.push({ estimator, milliseconds: await median(() => count(sample)) });
	}
	return { speed, accuracy };
}

function* windows(text: string): Generator<string> {
	for (const size of WINDOWS) {
		for (let at = 0; at + size <= text.length; at += size * 3) yield text.slice(at, at + size);
	}
}

function summary(key: string, errors: number[]): Accuracy {
	const [estimator = '', kind = ''] = key.split('\t');
	errors.sort((a, b) => a - b);
	const at = (share: number) => errors[Math.floor(share * (errors.length - 1))] ?? 0;
	const share = (holds: (error: number) => boolean) => errors.filter(holds).length / errors.length;
	return {
		estimator,
		kind,
		windows: errors.length,
		within20: share((error) => Math.abs(error) <= 0.2),
		notBelow: share((error) => error >= 0),
		p1: at(0.01),
		p50: at(0.5),
		p99: at(0.99),
	};
}

async function median(run: () => unknown): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const start = performance.now();
		await run();
		times.push(performance.now() - start);
	}
	return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

/** The figures as text, a line each. */
export function estimatorReport({ speed, accuracy }: EstimatorBench): string {
	const percent = (value: number) => `${(value * 100).toFixed(1)} %`.padStart(9);
	return [
		'ms per 100,000 characters',
		...speed.map(
			({ estimator, milliseconds }) => `${estimator.padEnd(12)}${milliseconds.toFixed(3)}`,
		),
		'',
		`${'estimator'.padEnd(12)}${'kind'.padEnd(22)}windows within 20 % not below       p1      p50      p99`,
		...accuracy
			.toSorted((a, b) => order(a) - order(b) || (a.kind < b.kind ? -1 : 1))
			.map(
				(row) =>
					`${row.estimator.padEnd(12)}${row.kind.padEnd(22)}${String(row.windows).padStart(7)}` +
					`  ${percent(row.within20)} ${percent(row.notBelow)}${percent(row.p1)}${percent(row.p50)}${percent(row.p99)}`,
			),
	].join('\n');
}

const order = ({ estimator }: Accuracy): number => Object.keys(COUNTS).indexOf(estimator);

if (basename(process.argv[1] ?? '') === 'estimator.ts') {
	const measured = await estimatorBench();
	console.log(estimatorReport(measured));
	const accuracy = measured.accuracy.filter(({ kind }) => kind === 'all');
	saveResults('estimator', { ...measured, accuracy });
}
