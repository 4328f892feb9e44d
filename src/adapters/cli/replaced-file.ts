// Replaces a file atomically: a full disk or a crash leaves the old text, never half of the new.
import { randomUUID } from 'node:crypto';
import { access, constants, open, realpath, rename, rm, stat } from 'node:fs/promises';

/** Keeps symbolic links, the file's mode and its owner; a new file is for its owner alone. */
export async function writeWhole(path: string, text: string): Promise<void> {
	const { file, mode, uid, gid } = await placeOf(path);
	const made = `${file}.${randomUUID()}.tmp`;
	try {
		const handle = await open(made, 'wx', 0o600);
		try {
			await handle.writeFile(text);
			// Only root may give a file away; who else may write it leaves it theirs.
			if (uid !== undefined && gid !== undefined) await handle.chown(uid, gid).catch(() => {});
			await handle.chmod(mode);
			await handle.sync();
		} finally {
			await handle.close();
		}
		await rename(made, file);
	} catch (error) {
		await rm(made, { force: true });
		throw error;
	}
}

interface Spot {
	readonly file: string;
	readonly mode: number;
	readonly uid?: number;
	readonly gid?: number;
}

async function placeOf(path: string): Promise<Spot> {
	try {
		const file = await realpath(path);
		// A rename would get past it.
		await access(file, constants.W_OK);
		const { mode, uid, gid } = await stat(file);
		return { file, mode: mode & 0o777, uid, gid };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		return { file: path, mode: 0o600 };
	}
}
