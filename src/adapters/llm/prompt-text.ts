// Parts of a prompt's body: what stands before its messages, its marks, and its messages as they go up.
import { applyCollapses } from '../../client';
import { estimate } from '../../protect';
import { hashText } from '../../shared/fingerprint';
import { scanJson, scanningJson } from '../../shared/json-span';
import { isRecord, jsonIn } from '../../shared/json-values';
import type { CacheMark } from '../../transient';
import { listOf } from './conversation';

export type Body = Readonly<Record<string, unknown>>;

/** A text in place of a result. */
export interface Replacement {
	readonly call: string;
	/** By which `expand_result` gives the result back. */
	readonly id: string;
	readonly text: string;
	/** Its session knows that it has left. */
	readonly isTold?: boolean;
}

export const othersTurn = () => new Promise((resume) => setTimeout(resume));

/**
 * Reads where the messages of a body stand, and its other members: all, and those before the messages.
 * @param from end of the last message that was read of it before
 */
export async function messagesIn(text: string, from = 0, member: string) {
	const opening = from > 0 ? `{"${member}":[0` : '';
	const source = opening + text.slice(from);
	const slices = scanningJson(source, new Set(['', `.${member}`]));
	let step = slices.next();
	for (; !step.done; step = slices.next()) await othersTurn();
	const all = step.value.ok ? step.value.value.members?.get(member) : undefined;
	const body = all && jsonIn(`${source.slice(0, all.start)}[]${source.slice(all.end)}`);
	if (!all?.items || !isRecord(body)) return undefined;
	const { [member]: _, ...rest } = body;
	const before = Object.entries(body).slice(0, Object.keys(body).indexOf(member));
	const shift = from - opening.length;
	const places = all.items
		.slice(from > 0 ? 1 : 0)
		.map(({ start, end }) => ({ start: start + shift, end: end + shift }));
	return { places, rest, before: Object.fromEntries(before) };
}

/** Characters of a model's name. */
const MOST_MODEL = 200;

/** Returns identity and size of what stands before the messages. */
export function headOf(body: Body) {
	const { model, tools, system, instructions, tool_choice, thinking } = body;
	let life: string | undefined;
	// Claude Code's own note changes with each request; its provider reads it and takes it out.
	const told = listOf(system).filter(
		(block) => !isRecord(block) || !String(block.text).startsWith('x-anthropic-billing-header'),
	);
	const plain = JSON.stringify(
		[model, tools, typeof system === 'string' ? system : told, instructions, tool_choice, thinking],
		(key, value: unknown) => {
			if (key !== 'cache_control') return value;
			life = lifeOf(value) ?? life;
			return undefined;
		},
	);
	const name = String(model ?? '').slice(0, MOST_MODEL);
	return {
		model: name,
		key: hashText(plain),
		tokens: estimate(plain),
		...(life !== undefined && { life }),
	};
}

/** Lifetime that a mark names, `''` for a mark without one. */
export const lifeOf = (control: unknown): string | undefined =>
	isRecord(control) ? (typeof control.ttl === 'string' ? control.ttl : '') : undefined;

/** Marks of tools and system, and the one that stands for the end. */
export const marksIn = ({ tools, system, cache_control: end }: Body): number =>
	[...listOf(tools), ...listOf(system), { cache_control: end }].filter(
		(each) => isRecord(each) && isRecord(each.cache_control),
	).length;

/** A message with other texts in place of results. */
export function withReplacements(
	message: string,
	left: readonly Pick<Replacement, 'call' | 'text'>[],
): string {
	if (left.length === 0) return message;
	const collapses = new Map(
		left.map(({ call, text }) => [call, { text, consumedBy: undefined, applied: true }]),
	);
	const given = [JSON.parse(message) as object];
	const { messages } = applyCollapses(given, collapses, 'immediate', () => () => undefined);
	return JSON.stringify(messages[0]);
}

/** A message whose block bears a mark more; its other bytes stay. */
export function withMark(message: string, { at, life }: CacheMark, before: number): string {
	const scanned = scanJson(message, new Set(['', '.content']));
	const block = scanned.ok
		? scanned.value.members?.get('content')?.items?.[at - before]
		: undefined;
	if (block?.kind !== 'object') return message;
	const control = { type: 'ephemeral', ...(life.name !== '5m' && { ttl: life.name }) };
	return `${message.slice(0, block.start + 1)}"cache_control":${JSON.stringify(control)},${message.slice(block.start + 1)}`;
}

/**
 * Counts the messages that stand at the beginning of a text, byte for byte.
 * @param before a text whose messages end at `places`
 */
export function sharedCount(
	text: string,
	before: string,
	places: readonly { readonly end: number }[],
): number {
	let [low, high] = [0, places.length];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		const [from, to] = [places[low - 1]?.end ?? 0, places[middle - 1]?.end];
		if (text.startsWith(before.slice(from, to), from)) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Puts other texts in the place of messages of a body, in their order. */
export const withMessages = (
	text: string,
	messages: readonly { readonly start: number; readonly end: number; readonly text: string }[],
): string => {
	const pieces: string[] = [];
	let from = 0;
	for (const message of messages) {
		pieces.push(text.slice(from, message.start), message.text);
		from = message.end;
	}
	return pieces.join('') + text.slice(from);
};
