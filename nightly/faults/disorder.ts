// A disk without room, a clock that jumps, alarms twice and in disorder, a migration that breaks off.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Random } from '../../test/protect/payloads';
import { counted, finished, idle, inState, type Outcome, outcome, working } from './kills';
import { besides, loadlineCommand, type Open, type Place, serveOn } from './place';
import { api, pause, type Work } from './work';

/** Works for a time; @returns refusals */
const workFor = async (place: Place, works: readonly Work[], milliseconds: number) => {
	const until = Date.now() + milliseconds;
	return working(place, works, () => Date.now() > until);
};

/** Works until each had some acknowledged; @returns refusals, and works that had none */
async function workOn(place: Place, works: readonly Work[]): Promise<string[]> {
	let isOver = false;
	const refused = working(place, works, () => isOver);
	const without = await idle(works);
	isOver = true;
	return [...without, ...(await refused)];
}

/** Refusals may be, where what is refused is said; a stack or an empty text is no answer. */
const UNCLEAR = /\bat \S+ \(|<html|undefined/;

/** Of the disk that fills: far more than is written to it, so that there is room when what fills it is gone. */
const DISK_MB = 256;

/**
 * The disk fills while clients write; then there is room again, without a restart, and at last a kill.
 * A file system of its own is needed: where none may be mounted this is left out, and said so.
 */
export async function fullDisk(
	open: Open,
	works: readonly Work[],
	rounds: number,
): Promise<Outcome> {
	const folder = mkdtempSync(join(tmpdir(), 'loadline-full-'));
	const state = join(folder, 'state');
	const ballast = join(state, 'ballast');
	mkdirSync(state);
	try {
		const options = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`];
		execFileSync('mount', [...options, 'none', state], { stdio: 'pipe' });
	} catch {
		return { faults: 0, acknowledged: {}, wrong: ['left out: no file system may be mounted here'] };
	}
	try {
		const wrong: string[] = [];
		for (let round = 0; round < rounds && wrong.length < 20; round++) {
			const place = await open(state);
			wrong.push(...(await workOn(place, works)));
			try {
				writeFileSync(ballast, Buffer.alloc(DISK_MB * 1024 * 1024));
			} catch {}
			const refused = await workFor(place, works, 2_500);
			if (refused.length === 0) wrong.push('nothing was refused: the disk was not full');
			wrong.push(...refused.filter((each) => UNCLEAR.test(each)).map((each) => `unclear: ${each}`));
			rmSync(ballast, { force: true });
			const { bavail, blocks } = statfsSync(state);
			if (bavail < blocks / 2) wrong.push(`no room again: ${bavail} of ${blocks} blocks`);
			await workFor(place, works, 500);
			const after = await workOn(place, works);
			wrong.push(...after.map((each) => `after there was room again: ${each}`));
			await place.kill();
			const again = await open(state);
			wrong.push(...(await finished(again, round === rounds - 1 ? works : works.map(unfinished))));
			await again.stop();
		}
		return outcome(rounds, counted(works), wrong);
	} finally {
		execFileSync('umount', [state]);
		rmSync(folder, { recursive: true, force: true });
	}
}

const unfinished = ({ name, step, check, acknowledged }: Work): Work => ({
	...{ name, step, check, acknowledged },
});

/** Put before everything else in a process: its clock is ahead by what a file says, in milliseconds. */
const clock = (file: string) => `
	import { readFileSync } from 'node:fs';
	const now = Date.now.bind(Date);
	let [ahead, read] = [0, 0];
	const jumped = () => {
		if (performance.now() - read > 50) {
			read = performance.now();
			ahead = Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
		}
		return now() + ahead;
	};
	globalThis.Date = class extends Date {
		constructor(...given) { given.length === 0 ? super(jumped()) : super(...given); }
		static now() { return jumped(); }
	};`;

/** The clock of `serve` jumps forward and back, up to two hours, while clients write. */
export const jumpingClock = (works: readonly Work[], jumps: number, random: Random) =>
	inState(async (state) => {
		const folder = mkdtempSync(join(tmpdir(), 'loadline-clock-'));
		const file = join(folder, 'ahead');
		writeFileSync(file, '0');
		writeFileSync(join(folder, 'clock.mjs'), clock(file));
		const open = serveOn({ NODE_OPTIONS: `--import ${join(folder, 'clock.mjs')}` });
		const wrong: string[] = [];
		const place = await open(state);
		for (let at = 0; at < jumps && wrong.length < 20; at++) {
			wrong.push(...(await workFor(place, works, 300)));
			writeFileSync(file, String(Math.round((random() * 2 - 1) * 7_200_000)));
		}
		writeFileSync(file, '0');
		await pause(100);
		wrong.push(...(await workFor(place, works, 1_000)));
		wrong.push(...(await finished(place, works)));
		await place.kill();
		const again = await open(state);
		wrong.push(...(await finished(again, works)));
		await again.stop();
		rmSync(folder, { recursive: true, force: true });
		return outcome(jumps, counted(works), wrong);
	});

/** Every alarm rings again and again, too early and in any order, in two processes over one state. */
export const stirredAlarms = (works: readonly Work[], rounds: number, random: Random) =>
	inState(async (state) => {
		const place = await serveOn()(state);
		const beside = besides(state);
		const places = [place, await serveOn()(beside)];
		const alarms = new DatabaseSync(join(state, 'state.sqlite'));
		alarms.exec('PRAGMA busy_timeout = 10000');
		const seen = new Map<string, string>();
		let stirred = 0;
		const wrong: string[] = [];
		for (let round = 0; round < rounds && wrong.length < 20; round++) {
			wrong.push(...(await workFor(place, works, 400)));
			for (const { kind, name } of alarms
				.prepare('SELECT kind, name FROM alarms UNION SELECT kind, name FROM ringing')
				.all())
				seen.set(`${kind} ${name}`, String(kind));
			// Those that rang and were taken away ring once more, too.
			for (const [key, kind] of seen) {
				const time = Date.now() - Math.floor(random() * 5_000);
				alarms
					.prepare('INSERT OR REPLACE INTO alarms VALUES (?, ?, ?)')
					.run(kind, key.slice(kind.length + 1), time);
				stirred++;
			}
		}
		await pause(3_000);
		wrong.push(...(await finished(place, works)));
		for (const each of places) await each.stop();
		alarms.close();
		rmSync(beside, { recursive: true });
		return outcome(stirred, counted(works), wrong);
	});

/** Contents of a state of the fixtures (test/upgrade.test.ts), by the path at which they are asked for. */
const KEPT: Readonly<Record<string, string>> = {
	'/config': '"defaultPageSize":7',
	'/workflows': 'tasks-one-by-one',
	'/memory/objects?limit=10': 'AGENTS.md',
	'/tokens': '"name":"before"',
	'/findings': 'Kept before the upgrade',
	'/runs': '"step":"plan',
	'/sessions': '"id"',
};

/** A state of an earlier version, of which the moving is killed again and again, at any moment. */
export const brokenMigrations = (files: readonly string[], kills: number, random: Random) =>
	inState(async (folder) => {
		const wrong: string[] = [];
		let [killed, kept] = [0, 0];
		for (let at = 0; at < kills && wrong.length < 20; at++) {
			const file = files[at % files.length] ?? '';
			const [backup, state] = [join(folder, `backup${at}`), join(folder, `state${at}`)];
			mkdirSync(backup);
			execFileSync('tar', ['xzf', file, '-C', backup]);
			const command = await loadlineCommand();
			execFileSync(process.execPath, [command, 'restore', backup, '--state', state]);
			for (let time = 0; time < 3; time++) {
				const place = await serveOn()(state);
				const asked = Object.keys(KEPT).map((path) => place.fetch(`/api${path}`).catch(() => {}));
				await pause(random() ** 2 * 250);
				await place.kill();
				await Promise.all(asked);
				killed++;
			}
			const place = await serveOn()(state);
			for (const [path, text] of Object.entries(KEPT)) {
				let found: unknown;
				// The rest that a session had not told yet is told by its alarm; one that rang as it was killed rings again.
				for (let waited = 0; waited < 90; waited++) {
					found = await api<unknown>(place, path).catch((error: Error) => error.message);
					if (JSON.stringify(found).includes(text)) break;
					await pause(1_000);
				}
				if (JSON.stringify(found).includes(text)) kept++;
				else wrong.push(`${file}, killed: ${path} has ${JSON.stringify(found).slice(0, 200)}`);
			}
			await place.stop();
			rmSync(backup, { recursive: true });
			if (wrong.length === 0) rmSync(state, { recursive: true });
		}
		return outcome(killed, { kept }, wrong);
	});
