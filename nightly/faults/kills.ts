// Kills at random moments while clients write, over one state; after each it is opened again and looked at.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../../test/protect/payloads';
import type { Open, Place } from './place';
import { pause, Refused, type Work } from './work';

export interface Outcome {
	/** Kills, jumps, moments without room: whatever was done to it. */
	readonly faults: number;
	readonly acknowledged: Readonly<Record<string, number>>;
	readonly wrong: readonly string[];
}

/** A state of its own, removed unless something was wrong with it. */
export async function inState(
	work: (state: string) => Promise<Outcome>,
	folder = mkdtempSync(join(tmpdir(), 'loadline-faults-')),
): Promise<Outcome> {
	const outcome = await work(folder);
	if (outcome.wrong.length === 0) rmSync(folder, { recursive: true, force: true });
	else console.log(`The state is in ${folder}`);
	return outcome;
}

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
					// Whoever is cut off learns nothing; whoever is refused by a server that lives has a complaint.
					if (error instanceof Refused && !isOver())
						refused.push(`${work.name}: ${error.message.slice(0, 600)}`);
					if (!(error instanceof Refused)) return;
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

const sum = (works: readonly Work[]): number =>
	works.reduce((all, work) => all + work.acknowledged(), 0);

/** @param kills how often it is killed, each time up to 2 s after the first write was acknowledged */
export const killing = (open: Open, works: readonly Work[], kills: number, random: Random) =>
	inState(async (state) => {
		const wrong: string[] = [];
		for (let at = 0; at < kills; at++) {
			const place = await open(state);
			const found = await checked(place, works);
			wrong.push(...found.map((each) => `before kill ${at + 1}: ${each}`));
			let isOver = false;
			const written = working(place, works, () => isOver);
			const before = sum(works);
			for (let waited = 0; sum(works) === before && waited < 20_000; waited += 20) await pause(20);
			await pause(random() ** 2 * 2_000);
			isOver = true;
			await place.kill();
			wrong.push(...(await written));
			if (wrong.length > 20) break;
			if ((at + 1) % 10 === 0) console.log(`  ${at + 1} kills, ${JSON.stringify(counted(works))}`);
		}
		const place = await open(state);
		wrong.push(...(await finished(place, works)));
		await place.stop();
		return { faults: kills, acknowledged: counted(works), wrong };
	});
