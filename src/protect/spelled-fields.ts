// Chooses the cut fields that a spelled call asks for: a few that most items of the page have, together
// short, so that the call costs no more than it tells.

import { isFieldName } from '../shared/json/fields';
import type { Node } from '../shared/json/tape';
import { planFields, project } from '../shared/json/write';
import { isSpeakable } from '../shared/shown-text';
import type { Items } from './item-texts';
import { topKey } from './projection';

/** Fields that one call is spelled with, the identity beside them. */
export const SPELLED_FIELDS = 3;
/** Fields that are looked at, items they are looked at in, and UTF-16 units of these items together. */
const CANDIDATES = 48;
const SAMPLE = 5;
const LOOKED_AT = 400_000;
/** UTF-16 units that the fields take in all items of the page together: some 1,000 tokens. */
const LENGTH = 4_000;

/** Tells whether a path can be spelled in a call, as it is. */
export const isSpelled = (path: string): boolean =>
	path !== '…' && isFieldName(path) && isSpeakable(path);

/**
 * Fields of the items of a page, for a call.
 * @param cut dotted paths of what is not whole, the most telling first
 * @param shown items of the page
 * @returns names; where none is short or in most items, the shortest that there is
 */
export function spelledFields(
	{ tape, nodes }: Items,
	list: Node,
	cut: readonly string[],
	shown: number,
): readonly string[] {
	const top = topKey(tape, list);
	const sample = Array.from(nodes).slice(0, Math.min(SAMPLE, shown));
	let units = 0;
	for (const node of sample) units += tape.length(node);
	const names: string[] = [];
	// A field that begins as the list does is taken for one of the object around it.
	for (const path of cut.slice(0, CANDIDATES))
		if (path !== top && !path.startsWith(`${top}.`) && isSpelled(path)) names.push(path);
	if (units > LOOKED_AT) return names.slice(0, 1);
	const times = shown / Math.max(1, sample.length);
	const chosen: string[] = [];
	let shortest: { readonly name: string; readonly length: number } | undefined;
	let left = LENGTH;
	// One after the other, until there are enough: to look at a field is to go through items.
	for (const name of names) {
		if (chosen.length === SPELLED_FIELDS) break;
		if (chosen.some((other) => `${name}.`.startsWith(`${other}.`) || other.startsWith(`${name}.`)))
			continue;
		const plan = planFields([name]);
		let [having, length] = [0, 0];
		for (const node of sample) {
			const { text, matched } = project(tape, node, plan);
			if (matched === 0) continue;
			having++;
			length += text.length;
		}
		length *= times;
		if (having > 0 && length < (shortest?.length ?? Infinity)) shortest = { name, length };
		if (having * 2 < sample.length || length > left) continue;
		chosen.push(name);
		left -= length;
	}
	return chosen.length > 0 || !shortest ? chosen : [shortest.name];
}
