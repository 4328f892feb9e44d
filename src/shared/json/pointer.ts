// JSON Pointer (RFC 6901) on a tape, with errors a model can act on.
import { pointerKey } from '../json-values';
import { nearestName } from '../nearest-names';
import { err, ok, type Result } from '../result';
import { shownName } from '../shown-text';
import type { Node, Tape } from './tape';

/** Keys an error lists, and characters it repeats of a pointer or a key. */
const LISTED_KEYS = 20;
const SHOWN_POINTER = 200;
const SHOWN_KEY = 60;

const INDEX = /^(?:0|[1-9][0-9]*)$/;

const shown = (text: string, most: number): string =>
	JSON.stringify(text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text);

const offer = (tape: Tape, node: Node, token: string): string => {
	if (tape.isArray(node)) {
		const count = tape.count(node);
		return count === 0
			? 'is an empty list'
			: `is a list of ${count} items (indexes 0 to ${count - 1})`;
	}
	if (!tape.isObject(node)) return `is a ${tape.kind(node)} and has no parts`;
	const nodes = tape.members(node);
	if (nodes.length === 0) return 'is an empty object';
	const names = Array.from(nodes.subarray(0, LISTED_KEYS), (child) =>
		shown(tape.key(child), SHOWN_KEY),
	);
	const more = nodes.length > LISTED_KEYS ? ` and ${nodes.length - LISTED_KEYS} more` : '';
	const near = nearestName(
		token,
		Array.from(nodes, (child) => tape.key(child)),
	);
	const nearest = near === undefined ? '' : `. Nearest: ${shownName(near)}`;
	return `has the keys ${names.join(', ')}${more}${nearest}`;
};

const item = (tape: Tape, node: Node, token: string): Node => {
	if (!INDEX.test(token)) return -1;
	const index = Number(token);
	if (index >= tape.count(node)) return -1;
	let at = node + 1;
	for (let passed = 0; passed < index; passed++) at = tape.after(at);
	return at;
};

/**
 * Finds the node a pointer names: `""` is the whole document, `/items/0/a~1b` is the key `a/b` of the first item. The
 * error says how far the pointer leads and what is there: at most 20 keys, or the list's length.
 * @param named the pointer as it was written
 */
export const resolvePointer = (tape: Tape, pointer: string, named = pointer) => {
	if (pointer === '') return ok(0);
	if (!pointer.startsWith('/')) {
		return err(
			`pointer ${shown(pointer, SHOWN_POINTER)} must be "" or begin with "/", as in "/items/0/name"`,
		);
	}
	let node = 0;
	let at = 0;
	while (at < pointer.length) {
		const slash = pointer.indexOf('/', at + 1);
		const end = slash < 0 ? pointer.length : slash;
		const escaped = pointer.slice(at + 1, end);
		if (/~(?![01])/.test(escaped)) {
			return err(
				`pointer ${shown(pointer, SHOWN_POINTER)}: write "~" as "~0" and "/" inside a key as "~1"`,
			);
		}
		const token = escaped.includes('~') ? pointerKey(escaped) : escaped;
		const next = tape.isArray(node) ? item(tape, node, token) : tape.member(node, token);
		if (next < 0) {
			const reached = at === 0 ? 'the document' : shown(pointer.slice(0, at), SHOWN_POINTER);
			return err(
				`pointer ${shown(named, SHOWN_POINTER)} leads nowhere: ${reached} ${offer(tape, node, token)}`,
			);
		}
		node = next;
		at = end;
	}
	return ok(node);
};

/** Finds what a pointer means, also as it is written by mistake: `/` for all, with dots, or without the first slash. */
export const meantPointer = (tape: Tape, pointer: string): Result<Node, string> => {
	const found = resolvePointer(tape, pointer);
	if (found.ok || pointer === '/') return found.ok ? found : ok(0);
	const steps = pointer
		.replace(/^[#$]/, '')
		.split(/[.[\]/]+/)
		.filter(Boolean);
	const dotted = steps.map((step) => `/${step.replaceAll('~', '~0')}`).join('');
	const ways = [`/${pointer}`, dotted].map((way) => resolvePointer(tape, way, pointer));
	return ways.find(({ ok }) => ok) ?? (pointer.startsWith('/') ? found : (ways[1] ?? found));
};
