// Leaves used results out of a conversation where that never costs more than it saves. The
// bytes of everything else stay as they came.
import { applyCollapses } from '../../client';
import { estimate } from '../../protect';
import { normalizeText } from '../../session';
import { callText, withoutOriginal } from '../../shared/collapsed-text';
import { isRecord } from '../../shared/is-record';
import { jsonIn } from '../../shared/json-in';
import { scanJson } from '../../shared/json-span';
import { chooseRemovals } from '../../transient';
import { type Conversation, type Dialect, readConversation, type ToolOutput } from './conversation';
import { unframed } from './frame';
import { type FoundResult, type Knowledge, type UsedResult, usedResults } from './used';

/** Returns the call that restores an original; undefined where the request offers none. */
export function restoringCall(body: unknown): ((id: string) => string) | undefined {
	const { tools, messages } = isRecord(body) ? body : {};
	const names = listOf(tools).flatMap(nameOf);
	const has = (name: string) => names.some((each) => isCalled(each, name));
	if (has('expand_result') || listOf(messages).some(namesIt))
		return (id) => callText('expand_result', { id });
	return has('call_tool') && has('find_tools')
		? (id) => callText('expand_result', { id }, 'call_tool')
		: undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Under whatever prefix of its host. */
const isCalled = (shown: string, name: string): boolean =>
	shown === name || shown.endsWith(`_${name}`);

function nameOf(tool: unknown): readonly string[] {
	if (!isRecord(tool)) return [];
	const inner = isRecord(tool.function) ? tool.function.name : undefined;
	const inside = listOf(tool.tools).flatMap(nameOf);
	return [...[tool.name, inner].filter((each) => typeof each === 'string'), ...inside];
}

/** Only the host's own words count: what a tool answered or a user wrote may name anything. */
function namesIt(message: unknown): boolean {
	if (!isRecord(message)) return false;
	const { role, content } = message;
	const isSystem = role === 'system' || role === 'developer';
	const texts = typeof content === 'string' ? [content] : listOf(content).flatMap(textOf);
	return texts.some(
		(text) =>
			(isSystem || text.trimStart().startsWith('<system-reminder>')) &&
			/^(?:[\w-]+_)?expand_result$/m.test(text),
	);
}

const textOf = (block: unknown): readonly string[] =>
	isRecord(block) && typeof block.text === 'string' ? [block.text] : [];

type Removals = Parameters<typeof chooseRemovals>[0];

/** A result that is not sent. */
export interface LeftOut {
	/** By which `expand_result` gives it back. */
	readonly id: string;
	readonly output: ToolOutput;
	/** Absent of a host's own result, which has to be kept first. */
	readonly known?: FoundResult;
	readonly tokens: number;
	readonly collapsed: number;
	readonly summary: string;
}

/** The changed request as JSON text, and the results it lacks; text only where a result was left out. */
export interface Outcome {
	readonly body: string;
	readonly left: readonly LeftOut[];
	readonly conversation: Conversation;
}

/** The caller's results and pairs, and the prices of reading and writing a cache. */
export interface LeaveOutPorts {
	/** Results by the digests of their texts. */
	find(digests: readonly string[]): Promise<readonly FoundResult[]>;
	digest(text: string): Promise<string>;
	readonly knowledge: Omit<Knowledge, 'known'>;
	readonly prices: Removals['prices'];
}

/** Characters below which a result is not looked up: it cannot be one that is worth leaving out. */
const LEAST = 12;

/**
 * @param text the body of a request, JSON
 * @returns undefined where nothing is left out: the body goes out as it came
 */
export async function leaveOut(
	text: string,
	dialect: Dialect,
	ports: LeaveOutPorts,
): Promise<Outcome | undefined> {
	const body = jsonIn(text);
	const conversation = readConversation(body, dialect);
	if (!conversation || conversation.outputs.length === 0) return undefined;
	const known = await knownOutputs(conversation.outputs, ports);
	const used = usedResults(conversation, { ...ports.knowledge, known: ({ id }) => known.get(id) });
	const restore = restoringCall(body);
	const eligible = used.filter((each) => each.known !== undefined || restore !== undefined);
	if (eligible.length === 0) return undefined;
	const all = await Promise.all(eligible.map((each) => leftOut(each, restore, ports)));
	const leaving = all.map(
		({ left: { output, tokens, collapsed }, due }): Removals['candidates'][number] => ({
			id: output.id,
			at: output.at,
			due,
			tokens,
			collapsed,
		}),
	);
	const gone = chooseRemovals({
		weights: conversation.messages.map((message) => estimate(textsIn(message).join('\n'))),
		requests: conversation.requests,
		candidates: leaving,
		prices: hourLong(text)
			? { ...ports.prices, write: Math.max(2, ports.prices.write) }
			: ports.prices,
	});
	const left = all.filter(({ left: { output } }) => gone.has(output.id));
	const next = left.length === 0 ? undefined : spliced(text, conversation, left);
	return next === undefined
		? undefined
		: { body: next, left: left.map((each) => each.left), conversation };
}

interface Candidate {
	readonly left: LeftOut;
	readonly due: number;
	/** The replacement. */
	readonly text: string;
}

async function leftOut(
	{ output, due, known, summary }: UsedResult,
	restoring: ((id: string) => string) | undefined,
	{ digest }: LeaveOutPorts,
): Promise<Candidate> {
	const id = known?.id ?? `h${(await digest(`${output.id}\0${output.text ?? ''}`)).slice(0, 15)}`;
	const restore = restoring ? `\n[collapsed; original: ${restoring(id)}]` : '';
	const noted = known?.text ?? `${summary}${restore}`;
	// Noted where the tool was called; this model may have fewer tools.
	const text = restoring ? noted : withoutOriginal(noted);
	const tokens = estimate(output.text ?? '');
	const collapsed = estimate(text);
	const facts = { id, output, tokens, collapsed, summary };
	return { left: known ? { ...facts, known } : facts, due, text };
}

async function knownOutputs(
	outputs: readonly ToolOutput[],
	{ find, digest }: LeaveOutPorts,
): Promise<ReadonlyMap<string, FoundResult>> {
	const digests = await Promise.all(
		outputs.flatMap(({ id, text }) =>
			unframed(text ?? '').map(async (shown) => {
				const normal = shown.length < LEAST ? undefined : normalizeText(shown);
				return normal === undefined ? [] : [[id, await digest(normal)] as const];
			}),
		),
	);
	const asked = digests.flat();
	if (asked.length === 0) return new Map();
	const found = new Map(
		(await find([...new Set(asked.map(([, each]) => each))])).map((each) => [each.digest, each]),
	);
	return new Map(
		asked.flatMap(([id, each]) => {
			const result = found.get(each);
			return result ? [[id, result] as const] : [];
		}),
	);
}

/** The body with other texts in place of results; undefined where its parts cannot be told apart. */
function spliced(
	text: string,
	{ member, messages }: Conversation,
	left: readonly Candidate[],
): string | undefined {
	const collapses = new Map(
		left.map(({ left: { output }, text: place }) => [
			output.id,
			{ text: place, consumedBy: undefined, applied: true },
		]),
	);
	const { messages: next } = applyCollapses(
		messages,
		collapses,
		'immediate',
		() => () => undefined,
	);
	const scanned = scanJson(text, new Set(['', `.${member}`]));
	const spans = scanned.ok ? scanned.value.members?.get(member)?.items : undefined;
	if (spans?.length !== messages.length) return undefined;
	let out = '';
	let from = 0;
	for (const [at, span] of spans.entries()) {
		if (next[at] === messages[at]) continue;
		out += text.slice(from, span.start) + JSON.stringify(next[at]);
		from = span.end;
	}
	return out + text.slice(from);
}

/** Returns the texts of a message, without JSON's escapes. */
function textsIn(message: unknown): string[] {
	const texts: string[] = [];
	const visit = (value: unknown): void => {
		if (typeof value === 'string') texts.push(value);
		else if (typeof value === 'number' || typeof value === 'boolean') texts.push(String(value));
		else if (Array.isArray(value)) for (const item of value) visit(item);
		else if (isRecord(value)) for (const inner of Object.values(value)) visit(inner);
	};
	visit(message);
	return texts;
}

/** Returns whether what is cached is kept for an hour, which costs more to write. */
const hourLong = (text: string): boolean => /"ttl"\s*:\s*"1h"/.test(text);
