// Kills at random moments while clients write, over one state; after each it is opened again and looked at.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../../test/protect/payloads';
import type { Open, Place } from './place';
import { pause, type Work } from './work';

export interface Outcome {
	/** Kills, jumps, moments without room: whatever was done to it. */
	readonly faults: number;
	readonly acknowledged: Readonly<Record<string, number>>;
	readonly wrong: readonly string[];
}

/**
 * Adds a fault for each kind of work of which nothing was acknowledged: nothing can have been lost there, so that it
 * proves nothing.
 */
export const outcome = (
	faults: number,
	acknowledged: Outcome['acknowledged'],
	wrong: readonly string[],
): Outcome => {
	const idle = Object.keys(acknowledged).filter((name) => acknowledged[name] === 0);
	return { faults, acknowledged, wrong: [...wrong, ...idle.map((name) => `${name}: none`)] };
};

/** A state of its own, removed unless something was wrong with it. */
export async function inState(
	work: (state: string) => Promise<Outcome>,
	folder = mkdtempSync(join(tmpdir(), 'loadline-faults-')),
): Promise<Outcome> {
	const found = await work(folder);
	if (found.wrong.length === 0) rmSync(folder, { recursive: true, force: true });
	else console.log(`The state is in ${folder}`);
	return found;
}

/** Faults of the connection, by the words of `fetch`. */
const isCutOff = (error: unknown): boolean =>
	error instanceof Error &&
	(['AbortError', 'TimeoutError'].includes(error.name) ||
		(error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message)));

/** All works at once, each one step after the other, until `isOver`; @returns refusals, which are wrong */
export async function working(
	place: Place,
	works: readonly Work[],
	isOver: () => boolean,
): Promise<string[]> {
	const refused: string[] = [];
	await Promise.all(
		works.map(async (work) => {
			while (!isOver()) {
				try {
					await work.step(place);
				} catch (error) {
					// Whoever is cut off learns nothing; any other answer of a server that lives is a complaint.
					if (isOver()) return;
					if (!isCutOff(error)) refused.push(`${work.name}: ${String(error).slice(0, 600)}`);
					await pause(100);
				}
			}
		}),
	);
	return refused;
}

export async function checked(place: Place, works: readonly Work[]): Promise<string[]> {
	const wrong: string[] = [];
	for (const work of works) {
		const found = await work.check(place).catch((error: Error) => [error.message]);
		wrong.push(...found.map((each) => `${work.name}: ${each}`));
	}
	return wrong;
}

export async function finished(place: Place, works: readonly Work[]): Promise<string[]> {
	const wrong = await checked(place, works);
	for (const work of works)
		wrong.push(...((await work.finish?.(place)) ?? []).map((each) => `${work.name}: ${each}`));
	return wrong;
}

export const counted = (works: readonly Work[]) =>
	Object.fromEntries(works.map((work) => [work.name, work.acknowledged()]));

/** Acknowledgements of each work before a kill. */
const ENOUGH = 3;
/** Milliseconds for these, on a busy machine. */
export const PATIENCE_MS = 200_000;

/** Waits until each work had enough acknowledged; @returns those that had not */
export async function idle(works: readonly Work[]): Promise<string[]> {
	const before = counted(works);
	const got = ({ name, acknowledged }: Work) => acknowledged() - (before[name] ?? 0);
	const until = Date.now() + PATIENCE_MS;
	while (Date.now() < until && works.some((work) => got(work) < ENOUGH)) await pause(20);
	return works
		.filter((work) => got(work) < ENOUGH)
		.map((work) => `${work.name}: ${got(work)} acknowledged of ${ENOUGH} awaited`);
}

/** @param kills how often it is killed, each time up to 2 s after each work had enough acknowledged */
export const killing = (open: Open, works: readonly Work[], kills: number, random: Random) =>
	inState(async (state) => {
		const wrong: string[] = [];
		let killed = 0;
		while (killed < kills && wrong.length === 0) {
			const place = await open(state);
			const found = await checked(place, works);
			wrong.push(...found.map((each) => `before kill ${killed + 1}: ${each}`));
			let isOver = false;
			const written = working(place, works, () => isOver);
			wrong.push(...(await idle(works)));
			await pause(random() ** 2 * 2_000);
			isOver = true;
			await place.kill();
			wrong.push(...(await written));
			if (++killed % 10 === 0) console.log(`  ${killed} kills, ${JSON.stringify(counted(works))}`);
		}
		const place = await open(state);
		wrong.push(...(await finished(place, works)));
		await place.stop();
		return outcome(killed, counted(works), wrong);
	});
