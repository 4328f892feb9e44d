// What was asked for in full: as JSON where it fits, else as chunks, never condensed (docs/protect.md "Going on").
import { budgetOf, within } from './budget';
import { passageOf } from './chunk';
import type { Bench, Draft } from './draft';
import {
	isArray,
	isObject,
	isString,
	members,
	type Node,
	stringValue,
	type Tape,
} from './json/tape';
import { compact, lined } from './json/write';
import { chunksOf, type Reading } from './reading';
import type { View } from './types';

/** Room that the budget numbers take. */
const NUMBERS = { tokens: 60, bytes: 120 };

/** The whole document; one that comes down to a string as the text it is. */
export function inFull(bench: Bench, tape: Tape, asked: View, viewKey: string): Reading {
	const { policy, weigh, frame } = bench;
	const text = compact(tape, 0);
	const budget = budgetOf(policy);
	if (!frame.spread) {
		const room = { tokens: budget.tokens - NUMBERS.tokens, bytes: budget.bytes - NUMBERS.bytes };
		if (within(weigh(text, room), room)) return { draft: whole(tape, text), frame };
	}
	const passage = passageOf(loneString(tape) ?? lined(tape, 0));
	return chunksOf(bench, passage, asked, viewKey);
}

const whole = (tape: Tape, text: string): Draft => ({
	act: 'summarized',
	data: { form: isArray(tape, 0) ? 'list' : 'object', text },
	positions: [],
	additions: () => ({}),
});

/** The string a projection came down to: `{"a":{"b":"…"}}`. */
function loneString(tape: Tape): string | undefined {
	let node: Node = 0;
	while (isObject(tape, node)) {
		const inside = members(tape, node);
		if (inside.length !== 1) return undefined;
		node = inside[0] as Node;
	}
	return isString(tape, node) ? stringValue(tape, node) : undefined;
}
