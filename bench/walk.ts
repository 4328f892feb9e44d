// Counts the functions that run for a call before its answer and after it, and their files, in a warm process:
// `npm run bench -- walk`. `--files` also names the files; `--json` prints the counts alone, `--era=` takes one
// version of the protocol. `test/bench/walk.test.ts` holds the bounds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { saveResults } from './results';
import { type Ran, startCoverage } from './walk/coverage';
import { openWalked } from './walk/requests';
import { counts, filesOf, type WalkRow, walkTable } from './walk/table';

/** The walk with the fewest functions stands for so many, two unless `--walks=` says: a timer may ring in any of them. */
const WALKS = Number(flagOf('walks') ?? 2);
/** Milliseconds of silence after which nothing more is expected of a call (records wait 100), and the longest wait. */
const SILENCE_MS = 150;
const LONGEST_MS = 2_000;

// The clock stands still and no interval rings: what is due now and then (the configuration looked at again, alarms, a
// sweep) is no work of a call, and would be counted by chance.
mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.now() });

const era = flagOf('era');
const isJson = process.argv.includes('--json');
const folder = mkdtempSync(join(tmpdir(), 'loadline-walk-'));
const { exchanges, close } = await openWalked(folder);
const coverage = await startCoverage();

/** Returns what runs until nothing does. */
async function settled(): Promise<Ran> {
	const all = new Map<number, string>();
	for (const end = performance.now() + LONGEST_MS; performance.now() < end; ) {
		await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
		const ran = await coverage.take();
		if (ran.size === 0) break;
		for (const [offset, file] of ran) all.set(offset, file);
	}
	return all;
}

function flagOf(name: string): string | undefined {
	const flag = `--${name}=`;
	return process.argv.find((argument) => argument.startsWith(flag))?.slice(flag.length);
}

const fewest = (rans: readonly Ran[]): Ran =>
	rans.toSorted((a, b) => a.size - b.size)[0] ?? new Map();

function printFiles(title: string, ran: Ran): void {
	console.log(`\n${title}`);
	for (const [file, functions] of filesOf(ran)) console.log(`  ${functions}\t${file}`);
}

const rows: WalkRow[] = [];
for (const exchange of exchanges) {
	if (era !== undefined && exchange.era !== era) continue;
	await exchange.run();
	await settled();
	const befores: Ran[] = [];
	const afters: Ran[] = [];
	while (befores.length < WALKS) {
		await exchange.run();
		befores.push(await coverage.take());
		afters.push(await settled());
	}
	const [before, after] = [fewest(befores), fewest(afters)];
	const { name } = exchange;
	rows.push({ name, era: exchange.era, before: counts(before), after: counts(after) });
	if (!process.argv.includes('--files')) continue;
	printFiles(`${name}, ${exchange.era}`, before);
	printFiles('after the answer', after);
}
await close();
rmSync(folder, { recursive: true });
console.log(isJson ? JSON.stringify(rows) : walkTable({ rows }));
saveResults('walk', { rows });
process.exit();
