// Finds used results of a conversation and their consumers: by the marks that Loadline knows of them, by
// configured pairs, and by what supersedes itself. The same messages give the same answer, whenever it is asked.
import type { KeptResults } from '../../session';
import { chooseUsed } from '../../shared/context-pairing';
import { idsOfArguments, idsOfText } from '../../shared/named-ids';
import { type configuredPairs, summarizeList, textSummary } from '../../transient';
import type { Conversation, ToolOutput } from './conversation';
import { type Supersession, superseded } from './superseded';

/** What is known of a kept result. */
export type FoundResult = ReturnType<KeptResults['find']>[number];
type Pairs = ReturnType<typeof configuredPairs>;

/** A result that a later call has used up, or that a later one has made needless. */
export interface UsedResult {
	readonly output: ToolOutput;
	/** The message that uses it up. */
	readonly due: number;
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
	/** Characters from which a host's own result is worth leaving out. */
	readonly leastCharacters: number;
}

interface Pending {
	readonly tool: string;
	readonly ids: readonly string[];
	readonly output: ToolOutput;
	readonly known: FoundResult | undefined;
	readonly names: readonly string[];
	readonly summary: string;
}

/** Results that were used up, each once: first those by marks and pairs, then those superseded. Failed ones never. */
export function usedResults(conversation: Conversation, knowledge: Knowledge): UsedResult[] {
	const { pairs, known: knownOf } = knowledge;
	const used: UsedResult[] = [];
	/** Each once, however often it was said. */
	const hints = new Map<string, { readonly tool: string; readonly consumedBy: string }>();
	let pending: Pending[] = [];
	for (const output of conversation.outputs) {
		if (output.failed) continue;
		const known = knownOf(output);
		const names = known ? [known.tool, ...namesOf(output.tool)] : namesOf(output.tool);
		for (const hint of known?.marks.hints ?? [])
			hints.set(`${hint.tool}\0${hint.consumedBy}`, hint);
		const consumes = [
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
			const taken = chooseUsed(
				[['', '']],
				'',
				idsOfArguments(output.args),
				candidates.map((each) => ({ ...each, tool: '' })),
				'all',
			);
			const ids = new Set(taken.map((each) => each.output.id));
			for (const { output: result, known: its, summary } of taken)
				used.push({ output: result, due: output.at, summary, ...(its && { known: its }) });
			pending = pending.filter((each) => !ids.has(each.output.id));
		}
		if (known?.marks.action) pending = [];
		const fetched = pendingOf(output, known, names, pairs);
		if (fetched) pending.push(fetched);
	}
	const taken = new Set([...used, ...pending].map(({ output }) => output.id));
	const eligible = conversation.outputs.filter(
		({ id, text, failed }) =>
			!taken.has(id) && !failed && text !== undefined && text.length >= knowledge.leastCharacters,
	);
	for (const { output, due, why } of superseded(eligible, conversation, knowledge.superseded))
		used.push({ output, due, summary: `${textSummary(output.text ?? '', output.tool)}, ${why}` });
	return used;
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
	const base = { tool, output, known, names, ids: idsOfText(text) };
	if (known?.marks.transient)
		return {
			...base,
			summary: known.marks.transient.summary ?? `Result of ${known.tool}, left out after use.`,
		};
	if (known) return undefined;
	const own = pairs.filter((pair) => names.includes(pair.tool));
	if (own.length === 0) return undefined;
	const list = summarizeList({ content: [{ type: 'text', text }] }, tool);
	const count = list?.count ?? 1;
	if (!own.some(({ minRecords }) => count >= minRecords)) return undefined;
	return { ...base, summary: list?.summary ?? textSummary(text, tool) };
}
