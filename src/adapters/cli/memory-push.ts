// Publishes a folder's changes in one request; a file that the workspace refuses holds back no other.
import type { Hub } from '../../memory';
import { err, ok, type Result } from '../../shared/result';
import type { BaseFile } from './memory-lock';
import type { Plan, Step } from './memory-plan';
import { ask, type ServerFault, type ServerOptions } from './server';

type Outcome = Extract<
	ReturnType<Hub['applySync']>,
	{ readonly ok: true }
>['value']['published'][number];

export interface PushOptions extends ServerOptions {
	readonly withdraw?: boolean;
	readonly note?: string;
}

export interface Pushed {
	readonly base: readonly BaseFile[];
	readonly published: readonly Outcome[];
	readonly withdrawn: number;
	readonly refused: readonly { readonly path?: string; readonly reason?: string }[];
}

/** Selects steps that change the workspace; withdrawing only with `withdraw`. */
export const isPush = (step: Step, { withdraw = false }: PushOptions): boolean =>
	['create', 'update', 'rename'].includes(step.kind) || (withdraw && step.kind === 'withdraw');

/** Publishes steps of a plan: all of them or none. */
export async function pushSteps(
	plan: Plan,
	steps: readonly Step[],
	options: PushOptions,
): Promise<Result<Pushed, ServerFault>> {
	const files = steps.flatMap((step) => {
		const content = plan.here.get(step.file)?.content;
		if (content === undefined || step.kind === 'withdraw') return [];
		const there = 'there' in step ? step.there : undefined;
		return [
			{
				file: step.file,
				content,
				base: there?.hash ?? null,
				...(there !== undefined && { id: there.id }),
			},
		];
	});
	const withdraw = steps.flatMap((step) =>
		step.kind === 'withdraw' ? [{ id: step.there.id, hash: step.there.hash }] : [],
	);
	const applied = await apply(files, withdraw, options);
	if (!applied.ok) return applied;
	const { sent, published, withdrawn, refused } = applied.value;
	const base = new Map((plan.base ?? []).map((each) => [each.id, each]));
	for (const step of plan.steps)
		if (step.kind === 'same') base.set(step.there.id, { ...step.there, file: step.file });
	for (const { id } of withdraw) base.delete(id);
	for (const [at, { id, hash, version }] of published.entries()) {
		const file = sent[at]?.file;
		if (file !== undefined) base.set(id, { file, id, hash, version });
	}
	return ok({ base: [...base.values()], published, withdrawn, refused });
}

interface Sent {
	readonly file: string;
	readonly content: string;
	readonly base: string | null;
	readonly id?: string;
}

/** Sends all files, and once more without those refused by name. */
async function apply(
	files: readonly Sent[],
	withdraw: readonly object[],
	options: PushOptions,
): Promise<Result<Omit<Pushed, 'base'> & { readonly sent: readonly Sent[] }, ServerFault>> {
	const { note } = options;
	const send = (sent: readonly Sent[]) =>
		ask(options, 'POST /api/memory/sync/apply', {}, { files: sent, withdraw, note });
	const first = await send(files);
	if (first.ok) return ok({ ...first.value, sent: files, refused: [] });
	const refused = first.error.issues;
	const bad = new Set(refused.map(({ path }) => path));
	const rest = files.filter(({ file }) => !bad.has(file));
	if (rest.length === files.length || rest.length + withdraw.length === 0) return err(first.error);
	const second = await send(rest);
	return second.ok ? ok({ ...second.value, sent: rest, refused }) : second;
}
