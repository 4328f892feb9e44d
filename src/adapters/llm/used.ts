// Finds used results of a conversation and their consumers: by the marks that Loadline knows of them, by
// configured pairs, and by what supersedes itself. The same messages give the same answer, whenever it is asked.
import type { KeptResults } from '../../session';
import { chooseUsed, type Pairing } from '../../shared/context-pairing';
import { isRecord } from '../../shared/json-values';
import { idsOfArguments, idsOfText } from '../../shared/named-ids';
import { type configuredPairs, summarizeList, textSummary } from '../../transient';
import type { ToolOutput } from './conversation';
import { saysFailed, unmeasured } from './frame';

/** A kept result, as its session answers it. */
export type FoundResult = ReturnType<KeptResults['find']>[number];
type Pairs = ReturnType<typeof configuredPairs>;

/** A result that a later call has used up, or that a later one has made needless. */
export interface UsedResult {
	readonly output: ToolOutput;
	/** Of one that Loadline sent: what it knows of it. */
	readonly known?: FoundResult;
	/** The replacement, without the call that restores it. */
	readonly summary: string;
}

/** By what results are judged: marks of Loadline's own, configured pairs, rules of what supersedes itself. */
export interface Knowledge {
	/** Finds an output by the text that the host shows. */
	known(output: ToolOutput): FoundResult | undefined;
	/** Pairs of what is called through Loadline, which knows how each call ended. */
	readonly pairs: Pairs;
	/** Pairs of a host's own tools: a failure of theirs may be told by their text alone. */
	readonly hostPairs: Pairs;
	readonly superseded: Supersession;
	/** Results that a consumer uses up which names none. */
	readonly pairing: Pairing;
	/** Characters from which a host's own result is worth leaving out. */
	readonly leastCharacters: number;
}

/**
 * Finds the results that were used up, each once: first those by marks and pairs, then those superseded. Failed ones
 * never are, and use up none.
 * @param left calls whose results have left already
 */
export function usedResults(
	prompt: { readonly outputs: readonly ToolOutput[]; readonly turns: readonly number[] },
	knowledge: Knowledge,
	left: ReadonlySet<string>,
) {
	const { pairs, hostPairs, known: knownOf, pairing } = knowledge;
	const allPairs = [...pairs, ...hostPairs];
	const used: UsedResult[] = [];
	/** Each once, however often it was said. */
	const hints = new Map<string, Pick<Pairs[number], 'tool' | 'consumedBy'>>();
	const taken = new Set<string>();
	let pending: NonNullable<ReturnType<typeof pendingOf>>[] = [];
	for (const output of prompt.outputs) {
		if (output.failed) continue;
		const known = knownOf(output);
		const names = known ? [known.tool, ...namesOf(output.tool)] : namesOf(output.tool);
		for (const { tool, consumedBy } of known?.marks.hints ?? [])
			hints.set(`${tool}\0${consumedBy}`, { tool, consumedBy: [consumedBy] });
		const usesNone = pending.length === 0 || known?.marks.consumed === false;
		const inForce = usesNone ? [] : known ? [...hints.values(), ...allPairs] : hostPairs;
		const consumes = inForce.flatMap(({ tool, consumedBy }) =>
			consumedBy.some((name) => names.includes(name)) ? tool : [],
		);
		if (consumes.length > 0 && (known || !saysFailed(output.text ?? ''))) {
			const candidates = pending.filter((each) =>
				each.names.some((name) => consumes.includes(name)),
			);
			// One tool for all: they were paired by every name they have.
			const chosen = chooseUsed(
				[['', '']],
				'',
				idsOfArguments(output.args),
				candidates.map((each) => ({
					...each,
					tool: '',
					get ids() {
						return remembered(IDS, each.output, () => idsOfText(each.output.text ?? ''));
					},
				})),
				pairing,
			);
			const ids = new Set(chosen.map((each) => each.output.id));
			for (const { output: result, known: its, summary } of chosen) {
				taken.add(result.id);
				used.push({ output: result, summary, ...(its && { known: its }) });
			}
			pending = pending.filter((each) => !ids.has(each.output.id));
		}
		if (known?.marks.action) pending = [];
		const fetched = pendingOf(output, known, names, allPairs);
		if (fetched) pending.push(fetched);
	}
	for (const { output } of pending) taken.add(output.id);
	const eligible = prompt.outputs.filter(
		({ id, text, content, failed }) =>
			!taken.has(id) &&
			!failed &&
			text !== undefined &&
			content.length > 0 &&
			text.length >= knowledge.leastCharacters,
	);
	for (const { output, why } of superseded(eligible, prompt, knowledge.superseded, left))
		used.push({ output, summary: `${textSummary(output.text ?? '', output.tool)}, ${why}` });
	return { used, firstPending: pending[0]?.output.block };
}

/** `mcp__github__list_issues` of a host is `list_issues` at its server, `github__list_issues` at Loadline. */
export function namesOf(tool: string): readonly string[] {
	const parts = /^mcp__(.+?)__(.+)$/s.exec(tool);
	if (!parts) return [tool];
	const [, server = '', name = ''] = parts;
	return [tool, name, `${server}__${name}`];
}

function pendingOf(
	output: ToolOutput,
	known: FoundResult | undefined,
	names: readonly string[],
	pairs: Pairs,
) {
	const { text, tool } = output;
	if (text === undefined) return undefined;
	const base = { output, known, names };
	if (known?.marks.transient)
		return {
			...base,
			summary: known.marks.transient.summary ?? `Result of ${known.tool}, left out after use.`,
		};
	if (known) return undefined;
	const own = pairs.filter((pair) => names.includes(pair.tool));
	if (own.length === 0) return undefined;
	const list = remembered(LISTS, output, () =>
		summarizeList({ content: [{ type: 'text', text }] }, tool),
	);
	const count = list?.count ?? 1;
	if (!own.some(({ minRecords }) => count >= minRecords)) return undefined;
	return { ...base, summary: list?.summary ?? textSummary(text, tool) };
}

