// Finds used results of a conversation and their consumers: by the marks that Loadline knows of them, by
// configured pairs, and by what repeats itself. The same messages give the same answer, whenever it is asked.
import type { KeptResults } from '../../session';
import { chooseUsed, type Pairing } from '../../shared/context-pairing';
import { idsOfArguments, idsOfText } from '../../shared/named-ids';
import { type configuredPairs, summarizeList, textSummary } from '../../transient';
import type { ToolOutput } from './conversation';
import { isDoubtful, unmeasured } from './frame';

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
	prompt: { readonly outputs: readonly ToolOutput[] },
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
		const isDone = () => !remembered(DOUBTS, output, () => isDoubtful(output.text ?? ''));
		if (consumes.length > 0 && (known || isDone())) {
			const candidates = pending.filter((each) =>
				each.names.some((name) => consumes.includes(name)),
			);
			// One tool for all: they were paired by every name they have.
			const chosen = chooseUsed([['', '']], '', idsOfArguments(output.args), candidates, pairing);
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
	const isEligible = ({ id, text, content, failed }: ToolOutput) =>
		!(taken.has(id) || failed) &&
		content.length > 0 &&
		(text?.length ?? 0) >= knowledge.leastCharacters;
	const others = superseded(isEligible, prompt.outputs, knowledge.superseded, left);
	for (const { output, why } of others)
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

/** A result that waits for a consumer; undefined where it waits for none. */
function pendingOf(
	output: ToolOutput,
	known: FoundResult | undefined,
	names: readonly string[],
	pairs: Pairs,
) {
	const { text, tool } = output;
	if (text === undefined) return undefined;
	const { transient } = known?.marks ?? {};
	let summary = transient && (transient.summary ?? `Result of ${known?.tool}, left out after use.`);
	const own = known ? [] : pairs.filter((pair) => names.includes(pair.tool));
	if (own.length > 0) {
		const list = remembered(LISTS, output, () => {
			const found = summarizeList({ content: [{ type: 'text', text }] }, tool);
			return found ?? { count: 1, summary: textSummary(text, tool) };
		});
		if (own.some(({ minRecords }) => list.count >= minRecords)) summary = list.summary;
	}
	if (summary === undefined) return undefined;
	return {
		...{ output, known, names, summary, tool: '' },
		get ids() {
			return remembered(IDS, output, () => idsOfText(text));
		},
	};
}

/** Ids read of outputs: a prompt is looked through at each of its requests. */
const IDS = new WeakMap<ToolOutput, readonly string[]>();
const LISTS = new WeakMap<ToolOutput, NonNullable<ReturnType<typeof summarizeList>>>();
const DOUBTS = new WeakMap<ToolOutput, boolean>();

/** Returns what was read of an output before, else reads it. */
export function remembered<Value>(
	memory: WeakMap<ToolOutput, Value>,
	output: ToolOutput,
	read: () => Value,
): Value {
	if (!memory.has(output)) memory.set(output, read());
	return memory.get(output) as Value;
}

// A host's own results that need no declared pair (docs/llm.md, "What leaves"): one that is the same as the one before.

/** Tools of hosts by what they do, in lower case: Claude Code, Codex, Gemini CLI, opencode, pi. */
const TOOLS = {
	reads: 'read read_file',
	listings: 'glob grep ls list find list_directory grep_search search_file_content',
	repeats:
		'bash shell exec_command run_shell_command webfetch websearch web_fetch google_web_search',
};

/** Kinds of results that are looked at; each can be switched off. */
type Supersession = Readonly<Record<keyof typeof TOOLS, boolean>>;

const KINDS: ReadonlyMap<string, keyof Supersession> = new Map(
	Object.entries(TOOLS).flatMap(([kind, tools]) =>
		tools.split(' ').map((tool) => [tool, kind as keyof Supersession] as const),
	),
);

/**
 * Finds results that say what the one before of the same call said: the new one goes, and points to the old, which stands
 * where it stood, so that nothing has to be written anew.
 * @param isEligible whether a result is long enough to be worth it
 * @param left calls whose results have left already: they cannot be pointed at
 */
function superseded(
	isEligible: (output: ToolOutput) => boolean,
	outputs: readonly ToolOutput[],
	rules: Supersession,
	left: ReadonlySet<string>,
) {
	/** The newest of each call that stays. */
	const latest = new Map<string, ToolOutput>();
	return outputs.flatMap((output) => {
		const { id, tool, args, text = '' } = output;
		const kind = KINDS.get(tool.toLowerCase());
		if (kind === undefined || !rules[kind] || !isEligible(output)) return [];
		const key = `${tool}\0${JSON.stringify(args)}`;
		const before = latest.get(key);
		if (before && unmeasured(before.text ?? '') === unmeasured(text))
			return [{ output, why: `same as its result before (call ${before.called})` }];
		if (!left.has(id)) latest.set(key, output);
		return [];
	});
}
