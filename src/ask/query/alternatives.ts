// Alternatives to a search without hits: the count of each word, existing values or keys, and hits of the words that exist.

import { shownName } from '../../shared/shown-text';
import { toldValues } from '../empty';
import { keysOf } from '../keys';
import { itemsIn, mainList, pathTo } from '../outline';
import { type Node, type Tape, tally, valueAt } from '../value';
import type { Wanted } from './inner-items';
import { nodesNamed } from './known-keys';
import type { TermMatches } from './matches';
import { comparedNote, type KeyValue, type Term } from './terms';

/** Different values that are counted. */
export const MOST_VALUES = 5_000;
const MAX_KEYS_SHOWN = 20;

/** Returns what has all words that are found, where others are found nowhere; undefined where more than words is missed. */
export const wantedRest = (
	terms: readonly Term[],
	{ counts }: TermMatches,
	asked: Wanted,
): Wanted | undefined => {
	let rest = 0;
	for (const [at, term] of terms.entries()) {
		if (term.isNegated) continue;
		if ((counts[at] as number) > 0) rest |= 1 << at;
		else if (term.kind !== 'words' || term.key !== undefined) return undefined;
	}
	return rest === 0 || rest === asked.wanted ? undefined : { ...asked, wanted: rest };
};

/** Reports matches per term, and existing keys or values. @param has how many have all words that are found, or all in several inner items */
export const alternatives = (
	tree: Tape,
	terms: readonly Term[],
	{ counts, deeper }: TermMatches,
	{ rest, apart }: { readonly rest: number; readonly apart: number },
): readonly string[] => {
	const alone = terms.map(({ text }, at) => `${JSON.stringify(text)}:${counts[at]}`);
	const facts = [`"found":{${alone.join(',')}}`];
	const missed = terms.find((term, at) => term.kind === 'pair' && counts[at] === 0);
	if (apart > 0)
		facts.push(
			`"notice":"None has all of these in one item of an inner list; ${apart} ${apart === 1 ? 'has' : 'have'} them in several."`,
		);
	else if (missed && deeper[0] !== undefined)
		facts.push(
			`"notice":${JSON.stringify(`Own keys of the items are asked, and have none of it; deeper ${deeper.length} have, such as ${shownName(pathOf(tree, deeper[0]))}.`)}`,
		);
	else if (missed?.kind === 'pair') facts.push(...valueAlternatives(tree, missed));
	else if (
		counts.every((count) => count === 0) ||
		terms.some((term, at) => term.kind === 'words' && term.key !== undefined && counts[at] === 0)
	)
		facts.push(`"keys":${keyAlternatives(tree)}`);
	else if (rest > 0)
		facts.push(
			`"notice":"Of the words that are found ${rest} ${rest === 1 ? 'has' : 'have'} all, such as:"`,
		);
	else if (terms.some(({ isNegated }) => isNegated))
		facts.push('"notice":"Each that has the others has one of those with - too."');
	else if (terms.length > 1)
		facts.push(
			'"notice":"No value, and no item, has all of these. Leave one out, or ask for fewer."',
		);
	return facts;
};

/** Returns a key with the one around it, as a term names them. */
const pathOf = (tree: Tape, node: Node): string => {
	const names: string[] = [];
	for (let at = node; at > 0 && names.length < 2; at = tree.parent(at))
		if (tree.keyStart(at) >= 0) names.unshift(tree.key(at));
	return names.join('.');
};

const valueAlternatives = (tree: Tape, missed: KeyValue): readonly string[] => {
	const { path, spelled } = missed;
	const name = path.at(-1) ?? '';
	let place = '';
	const values = function* () {
		for (const node of nodesNamed(tree, name)) {
			if (tree.isContainer(node)) continue;
			// Values of several places are told by the key alone.
			if (place !== tree.key(node)) {
				const path = pathTo(tree, node);
				place = place === '' || place === path ? path : tree.key(node);
			}
			yield valueAt(tree, node);
		}
	};
	const counts = tally(values(), MOST_VALUES);
	if (counts.length === 0) return [`"keys":${keyAlternatives(tree)}`];
	const told = `${toldValues(place, counts, spelled, counts.length < MOST_VALUES)}.`;
	const compared = comparedNote([missed]);
	return [`"notice":${JSON.stringify([told, ...(compared ? [compared] : [])].join(' '))}`];
};

export const itemKeys = (tree: Tape): readonly string[] => {
	const list = mainList(tree);
	const of = list && list.count > 0 ? itemsIn(tree, list.nodes) : [0];
	return keysOf(of.map((node) => valueAt(tree, node))).names;
};

/** Lists the keys of all items, as many as are worth reading. */
export const keyAlternatives = (tree: Tape): string => {
	const names = itemKeys(tree);
	const shown = names
		.filter((name) => name.length > 0 && name.length <= 60)
		.slice(0, MAX_KEYS_SHOWN);
	const more = names.length > shown.length ? [`…${names.length - shown.length} more`] : [];
	return JSON.stringify([...shown, ...more]);
};
