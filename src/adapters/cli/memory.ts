// `loadline memory init|status|diff|pull|push|sync|export [DIR]` (docs/memory.md, "Where rules live"): rules in
// a repository and in a workspace, kept the same without losing either side's work.
import { Command } from 'commander';
import { createTwoFilesPatch } from 'diff';
import { conflictFile } from './memory-folder';
import { type Plan, planOf, type Step } from './memory-plan';
import { baseIn, isPull, isPush, pullSteps, pushSteps, sameIn } from './memory-sync';
import { writeLock } from './patched-files';
import { type ServerFault, withServer } from './server';
import { complainer, confirm, type Flags, oneLine, printable } from './terminal';

const complain = complainer('memory');

type Options = Parameters<typeof pushSteps>[2] & Flags<'yes' | 'check' | 'dryRun'>;

/** Exit code 1 when something could not be done, or is in conflict. */
export function folderCommands(): Readonly<Record<string, Command>> {
	const over = (name: string, description: string) =>
		withServer(
			new Command(name)
				.description(description)
				.argument('[dir]', 'of the repository, or a folder with rules/ workflow/ context/', '.'),
		);
	const changing = (name: string, description: string) =>
		over(name, description).option('--yes', 'without asking');
	const publishing = (name: string, description: string) =>
		changing(name, description)
			.option('--withdraw', 'also withdraw what was deleted here')
			.option('--note <text>', 'kept with every version');
	return {
		'memory init': over('init', 'Note what is the same on both sides, and show the rest.').action(
			withPlan(init, false),
		),
		'memory status': over('status', 'Show what pull and push would do, and what binds.')
			.option('--check', 'exit code 1 where something is in conflict or cannot be published')
			.action(withPlan(status)),
		'memory diff': over('diff', 'Show what would change, line by line.').action(withPlan(diff)),
		'memory pull': changing('pull', 'Bring what is published here.').action(withPlan(pullPlan)),
		'memory push': publishing('push', 'Publish what changed here.')
			.option('--dry-run', 'say what would be published')
			.action(withPlan(pushPlan)),
		'memory sync': publishing('sync', 'Pull, then push.').action(withPlan(sync)),
	};
}

function complainOf({ message, issues }: ServerFault): void {
	complain(message);
	for (const issue of issues) console.error(oneLine(`${issue.path ?? ''}: ${issue.reason ?? ''}`));
}

/** Makes a plan, reports its problems, and does some work with it; that there can be none is reported, too. */
const withPlan =
	(work: (plan: Plan, options: Options) => unknown, isBegun = true) =>
	async (dir: string, options: Options): Promise<void> => {
		const plan = await planOf(dir, options, isBegun);
		if (!plan.ok) return complainOf(plan.error);
		const { problems, conflicts, notes } = plan.value;
		for (const { file, reason } of problems) console.error(oneLine(`${file} ${reason}: left out`));
		for (const note of notes) console.error(oneLine(note));
		for (const file of conflicts)
			complain(`${file} is in conflict: edit it, then delete ${conflictFile(file)}`);
		await work(plan.value, options);
	};

const SAID: Readonly<Record<Step['kind'], string>> = {
	...{ same: '', create: 'create', update: 'update', rename: 'rename', withdraw: 'absent' },
	...{ write: 'pull', move: 'move', remove: 'remove', merge: 'merge', orphan: 'conflict' },
};

function show({ steps }: Plan, only: (step: Step) => boolean, withdraw = false): void {
	for (const step of steps.filter(({ kind }) => kind !== 'same').filter(only)) {
		const { kind, file } = step;
		const what = kind === 'withdraw' && withdraw ? 'withdraw' : SAID[kind];
		const more =
			kind === 'rename' || kind === 'move'
				? ` (was ${step.from})`
				: kind === 'merge'
					? ` (changed on both sides${step.from === undefined ? '' : `, was ${step.from}`})`
					: kind === 'withdraw' && !withdraw
						? ' (published, deleted here; push --withdraw takes it back)'
						: '';
		console.log(`${what.padEnd(9)} ${oneLine(file + more)}`);
	}
	console.log(`${steps.filter(({ kind }) => kind === 'same').length} unchanged`);
}

