// `loadline memory push|pull|status DIR` (docs/memory.md, "Command line"): a folder and a workspace's
// memory, made the same by content hash. What would change is shown before it does.
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { ExportedFile, Published } from '../../memory/hub/publishing';
import type { SyncPlan } from '../../memory/sync';
import { callersFolder } from './callers-folder';
import { type LocalFile, placeKey, readFolder, writeInto } from './memory-folder';
import { reviewCommand } from './memory-review';
import { ask, posting, type ServerFault, type ServerOptions, withServer } from './server';
import { complainer, confirm, oneLine } from './terminal';

const complain = complainer('memory');

interface ApplyOptions extends ServerOptions {
	readonly yes?: boolean;
}
interface PushOptions extends ApplyOptions {
	readonly withdraw?: boolean;
	readonly note?: string;
}

/** Exit code 1 when nothing was done that should have been. */
export function memoryCommand(): Command {
	const folderCommand = (name: string, description: string) =>
		withServer(
			new Command(name)
				.description(description)
				.argument('<dir>', 'folder with rules/ workflow/ context/ META_PROMPT.md'),
		);
	return new Command('memory')
		.description("Keep a workspace's rules, workflows and context in a folder, and review drafts.")
		.addCommand(
			folderCommand('push', 'Publish what differs in the folder.')
				.option('--withdraw', 'also withdraw what is published and not in the folder')
				.option('--note <text>', 'kept with every version')
				.option('--yes', 'without asking')
				.action(push),
		)
		.addCommand(
			folderCommand('pull', 'Write what is published into the folder.')
				.option('--yes', 'without asking')
				.action(pull),
		)
		.addCommand(folderCommand('status', 'Show what push would do.').action(status))
		.addCommand(reviewCommand());
}

function complainOf({ message, issues }: ServerFault): undefined {
	complain(message);
	for (const issue of issues as readonly { path?: string; reason?: string }[])
		console.error(oneLine(`${issue.path ?? ''}: ${issue.reason ?? ''}`));
	return undefined;
}

const say = (what: string, file: string, more = ''): void =>
	console.log(`${what.padEnd(9)} ${oneLine(file)}${more}`);

/** Whether to go on; says why not. */
async function agreed({ yes }: ApplyOptions, question: string): Promise<boolean> {
	const answer = yes === true ? true : await confirm(question);
	if (answer === undefined) complain('nothing was done: add --yes where nobody can be asked');
	else if (!answer) console.log('nothing was done');
	return answer === true;
}

interface Planned {
	readonly files: readonly LocalFile[];
	readonly plan: SyncPlan;
}

/** The folder and what pushing it would do; undefined when that cannot be said, which has been said. */
async function planned(dir: string, options: ServerOptions): Promise<Planned | undefined> {
	const files = await readFolder(resolve(callersFolder(), dir));
	if (!files.ok) {
		complain(files.error);
		return undefined;
	}
	if (files.value.length === 0) {
		complain(`${dir} has no Markdown file in rules/ workflow/ context/, and no META_PROMPT.md`);
		return undefined;
	}
	const hashes = files.value.map(({ file, hash }) => ({ file, hash }));
	const answer = await ask(options, '/api/memory/sync/plan', posting({ files: hashes }));
	if (!answer.ok) return complainOf(answer.error);
	return { files: files.value, plan: answer.value as SyncPlan };
}

function show({ create, update, unchanged, absent, problems }: SyncPlan, withdraw: boolean): void {
	for (const { file } of create) say('create', file);
	for (const { file } of update) say('update', file);
	for (const { file } of absent)
		if (withdraw) say('withdraw', file);
		else say('absent', file, ' (published, not in the folder; push --withdraw takes it back)');
	console.log(`${unchanged.length} unchanged`);
	for (const { file, reason } of problems) complain(`${file}: ${reason}`);
}

async function status(dir: string, options: ServerOptions): Promise<void> {
	const found = await planned(dir, options);
	if (found !== undefined) show(found.plan, false);
}

async function push(dir: string, options: PushOptions): Promise<void> {
	const found = await planned(dir, options);
	if (found === undefined) return;
	const { files, plan } = found;
	const { withdraw = false, note } = options;
	show(plan, withdraw);
	if (plan.problems.length > 0) return complain('nothing was done: rename or remove these files');
	const bases = new Map<string, string | null>([
		...plan.create.map(({ file }) => [file, null] as const),
		...plan.update.map(({ file, hash }) => [file, hash] as const),
	]);
	const gone = withdraw ? plan.absent.map(({ id, hash }) => ({ id, hash })) : [];
	if (bases.size + gone.length === 0) return;
	if (!(await agreed(options, `Publish ${bases.size}, withdraw ${gone.length}?`))) return;
	const changed = files.flatMap(({ file, content }) => {
		const base = bases.get(file);
		return base === undefined ? [] : [{ file, content, base }];
	});
	const body = { files: changed, withdraw: gone, ...(note !== undefined && { note }) };
	const answer = await ask(options, '/api/memory/sync/apply', posting(body));
	if (!answer.ok) return complainOf(answer.error);
	const { published, withdrawn } = answer.value as {
		readonly published: readonly Published[];
		readonly withdrawn: number;
	};
	for (const { path, warnings } of published)
		for (const warning of warnings) console.error(oneLine(`${path}: ${warning}`));
	console.log(`published ${published.length}, withdrew ${withdrawn}`);
}

async function pull(dir: string, options: ApplyOptions): Promise<void> {
	const folder = resolve(callersFolder(), dir);
	const local = await readFolder(folder);
	if (!local.ok) return complain(local.error);
	const files = local.value;
	const exported = await allExported(options);
	if (exported === undefined) return;
	const byPlace = new Map(files.map((each) => [placeKey(each.file), each]));
	const writes: { file: string; content: string }[] = [];
	for (const { file: usual, content, hash } of exported) {
		// A file keeps the spelling that it has in the folder.
		const held = byPlace.get(placeKey(usual));
		const file = held?.file ?? usual;
		if (held?.hash === hash) continue;
		say(held === undefined ? 'new' : 'replace', file);
		writes.push({ file, content });
	}
	const places = new Set(exported.map(({ file }) => placeKey(file)));
	for (const { file } of files)
		if (!places.has(placeKey(file))) say('local', file, ' (only in the folder; left alone)');
	console.log(`${exported.length - writes.length} unchanged`);
	if (writes.length === 0) return;
	if (!(await agreed(options, `Write ${writes.length} files?`))) return;
	for (const { file, content } of writes) await writeInto(folder, file, content);
	console.log(`wrote ${writes.length}`);
}

async function allExported(options: ServerOptions): Promise<ExportedFile[] | undefined> {
	const all: ExportedFile[] = [];
	for (let after: string | undefined = ''; after !== undefined; ) {
		const query: string = after === '' ? '' : `?after=${encodeURIComponent(after)}`;
		const answer = await ask(options, `/api/memory/export${query}`);
		if (!answer.ok) return complainOf(answer.error);
		const page = answer.value as { readonly files: ExportedFile[]; readonly next?: string };
		all.push(...page.files);
		after = page.next;
	}
	return all;
}