/** Ids read of outputs: a prompt is looked through at each of its requests. */
const IDS = new WeakMap<ToolOutput, readonly string[]>();
const LISTS = new WeakMap<ToolOutput, ReturnType<typeof summarizeList>>();

/** Returns what was read of an output before, else reads it. */
export function remembered<Value>(
	memory: WeakMap<ToolOutput, Value>,
	output: ToolOutput,
	read: () => Value,
): Value {
	if (!memory.has(output)) memory.set(output, read());
	return memory.get(output) as Value;
}

// A host's own results that need no declared pair (docs/llm.md, "What leaves"): a file that was read again or
// edited since, a listing that was made again, a result that is the same as the one before.

/** Kinds of superseded results; each can be switched off. */
interface Supersession {
	readonly reads: boolean;
	readonly listings: boolean;
	readonly repeats: boolean;
}

/** Tools of hosts by what they do, in lower case: Claude Code, Codex, Gemini CLI, opencode, pi. */
const READS: ReadonlySet<string> = new Set(['read', 'read_file']);
const EDITS: ReadonlySet<string> = new Set(
	'edit multiedit write notebookedit write_file replace'.split(' '),
);
const LISTINGS: ReadonlySet<string> = new Set([
	...['glob', 'grep', 'ls', 'list', 'find', 'list_directory', 'grep_search', 'search_file_content'],
]);
/** Their results depend on more than their arguments: an equal one alone takes their place. */
const REPEATED: ReadonlySet<string> = new Set([
	...['bash', 'shell', 'exec_command', 'run_shell_command'],
	...['webfetch', 'websearch', 'web_fetch', 'google_web_search'],
]);

const does = (kinds: ReadonlySet<string>, tool: string): boolean => kinds.has(tool.toLowerCase());

/**
 * Finds results that a later one replaces. The later one is always in place: of several alike the first stays
 * until one that differs comes.
 * @param eligible results long enough to be worth it, in order
 * @param left calls whose results have left already
 */
function superseded(
	eligible: readonly ToolOutput[],
	{
		outputs,
		turns,
	}: { readonly outputs: readonly ToolOutput[]; readonly turns: readonly number[] },
	rules: Supersession,
	left: ReadonlySet<string>,
) {
	/** With why, for what takes their place. */
	const found: { readonly output: ToolOutput; readonly why: string }[] = [];
	/** The newest of each call that stays. */
	const latest = new Map<string, ToolOutput>();
	/** Block at which a result was last seen to be so: also by one that points at it. */
	const seen = new Map<ToolOutput, number>();
	for (const output of eligible) {
		const key = keyOf(output);
		const before = key === undefined ? undefined : latest.get(key);
		const isSame =
			before !== undefined && unmeasured(before.text ?? '') === unmeasured(output.text ?? '');
		if (isSame && (rules.repeats || left.has(output.id))) {
			// The new one goes: the old one stands where it stood, and nothing has to be written anew.
			found.push({ output, why: `same as its result before (call ${before.called})` });
			seen.set(before, output.at);
			continue;
		}
		// A result that has left for another reason cannot be pointed at.
		if (key === undefined || left.has(output.id)) continue;
		latest.set(key, output);
		const isOn = does(READS, output.tool) ? rules.reads : rules.listings && isPlaced(output);
		if (isOn && before !== undefined && before.at < output.at)
			found.push({ output: before, why: 'done again since: see below' });
	}
	const gone = new Set(found.map(({ output }) => output));
	const edits = editsBefore(outputs, rules.reads ? (turns.at(-1) ?? -1) : -1);
	for (const output of eligible) {
		const edit = does(READS, output.tool) ? edits.get(fileOf(output) ?? '') : undefined;
		if (edit !== undefined && edit > (seen.get(output) ?? output.at) && !gone.has(output))
			found.push({ output, why: 'the file was edited since' });
	}
	return found;
}

/** The last edit of each file that the user has spoken after: until then further edits may still look at it. */
function editsBefore(outputs: readonly ToolOutput[], turn: number): ReadonlyMap<string, number> {
	const edits = new Map<string, number>();
	for (const output of outputs) {
		const succeeded = does(EDITS, output.tool) && !output.failed && !saysFailed(output.text ?? '');
		const file = succeeded ? fileOf(output) : undefined;
		if (file !== undefined && output.at < turn) edits.set(file, output.at);
	}
	return edits;
}

function keyOf({ tool, args }: ToolOutput): string | undefined {
	const isKnown = [READS, LISTINGS, REPEATED].some((kinds) => does(kinds, tool));
	return isKnown ? `${tool}\0${JSON.stringify(args)}` : undefined;
}

/** Returns whether a listing says where it was made: any other may be of another folder after a `cd`. */
const isPlaced = ({ tool, args }: ToolOutput): boolean =>
	does(LISTINGS, tool) &&
	isRecord(args) &&
	[args.path, args.dir_path, tool.toLowerCase() === 'glob' && args.pattern].some(
		(path) => typeof path === 'string' && /^(?:\/|[A-Za-z]:[\\/])/.test(path),
	);

function fileOf({ args }: ToolOutput): string | undefined {
	if (!isRecord(args)) return undefined;
	const file =
		args.file_path ?? args.notebook_path ?? args.filePath ?? args.absolute_path ?? args.path;
	return typeof file === 'string' ? file : undefined;
}
