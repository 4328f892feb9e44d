// The envelope of a list: the data around it in its object. Shown with the first page, condensed where it is too
// much, and named on the pages after it. Keys keep their order, the list's among them.

import {
	compactLength,
	isArray,
	keyOf,
	members,
	type Node,
	parentOf,
	subtreeEnd,
	type Tape,
} from '../shared/json/tape';
import { compact } from '../shared/json/write';
import { type Weight, within } from './budget';
import type { Context } from './draft';
import { affordable } from './projection';
import { largestFitting } from './selection/largest-fitting';
import type { Wishes } from './selection/scores';
import { NOTHING, Selector } from './selection/selector';
import { writeSelection } from './selection/write';

/** The text before and after a list. */
export interface Envelope {
	readonly before: string;
	readonly after: string;
	/** Dotted paths of what was cut. */
	readonly cut: readonly string[];
	/** Names of what is only on the first page. */
	readonly beside?: readonly string[];
}

const NONE: Envelope = { before: '', after: '', cut: [] };
/** No JSON text has this character. */
const MARK = '\u0000';

/** Returns the data around `list` as they are, where they are within `limit`. */
export function wholeEnvelope(
	context: Context,
	tape: Tape,
	list: Node,
	limit: Weight,
): Envelope | undefined {
	if (list === 0) return NONE;
	if (compactLength(tape, 0) - compactLength(tape, list) > limit.bytes) return undefined;
	const envelope = whole(tape, list);
	return within(context.weigh(envelope.before + envelope.after, limit), limit)
		? envelope
		: undefined;
}

/** Returns the data around `list`, within `limit`. */
export function envelopeOf(
	context: Context,
	tape: Tape,
	list: Node,
	wishes: Wishes,
	limit: Weight,
): Envelope {
	const asItIs = wholeEnvelope(context, tape, list, limit);
	if (asItIs) return asItIs;
	const selector = new Selector(tape, [0], { ...wishes, setting: 'object', skip: list });
	const drawn = largestFitting(1, selector.sizes, (size) => {
		const told = new Set<string>();
		const writing = { spell: false, told, hole: { node: list, mark: MARK } };
		const envelope = split(writeSelection(tape, 0, selector.at(size), writing), [...told]);
		return within(context.weigh(envelope.before + envelope.after, limit), limit)
			? envelope
			: undefined;
	});
	if (drawn) return drawn;
	const { before, after } = namedEnvelope(context, tape, list);
	return { before, after, cut: bareEnvelope(tape, list).cut };
}

/** The way to `list`, and the paths of all that stands beside it. */
function bareEnvelope(tape: Tape, list: Node): Envelope {
	const told = new Set<string>();
	const writing = { spell: false, told, hole: { node: list, mark: MARK } };
	return split(writeSelection(tape, 0, NOTHING, writing), [...told]);
}

/** The names of what stands beside `list` at the top. */
const besideNames = (tape: Tape, list: Node): string[] =>
	Array.from(members(tape, 0))
		.filter((child) => list < child || list >= subtreeEnd(tape, child))
		.map((child) => keyOf(tape, child));

/** The way to `list`, and the names of what stands beside it at the top. */
export function namedEnvelope(context: Context, tape: Tape, list: Node): Envelope {
	if (list === 0) return NONE;
	const { before, after } = bareEnvelope(tape, list);
	const names = besideNames(tape, list);
	const told = affordable(names, context);
	const note = told.length < names.length ? [...told, '…'] : told;
	// A text gets no word of ours: its additions stand in a block of their own.
	if (names.length === 0 || context.frame.structured.as !== 'same')
		return { before, after, cut: [], beside: note };
	return {
		before: `{"…":${JSON.stringify(`beside: ${note.join(', ')}`)},${before.slice(1)}`,
		after,
		cut: [],
	};
}

function split(text: string, cut: readonly string[]): Envelope {
	const at = text.indexOf(MARK);
	return { before: text.slice(0, at), after: text.slice(at + MARK.length), cut };
}

/** Everything of the document but the list, as it is. */
function whole(tape: Tape, list: Node): Envelope {
	let before = '';
	let after = '';
	for (let at = list; at !== 0; at = parentOf(tape, at)) {
		const parent = parentOf(tape, at);
		const own = isArray(tape, parent);
		const left: string[] = [];
		const right: string[] = [];
		for (const child of own ? [] : members(tape, parent)) {
			if (child === at) continue;
			(child < at ? left : right).push(
				`${JSON.stringify(keyOf(tape, child))}:${compact(tape, child)}`,
			);
		}
		const key = own
			? '['
			: `{${left.map((text) => `${text},`).join('')}${JSON.stringify(keyOf(tape, at))}:`;
		before = key + before;
		after = `${after}${right.map((text) => `,${text}`).join('')}${own ? ']' : '}'}`;
	}
	return { before, after, cut: [] };
}
