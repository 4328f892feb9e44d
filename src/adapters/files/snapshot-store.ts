// Snapshots as files of this machine, for servers on Node: a folder a workspace, a file a result, readable
// by their owner alone. Node's modules are asked for when it is used, so that it may be bundled for anywhere.
import { type SnapshotStore, type StoreFault, sizeFault } from '../../gateway';
import { err, ok } from '../../shared/result';
import { digestHex } from '../crypto';

/** Seconds between two looks at what has ended. */
const SWEEP_SECONDS = 60;

/** @param folder made where there is none; several processes may share it */
export function createFileSnapshotStore(folder: string): SnapshotStore {
	let swept = 0;
	/** Names that come from others make no path. */
	const fileOf = async (workspace: string, id: string) => {
		const [of, name] = await Promise.all([digestHex(workspace), digestHex(id)]);
		return { folder: `${folder}/${of}`, file: `${folder}/${of}/${name}` };
	};
	return {
		async get(workspace, id) {
			try {
				const { file } = await fileOf(workspace, id);
				const text = await node().promises.readFile(file, 'utf8');
				const end = text.indexOf('\n');
				return ok({ ...JSON.parse(text.slice(0, end)), body: text.slice(end + 1) });
			} catch (cause) {
				return isMissing(cause) ? ok(null) : err(fault('read', cause));
			}
		},
		async put(workspace, id, { body, ...facts }, now) {
			const tooLarge = sizeFault(body);
			if (tooLarge) return err(tooLarge);
			try {
				const { promises } = node();
				const at = await fileOf(workspace, id);
				await promises.mkdir(at.folder, { recursive: true, mode: 0o700 });
				const made = `${at.file}.${crypto.randomUUID()}`;
				await promises.writeFile(made, `${JSON.stringify(facts)}\n${body}`, { mode: 0o600 });
				// The file's own time is its end: what has ended is found without reading.
				await promises.utimes(made, facts.expiresAt, facts.expiresAt);
				await promises.rename(made, at.file);
				if (now - swept >= SWEEP_SECONDS) {
					swept = now;
					await sweep(folder, now);
				}
				return ok(undefined);
			} catch (cause) {
				return err(fault('written', cause));
			}
		},
	};
}

async function sweep(folder: string, now: number): Promise<void> {
	const { promises } = node();
	for (const name of await promises.readdir(folder, { recursive: true })) {
		const file = `${folder}/${name}`;
		const found = await promises.stat(file).catch(() => undefined);
		if (found?.isFile() && found.mtimeMs < now * 1000) await promises.rm(file, { force: true });
	}
}

/** The part of `node:fs` that is used: this file compiles without Node's types. */
interface Files {
	readonly promises: {
		mkdir(path: string, options: { recursive: true; mode: number }): Promise<unknown>;
		readFile(path: string, encoding: 'utf8'): Promise<string>;
		writeFile(path: string, text: string, options: { mode: number }): Promise<void>;
		utimes(path: string, accessed: number, changed: number): Promise<void>;
		rename(from: string, to: string): Promise<void>;
		readdir(path: string, options: { recursive: true }): Promise<string[]>;
		stat(path: string): Promise<{ isFile(): boolean; readonly mtimeMs: number }>;
		rm(path: string, options: { force: true }): Promise<void>;
	};
}

function node(): Files {
	const { process } = globalThis as {
		readonly process?: { getBuiltinModule?(name: 'node:fs'): Files };
	};
	const found = process?.getBuiltinModule?.('node:fs');
	if (!found) throw new Error('fileStore needs Node 20.16 or newer; elsewhere use another store');
	return found;
}

const isMissing = (cause: unknown): boolean =>
	cause instanceof Error && (cause as { readonly code?: unknown }).code === 'ENOENT';

const fault = (what: string, cause: unknown): StoreFault => ({
	code: 'unavailable',
	message: `a file could not be ${what}: ${cause instanceof Error ? cause.message : String(cause)}`,
});
