// Three-way comparison of a folder, its base and the workspace, for status, diff, pull and push.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { contentHash, type Hub, threeWay } from '../../memory';
import { err, ok, type Result, type SuccessOf } from '../../shared/result';
import { callersFolder } from './input-file';
import { type LocalFile, PLAIN, readFolder } from './memory-folder';
import { type BaseFile, readLock } from './patched-files';
import { ask, type ServerFault, type ServerOptions } from './server';

/** A published object with its content. */
export type Published = ReturnType<Hub['exportFiles']>['files'][number];
/** A step between a folder and a workspace, for one file. */
export type Step = ReturnType<typeof threeWay>[number];

/** Files of a folder (`here`, by name) and a workspace (`there`, by id), and the steps between them; nothing has been written yet. */
export type Plan = SuccessOf<typeof planOf>;

/** Least share of common words by which a new file counts as a renamed one. */
const ALIKE = 0.6;

/** @param isBegun true if a folder within a repository must have a lock of its own */
export async function planOf(dir: string, options: ServerOptions, isBegun = true) {
	const folder = resolve(callersFolder(), dir);
	const lock = await readLock(folder);
	if (!lock.ok) return err<ServerFault>({ message: lock.error, issues: [] });
	const base = lock.value;
	const isRepository = existsSync(join(folder, '.git'));
	const above = base === undefined && isBegun && !isRepository ? repositoryOf(folder) : undefined;
	if (above !== undefined) {
		const message = `${folder} lies in the repository ${above}: name that, or begin a memory of its own with init`;
		return err<ServerFault>({ message, issues: [] });
	}
	const isPlain = !isRepository || (base ?? []).some(({ file }) => PLAIN.test(file));
	const { files: found, problems, conflicts, notes } = await readFolder(folder, isPlain);
	const exported = await published(options);
	if (!exported.ok) return exported;
	const bad = new Set(problems.map(({ file }) => file));
	const badIds = new Set((base ?? []).flatMap(({ file, id }) => (bad.has(file) ? [id] : [])));
	// In a repository, what has no file yet lies in the folder of our own.
	const named = (file: string) =>
		isRepository && PLAIN.test(file) && !isPlain ? `.loadline/${file}` : file;
	const there = exported.value.map((each) => ({ ...each, file: named(each.file) }));
	const files = found.map((each) => withLineEnds(each, publishedAs(each.file, there, base)));
	const here = new Map(files.map((each) => [each.file, each]));
	const steps = threeWay({
		// A file that cannot be read is there all the same: nothing of it is withdrawn.
		base: (base ?? []).filter(({ file }) => !bad.has(file)),
		here: files,
		there: there.filter(({ file, id }) => !bad.has(file) && !badIds.has(id)),
		isAlike: (file, { id }) =>
			share(here.get(file)?.content ?? '', there.find((each) => each.id === id)?.content ?? '') >=
			ALIKE,
	});
	return ok({
		...{ folder, here, base, steps, problems, conflicts, notes },
		there: new Map(there.map((each) => [each.id, each])),
	});
}

function repositoryOf(folder: string): string | undefined {
	for (let at = dirname(folder); at !== dirname(at); at = dirname(at))
		if (existsSync(join(at, '.git'))) return at;
	return undefined;
}

const publishedAs = (file: string, there: readonly Published[], base: readonly BaseFile[] = []) => {
	const id = base.find((each) => each.file === file)?.id;
	return there.find((each) => each.id === id || each.file === file)?.content;
};

/** Adopts the published text's line ends, so that those alone are no change. */
function withLineEnds(file: LocalFile, published: string | undefined): LocalFile {
	if (published === undefined) return file;
	const lines = file.content.replaceAll('\r\n', '\n');
	const content = published.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines;
	return content === file.content ? file : { ...file, content, hash: contentHash(content) };
}

function share(one: string, other: string): number {
	const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
	const [here, there] = [words(one), words(other)];
	let both = 0;
	for (const word of here) if (there.has(word)) both++;
	return both / Math.max(1, here.size + there.size - both);
}

export async function published(options: ServerOptions): Promise<Result<Published[], ServerFault>> {
	const key = 'GET /api/memory/export';
	const all: Published[] = [];
	for (let after: string | undefined = ''; after !== undefined; ) {
		const answer: Awaited<ReturnType<typeof ask<typeof key>>> = await ask(options, key, {
			after: after || undefined,
		});
		if (!answer.ok) return answer;
		all.push(...answer.value.files);
		after = answer.value.next;
	}
	return ok(all);
}