function showBinding({ here, notes }: Plan): void {
	const rules = [...here.values()].filter(({ isRule }) => isRule);
	const sum = (of: 'constraints' | 'unbound') => rules.reduce((all, rule) => all + rule[of], 0);
	console.log(
		[
			`${rules.length} rules`,
			`${sum('constraints')} constraints`,
			`${sum('unbound')} lines unbound`,
			...(notes.length > 0 ? [`${notes.length} imports that bind nobody`] : []),
		].join(', '),
	);
	for (const { file, warnings } of rules)
		for (const warning of warnings) console.error(oneLine(`${file}: ${warning}`));
}

function status(plan: Plan, options: Options): void {
	show(plan, () => true);
	showBinding(plan);
	const { steps, problems, conflicts } = plan;
	const isClean = conflicts.length === 0 && problems.every(({ isFine }) => isFine === true);
	const isMoved = steps.some(({ kind }) => kind === 'merge' || kind === 'orphan');
	process.exitCode = options.check === true && (!isClean || isMoved) ? 1 : 0;
}

async function init(plan: Plan): Promise<void> {
	await writeLock(plan.folder, new Map([...sameIn(plan), ...baseIn(plan)]).values());
	show(plan, () => true);
	showBinding(plan);
}

function diff(plan: Plan): void {
	for (const step of plan.steps.filter(({ kind }) => kind !== 'same')) {
		const lies = (step.kind === 'merge' ? step.from : undefined) ?? step.file;
		const mine = plan.here.get(lies)?.content ?? '';
		const theirs = 'there' in step ? (plan.there.get(step.there.id)?.content ?? '') : '';
		const isFromThere = isPull(step) && step.kind !== 'merge';
		const [from, to] = isFromThere
			? [mine, theirs]
			: [theirs, step.kind === 'withdraw' ? '' : mine];
		const [one, other] = isFromThere ? ['here', 'published'] : ['published', 'here'];
		const name = step.kind === 'rename' ? step.from : step.file;
		console.log(
			printable(createTwoFilesPatch(`${one}/${name}`, `${other}/${step.file}`, from, to)),
		);
	}
}

async function agreed({ yes }: Options, question: string): Promise<boolean> {
	const answer = yes === true ? true : await confirm(question);
	if (answer === undefined) complain('nothing was done: add --yes where nobody can be asked');
	else if (!answer) console.log('nothing was done');
	return answer === true;
}

async function pullPlan(plan: Plan, options: Options): Promise<boolean> {
	show(plan, isPull);
	const count = plan.steps.filter(isPull).length;
	if (count > 0 && !(await agreed(options, `Change ${count} files?`))) return false;
	const pulled = await pullSteps(plan, options);
	await writeLock(plan.folder, pulled.base);
	for (const { file, reason } of pulled.failed) complain(`${file} is not written: ${reason}`);
	for (const file of pulled.conflicts)
		complain(
			`${file} changed on both sides: see ${conflictFile(file)}, edit ${file}, delete the other`,
		);
	if (count > 0) console.log(`pulled ${pulled.written - pulled.conflicts.length}`);
	return true;
}

async function pushPlan(plan: Plan, options: Options): Promise<void> {
	const open = new Set(plan.conflicts);
	const behind = plan.steps.filter(({ kind }) => kind === 'merge' || kind === 'orphan');
	for (const { file } of behind) complain(`${file} changed in the workspace too: pull first`);
	const steps = plan.steps.filter((step) => isPush(step, options) && !open.has(step.file));
	show(plan, (step) => steps.includes(step) || step.kind === 'withdraw', options.withdraw);
	const gone = steps.filter(({ kind }) => kind === 'withdraw').length;
	// A folder without any rule is the wrong folder, not the end of all rules.
	if (plan.here.size === 0) return complain('there is no rule here: nothing was done');
	if (steps.length > 0 && !options.dryRun) {
		if (!(await agreed(options, `Publish ${steps.length - gone}, withdraw ${gone}?`))) return;
		const pushed = await pushSteps(plan, steps, options);
		if (!pushed.ok) return complainOf(pushed.error);
		const { base, published, withdrawn, refused } = pushed.value;
		await writeLock(plan.folder, base);
		for (const { path, warnings } of published)
			for (const warning of warnings) console.error(oneLine(`${path}: ${warning}`));
		for (const { path = '', reason = '' } of refused) complain(`${path}: ${reason}`);
		console.log(`published ${published.length}, withdrew ${withdrawn}`);
	}
}

async function sync(before: Plan, options: Options): Promise<void> {
	if (!(await pullPlan(before, options))) return;
	const after = await planOf(before.folder, options);
	if (!after.ok) return complainOf(after.error);
	await pushPlan(after.value, options);
}
