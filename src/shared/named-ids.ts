// Ids that a result holds and that a call names, so that a consumer uses up exactly what it
// says it used. One rule for the server's ledger, the client and the pass-through.
import { isRecord, jsonIn } from './json-values';

/** Names of identifying members, best first. */
export const IDENTITIES = ['id', '_id', 'uuid', 'guid', 'key', 'slug', 'sku', 'number', 'code'];
export const IDENTITY_SUFFIX = /(?:[a-z0-9]I[dD]|_id|[a-z0-9]U[uU][iI][dD]|_uuid)$/;
/** Arguments that name things: `id`, `record_ids`, `bookingId`, `keys`. */
const NAMING =
	/^(?:_?ids?|uuids?|guids?|keys?|slugs?|skus?|numbers?|codes?)$|(?:_ids?|_uuids?|[a-z0-9]I[dD]s?|[a-z0-9]U[uU][iI][dD]s?)$/;

/** Ids read of one result or one call. */
const MOST = 200;
/** Characters of an id; what is longer is none. */
const LONGEST = 64;
/** Levels of containers that are looked into. */
const DEEPEST = 4;

const nameOf = (value: unknown): string | undefined => {
	if (!['string', 'number', 'bigint'].includes(typeof value)) return undefined;
	const name = String(value).trim();
	return name === '' || name.length > LONGEST ? undefined : name;
};

/** The ids of what a result holds: of the items of its largest list, else its own; at most 200. */
export const idsOfData = (data: unknown) => idsOfItems(largestList(data, 0) ?? [data]);

/** The same of a text, where it is JSON. */
export const idsOfText = (text: string) => (/^\s*[[{]/.test(text) ? idsOfData(jsonIn(text)) : []);

/** The ids of an MCP result as it is on the wire, or of `structured`, its JSON text. */
export function idsOfResult(result: unknown): readonly string[] {
	if (!isRecord(result)) return [];
	const { structuredContent, structured, content } = result;
	if (structuredContent !== undefined) return idsOfData(structuredContent);
	if (typeof structured === 'string') return idsOfText(structured);
	for (const block of Array.isArray(content) ? (content as unknown[]) : []) {
		const ids = isRecord(block) && typeof block.text === 'string' ? idsOfText(block.text) : [];
		if (ids.length > 0) return ids;
	}
	return [];
}

/** Lists the ids that the arguments of a call name, at most 200. */
export function idsOfArguments(args: unknown): readonly string[] {
	const found = new Set<string>();
	const visit = (value: unknown, isNaming: boolean, depth: number): void => {
		if (found.size >= MOST || depth > DEEPEST) return;
		if (Array.isArray(value)) for (const item of value) visit(item, isNaming, depth + 1);
		else if (isRecord(value))
			for (const [key, inner] of Object.entries(value)) visit(inner, NAMING.test(key), depth + 1);
		else if (isNaming) {
			const name = nameOf(value);
			if (name !== undefined && found.size < MOST) found.add(name);
		}
	};
	visit(args, false, 0);
	return [...found];
}

function idsOfItems(items: readonly unknown[]): readonly string[] {
	const first = items.find(isRecord);
	if (first === undefined) return items.slice(0, MOST).flatMap((item) => nameOf(item) ?? []);
	const keys = Object.keys(first).filter((key) => nameOf(first[key]) !== undefined);
	const key =
		IDENTITIES.map((name) => keys.find((each) => each.toLowerCase() === name)).find(Boolean) ??
		keys.find((each) => IDENTITY_SUFFIX.test(each));
	if (key === undefined) return [];
	return items.slice(0, MOST).flatMap((item) => (isRecord(item) ? (nameOf(item[key]) ?? []) : []));
}

/** The list with the most items, looked for level by level; a list itself is one. */
function largestList(data: unknown, depth: number): readonly unknown[] | undefined {
	if (Array.isArray(data)) return data;
	if (!isRecord(data) || depth >= DEEPEST) return undefined;
	const values = Object.values(data);
	const lists = values.filter(
		(value): value is unknown[] => Array.isArray(value) && value.length > 1,
	);
	const own = lists.toSorted((a, b) => b.length - a.length)[0];
	if (own !== undefined) return own;
	for (const value of values) {
		const inner = isRecord(value) ? largestList(value, depth + 1) : undefined;
		if (inner !== undefined) return inner;
	}
	return undefined;
}
