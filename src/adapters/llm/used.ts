// Finds used results of a conversation and their consumers: by the marks that Loadline knows of them, by
// configured pairs, and by what supersedes itself. The same messages give the same answer, whenever it is asked.
import type { KeptResults } from '../../session';
import { chooseUsed, type Pairing } from '../../shared/context-pairing';
import { idsOfArguments, idsOfText } from '../../shared/named-ids';
import { type configuredPairs, summarizeList, textSummary } from '../../transient';
import type { ToolOutput } from './conversation';
import { type Supersession, superseded } from './superseded';

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
	/** Pairs by the names of endpoints and of a host's own tools. */
	readonly pairs: Pairs;
	readonly superseded: Supersession;
	/** Results that a consumer uses up which names none. */
	readonly pairing: Pairing;
	/** Characters from which a host's own result is worth leaving out. */
	readonly leastCharacters: number;
}

interface Pending {
	readonly output: ToolOutput;
	readonly known: FoundResult | undefined;
	readonly names: readonly string[];
	readonly summary: string;
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
	const { pairs, known: knownOf, pairing } = knowledge;
	const used: UsedResult[] = [];
	/** Each once, however often it was said. */
	const hints = new Map<string, { readonly tool: string; readonly consumedBy: string }>();
	const taken = new Set<string>();
	let pending: Pending[] = [];
	for (const output of prompt.outputs) {
		if (output.failed) continue;
		const known = knownOf(output);
		const names = known ? [known.tool, ...namesOf(output.tool)] : namesOf(output.tool);
		for (const hint of known?.marks.hints ?? [])
			hints.set(`${hint.tool}\0${hint.consumedBy}`, hint);
		const consumes =
			pending.length === 0
				? []
				: [
						...[...hints.values()]
							.filter(({ consumedBy }) => names.includes(consumedBy))
							.map(({ tool }) => tool),
						...pairs
							.filter(({ consumedBy }) => consumedBy.some((name) => names.includes(name)))
							.map(({ tool }) => tool),
					];
		if (consumes.length > 0 && (known === undefined || known.marks.consumed)) {
			const candidates = pending.filter((each) =>
				each.names.some((name) => consumes.includes(name)),
			);
			// One tool for all: they were paired by every name they have.
			const chosen = chooseUsed(
				[['', '']],
				'',
				idsOfArguments(output.args),
				candidates.map(({ output: result, ...each }) => ({
					...each,
					output: result,
					tool: '',
					get ids() {
						return remembered(IDS, result, () => idsOfText(result.text ?? ''));
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
		const fetched = pendingOf(output, known, names, pairs);
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
): Pending | undefined {
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

function remembered<Value>(
	memory: WeakMap<ToolOutput, Value>,
	output: ToolOutput,
	read: () => Value,
): Value {
	if (!memory.has(output)) memory.set(output, read());
	return memory.get(output) as Value;
}
