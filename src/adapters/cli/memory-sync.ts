// Pulls published files into a folder and pushes its changes. A pull writes what changed only there, merges by
// lines what changed on both sides, and writes both sides of a conflict beside the file. A push is one
// request; a file that the workspace refuses holds back no other.
import type { BodyOf } from '../../contract';
import { mergeTexts } from '../../memory';
import { defined } from '../../shared/json-values';
import { err, ok } from '../../shared/result';
import { conflictFile, writeInto } from './memory-folder';
import type { Plan, Step } from './memory-plan';
import { type BaseFile, fileInside, removeInside } from './patched-files';
import { ask, type ServerOptions } from './server';
import type { Flags, Texts } from './terminal';

/** The base of a plan, and what is the same on both sides, by id. */
export const baseIn = ({ base = [] }: Plan) => new Map(base.map((each) => [each.id, each]));
export const sameIn = ({ steps }: Plan) =>
	steps.flatMap((step) =>
		step.kind === 'same' ? [[step.there.id, { ...step.there, file: step.file }] as const] : [],
	);

/** Steps that change the folder. */
export const isPull = ({ kind }: Step): boolean =>
	['write', 'move', 'remove', 'merge', 'orphan'].includes(kind);

/** Carries out the pull steps of a plan. @returns the next plan's base, files written, in conflict, and failed */
export async function pullSteps(plan: Plan, options: ServerOptions) {
	const base = baseIn(plan);
	const conflicts: string[] = [];
	const failed: { file: string; reason: string }[] = [];
	let written = 0;
	const see = (file: string, { id, hash, version }: Omit<BaseFile, 'file'>) =>
		void base.set(id, { file, id, hash, version });
	// A file that is not published any more is no base.
	for (const { id } of plan.base ?? []) if (!plan.there.has(id)) base.delete(id);
	const take = async (step: Step): Promise<void> => {
		const { file } = step;
		if (step.kind === 'remove') {
			await removeInside(plan.folder, file);
			base.delete(step.base.id);
		} else if (step.kind === 'orphan') {
			await writeInto(plan.folder, conflictFile(file), ORPHANED);
			base.delete(step.base.id);
			conflicts.push(file);
		} else if (step.kind === 'write' || step.kind === 'move') {
			const isKnown = step.kind === 'write' && !step.isNew;
			if (!isKnown) await checkNew(plan.folder, file);
			await writeInto(plan.folder, file, plan.there.get(step.there.id)?.content ?? '');
			if (step.kind === 'move') await removeInside(plan.folder, step.from);
			see(file, step.there);
		} else if (step.kind === 'merge') {
			const merged = await mergedText(plan, step, options);
			if (step.from !== undefined) {
				await checkNew(plan.folder, file);
				await writeInto(plan.folder, file, plan.here.get(step.from)?.content ?? '');
				await removeInside(plan.folder, step.from);
			}
			await writeInto(plan.folder, merged.isClean ? file : conflictFile(file), merged.text);
			if (step.base !== undefined) base.delete(step.base.id);
			// A file renamed here is still to be published under its new name.
			const isOld = merged.isClean && step.there.file === step.base?.file;
			see(isOld ? step.there.file : file, step.there);
			if (!merged.isClean) conflicts.push(file);
		}
	};
	for (const step of plan.steps) {
		if (step.kind === 'same') see(step.file, step.there);
		if (!isPull(step)) continue;
		try {
			await take(step);
			written++;
		} catch (error) {
			failed.push({ file: step.file, reason: (error as Error).message });
			// Seen as before: what is still there is not new.
			if ('base' in step && step.base !== undefined) base.set(step.base.id, step.base);
		}
	}
	return { base: [...base.values()], written, conflicts, failed };
}

const MARKDOWN = /\.(?:mdc?|mdx|markdown)$|(?:^|\/)\.cursorrules$/i;
/** @throws where the workspace may begin no file: a server could name a Makefile, or what lies here unpublished. */
async function checkNew(folder: string, file: string): Promise<void> {
	if (!MARKDOWN.test(file)) throw new Error('it is no Markdown, and this folder does not have it');
	if ((await fileInside(folder, file)) !== undefined)
		throw new Error('another file lies here under this name: rename it, then pull again');
}

const ORPHANED =
	'This file was edited here and withdrawn in the workspace.\nDelete it, or delete only this note: then a push publishes it anew.\n';

async function mergedText(
	{ here, there }: Plan,
	{ file, from, there: theirs, base }: Extract<Step, { kind: 'merge' }>,
	options: ServerOptions,
): Promise<{ readonly text: string; readonly isClean: boolean }> {
	const mine = here.get(from ?? file)?.content ?? '';
	const published = there.get(theirs.id)?.content ?? '';
	const { id = '', version } = base ?? {};
	const asked = base && (await ask(options, 'GET /api/memory/objects/:id', { id, version }));
	const earlier = asked?.ok ? asked.value.content : undefined;
	const { text, conflicts } = mergeTexts({ mine, base: earlier ?? '', theirs: published });
	// Without a common text nothing says which side is the newer.
	return { text, isClean: earlier !== undefined && conflicts === 0 };
}

export type PushOptions = ServerOptions & Flags<'withdraw'> & Partial<Texts<'note'>>;

/** Selects steps that change the workspace; withdrawing only with `withdraw`. */
export const isPush = (step: Step, { withdraw = false }: PushOptions): boolean =>
	['create', 'update', 'rename'].includes(step.kind) || (withdraw && step.kind === 'withdraw');

/** Publishes steps of a plan: all of them or none. */
export async function pushSteps(plan: Plan, steps: readonly Step[], options: PushOptions) {
	const files = steps.flatMap((step) => {
		const content = plan.here.get(step.file)?.content;
		if (content === undefined || step.kind === 'withdraw') return [];
		const there = 'there' in step ? step.there : undefined;
		return { file: step.file, content, base: there?.hash ?? null, ...defined({ id: there?.id }) };
	});
	const withdraw = steps.flatMap((step) =>
		step.kind === 'withdraw' ? [{ id: step.there.id, hash: step.there.hash }] : [],
	);
	const applied = await apply(files, withdraw, options);
	if (!applied.ok) return applied;
	const { sent, published, withdrawn, refused } = applied.value;
	const base = new Map([...baseIn(plan), ...sameIn(plan)]);
	for (const { id } of withdraw) base.delete(id);
	for (const [at, { id, hash, version }] of published.entries()) {
		const file = sent[at]?.file;
		if (file !== undefined) base.set(id, { file, id, hash, version });
	}
	return ok({ base: [...base.values()], published, withdrawn, refused });
}

type Sent = BodyOf<'POST /api/memory/sync/apply'>['files'][number];

/** Sends all files, and once more without those refused by name. */
async function apply(files: readonly Sent[], withdraw: readonly object[], options: PushOptions) {
	const send = (files: readonly Sent[]) =>
		ask(options, 'POST /api/memory/sync/apply', {}, { files, withdraw, note: options.note });
	const first = await send(files);
	if (first.ok) return ok({ ...first.value, sent: files, refused: [] });
	const refused = first.error.issues;
	const bad = new Set(refused.map(({ path }) => path));
	const rest = files.filter(({ file }) => !bad.has(file));
	if (rest.length === files.length || rest.length + withdraw.length === 0) return err(first.error);
	const second = await send(rest);
	return second.ok ? ok({ ...second.value, sent: rest, refused }) : second;
}
