// Wishes of a caller with a habit: the fields that one can be about, the call that comes next, and when the answers
// are enough.
import type { JsonObject } from '../../src/shared/json-values';
import { member } from '../fields/page';
import type { ApiList } from '../payloads/api-list';

/** Fields of items, further items, or counts of a field's values. */
export const HABITS = ['fields', 'pages', 'counts'] as const;
/** Items whose fields are wanted, and items that a reader of pages wants. */
const SOME = 5;
export const MANY = 20;

/** Wanted of a list by one call and those that follow it. */
export interface Wish {
	readonly habit: (typeof HABITS)[number];
	/** Paths of an item, `/` between members. */
	readonly fields: readonly string[];
}

export const itemsOf = ({ value, path }: ApiList): readonly unknown[] =>
	Object.values((path.reduce(member, value) as object) ?? {});

const valueAt = (item: unknown, path: string): unknown => path.split('/').reduce(member, item);
const isScalar = (value: unknown): boolean => value !== null && typeof value !== 'object';

/** Fields that most items have, of those that a habit can be about; short ones, as tables have. */
export function fieldsOf(list: ApiList, habit: Wish['habit']): string[] {
	const items = itemsOf(list);
	const names = new Set<string>();
	const visit = (value: unknown, path: string): void => {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			if (isScalar(value) && path !== '' && String(value).length <= 30) names.add(path);
			return;
		}
		for (const [key, inner] of Object.entries(value))
			if (path.split('/').length < 3 && !/[/.]/.test(key))
				visit(inner, path === '' ? key : `${path}/${key}`);
	};
	for (const item of items.slice(0, 10)) visit(item, '');
	return [...names].filter((path) => {
		const values = items.map((item) => valueAt(item, path)).filter(isScalar);
		const different = new Set(values).size;
		const isThere = values.length > items.length / 2 && different > 1;
		return isThere && (habit !== 'counts' || different <= 12);
	});
}

/** True once the answers so far hold all that is wanted. */
export function isAnswered(list: ApiList, { habit, fields }: Wish, text: string): boolean {
	const items = itemsOf(list);
	if (habit === 'counts')
		return fields.slice(0, 1).every((path) => {
			const values = items.map((item) => valueAt(item, path)).filter(isScalar);
			const [most] = [...Map.groupBy(values, (value) => value)].sort(
				([, a], [, b]) => b.length - a.length,
			);
			return most !== undefined && text.includes(`${most[0]}×${most[1].length}`);
		});
	const shown = text.split('\n').flatMap((line) => shownItems(list, line));
	if (habit === 'pages') return shown.length >= MANY;
	return fields.every((path) =>
		items.slice(0, SOME).every((item, at) => {
			const wanted = valueAt(item, path);
			if (!isScalar(wanted)) return true;
			const value = shown[at] === undefined ? undefined : valueAt(shown[at], path);
			return value === wanted || isSaid(text, path, wanted) || isDay(value, wanted);
		}),
	);
}

/** Of a time its day is enough; of a text its beginning, as for a person who looks for it (`fields/shown.ts`). */
const isDay = (shown: unknown, wanted: unknown): boolean => {
	const begun = typeof shown === 'string' ? shown.replace(/…$/, '') : '';
	return (/^\d{4}-\d\d-\d\d/.test(begun) || begun.length >= 20) && String(wanted).startsWith(begun);
};

/** Said once, of all items. */
const isSaid = (text: string, path: string, wanted: unknown): boolean =>
	text.includes(`${path.replaceAll('/', '.')}=${String(wanted)}`);

function shownItems(list: ApiList, line: string): readonly unknown[] {
	try {
		const value: unknown = JSON.parse(line);
		const items = list.path.reduce(member, value);
		const isList = Array.isArray(list.path.reduce(member, list.value));
		// Texts of Loadline beside a list are an object.
		const isOurs = typeof items === 'object' && items !== null && 'estimatedTokens' in items;
		if (typeof items !== 'object' || items === null || Array.isArray(items) !== isList) return [];
		return isOurs && list.path.length === 0 ? [] : Object.values(items);
	} catch {
		return [];
	}
}

/** The call that somebody makes who has read the answer so far. */
export function followUp(
	list: ApiList,
	{ habit, fields }: Wish,
	text: string,
): JsonObject | undefined {
	const cursor = [...text.matchAll(/"nextCursor":"([\w-]{44})"/g)].at(-1)?.[1];
	const handle = /"handle":"([\w-]{44})"/.exec(text)?.[1] ?? cursor;
	if (habit === 'pages') return cursor === undefined ? undefined : { handle: cursor };
	if (handle === undefined) return undefined;
	if (habit === 'fields')
		return {
			handle,
			fields: fields.map((path) => path.replaceAll('/', '.')).join(','),
			limit: SOME,
		};
	const [path = ''] = fields;
	const spelled = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
	const items = list.path.map(spelled).join('.');
	const values = Array.isArray(list.path.reduce(member, list.value))
		? items || '@'
		: `values(${items || '@'})`;
	return { handle, select: `count_by(${values}, &${path.split('/').map(spelled).join('.')})` };
}
