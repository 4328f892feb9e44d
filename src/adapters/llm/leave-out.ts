// Leaves used results out of a prompt where that pays under its provider's cache (docs/llm.md, "When"). The bytes of
// everything else stay as they came, but for a mark of our own.
import { estimate } from '../../protect';
import { spellings } from '../../session';
import { callText, withoutOriginal } from '../../shared/collapsed-text';
import { isRecord } from '../../shared/json-values';
import { chooseRemovals } from '../../transient';
import { listOf, type ToolOutput } from './conversation';
import { unframed } from './frame';
import type { Prompt } from './prompt';
import type { Replacement } from './prompt-text';
import { type FoundResult, type Knowledge, type UsedResult, usedResults } from './used';

/** A result that is not sent. */
export interface LeftOut {
	/** By which `expand_result` gives it back. */
	readonly id: string;
	readonly output: ToolOutput;
	/** Absent of a host's own result, which has to be kept first. */
	readonly known?: FoundResult;
	readonly collapsed: number;
	readonly text: string;
	readonly summary: string;
}

/** The caller's results and pairs, and what its prompts have shown. */
export interface LeaveOutPorts
	extends Pick<
		Parameters<typeof chooseRemovals>[0],
		'state' | 'isCounted' | 'invests' | 'knowsBefore'
	> {
	/** Results by what a host shows, those of the conversation first. */
	find(digests: readonly string[]): Promise<readonly FoundResult[]>;
	digest(text: string): Promise<string>;
	/** Lets others go on, where the prompt is a long one. */
	pause(): Promise<void>;
	readonly knowledge: Omit<Knowledge, 'known'>;
	/** Keeps what leaves at this prompt, originals first; returns what is shown in its place. */
	leave(left: readonly LeftOut[]): Promise<readonly Replacement[]>;
	/** Milliseconds since the epoch. */
	now(): number;
}

/** Characters below which a result is not looked up: it cannot be one that is worth leaving out. */
const LEAST = 12;
/** Results from the end that are looked up again: their call may be entered late. */
const LATE = 20;
/** Digests of one look-up. */
const MOST_LOOKED_UP = 2_000;

/** Leaves out of a prompt what has left before, and what pays to leave now. */
export async function leaveOut(prompt: Prompt, ports: LeaveOutPorts) {
	const { state, isCounted, invests, knowsBefore } = ports;
	await lookUp(prompt, ports);
	await ports.pause();
	const { rules } = prompt;
	const known = (output: ToolOutput) => prompt.known.get(output.id) ?? undefined;
	const gone = new Set(prompt.left.keys());
	const { used, firstPending } = usedResults(prompt, { ...ports.knowledge, known }, gone);
	const restore = restoringCall(prompt);
	const eligible = used.filter(
		({ output, known }) =>
			prompt.mayLeave(output) &&
			!prompt.isBound(output) &&
			!gone.has(output.id) &&
			(known !== undefined || restore !== undefined),
	);
	const candidates = new Map<string, LeftOut>();
	for (const each of eligible) {
		const left = await leftOut(prompt, each, restore, ports);
		if (prompt.tokensOf(each.output) > left.collapsed) candidates.set(each.output.id, left);
	}
	await ports.pause();
	const cached = prompt.cached();
	const { whole, sent, placeOf, blockAt } = cached;
	const end = prompt.ends.at(-1)?.block ?? 0;
	const choice = chooseRemovals({
		...{ whole, prompt: sent, rules },
		candidates: [...candidates.values()].map(({ output, collapsed }) => ({
			at: placeOf(output.block),
			saves: prompt.tokensOf(output) - collapsed,
		})),
		end: placeOf(end),
		turns: prompt.said.map(placeOf),
		forgets: placeOf(prompt.forgets ?? 0),
		firstPending: firstPending === undefined ? undefined : placeOf(firstPending),
		canMark: (place) => prompt.canMark(blockAt(place)),
		freeMarks: rules.marks - prompt.marks,
		...{ state, isCounted, invests, knowsBefore, now: ports.now() },
		mayForget: prompt.mayForget,
	});
	const { from, mark } = choice;
	if (from !== undefined) {
		const leaving = [...candidates.values()].filter(({ output }) => placeOf(output.block) >= from);
		prompt.leave(await ports.leave(leaving), end);
	}
	await ports.pause();
	const body = prompt.rendered(mark && { ...mark, at: blockAt(mark.at) });
	await ports.pause();
	const prompts = from === undefined ? cached : prompt.cached();
	return { body, left: leftIn(prompt, used), choice, rules, prompts };
}

