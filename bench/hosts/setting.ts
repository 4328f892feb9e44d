// Setup of checks with real hosts: Loadline in workerd, and a model that does what a script says.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startWorkerd, type Workerd } from '../../test/worker/workerd';
import { type ScriptedModel, scriptedModel } from '../leaving/scripted-model';

export interface Setting {
	readonly model: ScriptedModel;
	readonly loadline: Workerd;
}

/** One thing that must be so; it says what it saw, and throws where it is not so. */
export type Check = (setting: Setting) => Promise<string>;

export function demand(isSo: boolean, what: string, seen?: unknown): void {
	if (isSo) return;
	throw new Error(seen === undefined ? what : `${what}: ${JSON.stringify(seen)?.slice(0, 1_500)}`);
}

export async function setUp(bundle: string): Promise<Setting & { stop(): Promise<void> }> {
	const model = await scriptedModel();
	const loadline = await startWorkerd(bundle, { vars: { LOADLINE_DEV: '1' } });
	const llm = { anthropic: { url: model.url }, openai: { url: `${model.url}/v1` } };
	await putConfig(loadline.url, { demo: true, llm });
	return {
		model,
		loadline,
		async stop() {
			model.stop();
			await loadline.stop();
		},
	};
}

export async function putConfig(url: string, config: object): Promise<void> {
	const put = await fetch(`${url}/api/config`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(config),
	});
	if (!put.ok) throw new Error(`PUT /api/config answers ${put.status}: ${await put.text()}`);
}

/** Every file of a folder by its path, with a digest of what is in it. */
export const filesIn = (folder: string): ReadonlyMap<string, string> =>
	new Map(
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.sort()
			.map((path) => [
				relative(folder, path),
				createHash('sha256').update(readFileSync(path)).digest('hex'),
			]),
	);

/** Paths that are not the same in both. */
export const changed = (
	before: ReadonlyMap<string, string>,
	after: ReadonlyMap<string, string>,
): string[] =>
	[...new Set([...before.keys(), ...after.keys()])].filter(
		(path) => before.get(path) !== after.get(path),
	);

/** Removes what hooks remember of a server that did not answer: it would spare the next check its wait. */
export function forgetDown(): void {
	for (const name of readdirSync(tmpdir()))
		if (name.startsWith('loadline-down-')) rmSync(join(tmpdir(), name), { recursive: true });
}
