// Finds which of the fields a person names first an answer shows, item by item.
//
// A field is shown when its value is there: whole, or, of a text, at least its beginning. A note in
// its place (`{…12 fields}`) is not it; of a time, its day is. A value that many items have in common may be said once,
// beside the items, under the field's path; a field of which the facets of all items tell every value with its number of
// items is shown, too. Null, empty and absent fields do not count. Of names with `|` between one is enough.
import type { ApiList } from '../payloads/api-list';
import { type FirstPage, member } from './page';

/** Characters of a longer text that must be there. */
const BEGINNING = 20;
const DAY = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/;

export interface Shown {
	readonly field: string;
	/** Share of the page's items that show it, of those that have it; undefined when none has it. */
	readonly share: number | undefined;
}

export function shownFields(list: ApiList, page: FirstPage): Shown[] {
	const originals = list.path.reduce(member, list.value);
	const facets = page.around.map(shapeOf).join('; ');
	const shownOf = (field: string): Shown => {
		const path = field.split('/');
		if (isCounted(facets, path)) return { field, share: 1 };
		let having = 0;
		let showing = 0;
		for (const [key, item] of page.items) {
			const original = member(originals, key);
			const wanted = path.reduce(member, original);
			if (original === undefined || wanted === undefined || wanted === null || wanted === '')
				continue;
			having++;
			if (isShown(wanted, path.reduce(member, item)) || isSaidOnce(page.around, path, wanted))
				showing++;
		}
		return { field, share: having === 0 ? undefined : showing / having };
	};
	return list.need.map((field) => {
		const ways = field.split('|').map(shownOf);
		const best = ways.reduce((a, b) => ((b.share ?? -1) > (a.share ?? -1) ? b : a));
		return { field, share: best.share };
	});
}

/** The facets of an answer: of all of its items, not of some. */
function shapeOf(around: unknown): string {
	const shape = member(member(around, 'summary'), 'shape');
	return typeof shape !== 'string' || /^of (?:the first )?\d/.test(shape) ? '' : shape;
}

/** A path as facets spell it: a step that is more than a word as a JSON string. */
const spelledAs = (path: readonly string[]): string =>
	path
		.map((step) =>
			/^\d+$/.test(step) ? '[]' : `.${WORD.test(step) ? step : JSON.stringify(step)}`,
		)
		.join('')
		.replace(/^\./, '');
const WORD = /^[\p{L}_$@][\p{L}\p{M}\p{N}_$@-]*$/u;

/** Tells whether facets give all values of a field, each with its number of items. */
function isCounted(facets: string, path: readonly string[]): boolean {
	const spelled = spelledAs(path);
	return facets.split('; ').some((part) => {
		const [told, ...values] = [
			part.slice(0, spelled.length),
			...part.slice(spelled.length).split(', '),
		];
		const counts = values.filter((value) => !/^ in \d+$/.test(value));
		return told === spelled && counts.length > 0 && counts.every((value) => /×\d+$/.test(value));
	});
}

function isShown(wanted: unknown, shown: unknown): boolean {
	if (typeof wanted !== 'string' || typeof shown !== 'string') return wanted === shown;
	const begun = shown.replace(/…$/, '');
	if (DAY.test(begun)) return wanted.startsWith(begun);
	return (
		wanted === shown || (wanted.length > BEGINNING && shown.startsWith(wanted.slice(0, BEGINNING)))
	);
}

/**
 * Returns whether an object beside the items has the value under the field's path, nested or dotted, or says that
 * it is the same everywhere.
 */
function isSaidOnce(around: readonly unknown[], path: readonly string[], wanted: unknown): boolean {
	const visit = (value: unknown, depth: number): boolean => {
		if (typeof value === 'string')
			return value.split('; ').includes(`${spelledAs(path)}=${wanted}`);
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
		if (isShown(wanted, path.reduce(member, value as unknown))) return true;
		if (isShown(wanted, member(value, path.join('.')))) return true;
		return depth < 3 && Object.values(value).some((inner) => visit(inner, depth + 1));
	};
	return around.some((value) => visit(value, 0));
}