/** All that this prompt goes without. */
function leftIn(prompt: Prompt, used: readonly UsedResult[]): readonly LeftOut[] {
	const uses = new Map(used.map((each) => [each.output.id, each]));
	return prompt.outputs.flatMap((output) => {
		const left = prompt.left.get(output.id);
		if (!left) return [];
		const known = prompt.known.get(output.id);
		const { id, text } = left;
		const summary = uses.get(output.id)?.summary ?? text.split('\n', 1)[0] ?? '';
		return [{ id, output, collapsed: estimate(text), text, summary, ...(known && { known }) }];
	});
}

async function leftOut(
	prompt: Prompt,
	{ output, known, summary }: UsedResult,
	restoring: ((id: string) => string) | undefined,
	{ digest }: LeaveOutPorts,
): Promise<LeftOut> {
	// Results of the same text may have other images or members, or spell it otherwise: what stands here is kept itself.
	const isText = output.content.every((each) => Object.keys(each).join() === 'type,text');
	const digests = known && isText ? await Promise.all(unframed(output.text ?? '').map(digest)) : [];
	const own = digests.includes(known?.digest ?? '') ? known : undefined;
	const shown = isText ? (output.text ?? '') : JSON.stringify(output.content);
	const id = own?.id ?? `h${(await digest(`${output.id}\0${shown}`)).slice(0, 15)}`;
	const restore = restoring ? `\n[collapsed; original: ${restoring(id)}]` : '';
	const noted = own?.text ?? known?.text?.replaceAll(known.id, id) ?? `${summary}${restore}`;
	// Noted where the tool was called; this model may have fewer tools.
	const text = restoring ? noted : withoutOriginal(noted);
	const collapsed = prompt.tokensOf(output, text);
	return { id, output, collapsed, text, summary, ...(own && { known: own }) };
}

/** Finds what Loadline knows of results; of the same text, each occurrence its own. */
async function lookUp(prompt: Prompt, { find, digest }: LeaveOutPorts): Promise<void> {
	const late = prompt.outputs.length - LATE;
	const asked = prompt.outputs.filter(({ id }, at) => {
		const known = prompt.known.get(id);
		return known === undefined || (known === null && at >= late);
	});
	for (const { id, text } of asked) {
		if (prompt.digests.has(id)) continue;
		const texts = unframed(text ?? '').filter((each) => each.length >= LEAST);
		const shown = [...new Set(texts.flatMap(spellings))];
		prompt.digests.set(id, await Promise.all(shown.map(digest)));
	}
	const digests = [...new Set(asked.flatMap(({ id }) => prompt.digests.get(id) ?? []))];
	if (digests.length === 0) return;
	const all: FoundResult[] = [];
	for (let from = 0; from < digests.length; from += MOST_LOOKED_UP)
		all.push(...(await find(digests.slice(from, from + MOST_LOOKED_UP))));
	const found = Map.groupBy(all, (each) => each.digest);
	const taken = new Set([...prompt.known.values()].map((each) => each?.id));
	for (const { id } of asked) {
		const alike = (prompt.digests.get(id) ?? []).flatMap((each) => found.get(each) ?? []);
		const result = alike.find((each) => !taken.has(each.id)) ?? alike[0];
		if (result) taken.add(result.id);
		prompt.known.set(id, result ?? null);
	}
}

/** Returns the call that restores an original; undefined where the request offers none. */
export function restoringCall(
	prompt: Pick<Prompt, 'body' | 'names'>,
): ((id: string) => string) | undefined {
	const names = listOf(prompt.body.tools).flatMap(nameOf);
	/** Under whatever prefix of its host. */
	const has = (name: string) => names.some((each) => each === name || each.endsWith(`_${name}`));
	if (has('expand_result') || prompt.names) return (id) => callText('expand_result', { id });
	return has('call_tool') && has('find_tools')
		? (id) => callText('expand_result', { id }, 'call_tool')
		: undefined;
}

function nameOf(tool: unknown): readonly string[] {
	if (!isRecord(tool)) return [];
	const inner = isRecord(tool.function) ? tool.function.name : undefined;
	const inside = listOf(tool.tools).flatMap(nameOf);
	return [...[tool.name, inner].filter((each) => typeof each === 'string'), ...inside];
}
