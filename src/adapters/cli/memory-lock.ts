// `.loadline/lock.json`: the published versions that a folder last saw, sorted to merge well in git
// (docs/memory.md, "Where rules live").
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { OWN_FOLDER, type threeWay } from '../../memory';
import { err, ok, type Result } from '../../shared/result';
import { noneThere, writeInside } from './memory-inside';

const FILE = 'lock.json';

/** A published file as the folder last saw it. */
export type BaseFile = Parameters<typeof threeWay>[0]['base'][number];

const lock = z.strictObject({
	version: z.literal(1),
	files: z.record(
		z.string().max(700),
		z.strictObject({
			id: z.string().max(200),
			hash: z.string().max(100),
			version: z.number().int().nonnegative(),
		}),
	),
});

/** Reads the lock; undefined before the first contact with a workspace. */
export async function readLock(
	folder: string,
): Promise<Result<readonly BaseFile[] | undefined, string>> {
	const text = await readFile(join(folder, OWN_FOLDER, FILE), 'utf8').catch(noneThere(undefined));
	if (text === undefined) return ok(undefined);
	const name = `${OWN_FOLDER}/${FILE}`;
	try {
		const read = lock.safeParse(JSON.parse(text));
		if (!read.success) {
			const [issue] = read.error.issues;
			return err(`${name}: ${issue?.path.join('.')}: ${issue?.message}; restore it from git`);
		}
		return ok(Object.entries(read.data.files).map(([file, entry]) => ({ file, ...entry })));
	} catch {
		return err(`${name} is not JSON (a merge of two branches?); take either side, then pull`);
	}
}

/** Writes the lock, in the order of file names. */
export async function writeLock(folder: string, files: Iterable<BaseFile>): Promise<void> {
	const sorted = [...files].sort((one, other) => (one.file < other.file ? -1 : 1));
	const entries = sorted.map(({ file, id, hash, version }) => [file, { id, hash, version }]);
	const text = JSON.stringify({ version: 1, files: Object.fromEntries(entries) }, null, '\t');
	await writeInside(folder, `${OWN_FOLDER}/${FILE}`, `${text}\n`);
}
