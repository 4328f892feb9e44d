// Names of people: the API knows principals by id; members and service tokens have a name.

import { estimate, stripText } from '../../../protect';
import { isRecord, jsonIn } from '../../../shared/json-values';
import { type Api, mcpOf } from './api';
import { handleIn, textsOf } from './media';

/** Display names by principal id. */
export type Names = ReadonlyMap<string, string>;

/** Stands for somebody whose name the reader may not see. */
export const OTHER = 'somebody else';

/** Reads the names that the reader may see: of members and services for administrators, else the own. */
export async function namesOf(api: Api): Promise<Names> {
	const [me, members, tokens] = await Promise.all([
		api.get('/api/me'),
		api.get('/api/members'),
		api.get('/api/tokens'),
	]);
	const services = (tokens.body?.tokens ?? []).filter(
		({ principal, createdBy }) => principal !== createdBy,
	);
	return new Map([
		...(tokens.body?.configured ?? []).map(({ id, name }) => [id, name] as const),
		...services.map(({ principal, name }) => [principal, name] as const),
		...(members.body?.members ?? []).map(({ id, name }) => [id, name] as const),
		...(me.body ? [[me.body.id, me.body.name ?? me.body.id] as const] : []),
	]);
}

/** Finds principals by id, by name, else by a part of it in any case; several where they share it. */
export const idsOf = (names: Names, asked: string): readonly string[] => {
	if (names.has(asked)) return [asked];
	const having = (is: (name: string) => boolean) =>
		[...names].flatMap(([id, name]) => (is(name) ? [id] : []));
	const exactly = having((name) => name === asked);
	return exactly.length > 0
		? exactly
		: having((name) => name.toLowerCase().includes(asked.toLowerCase()));
};

/** Characters of an id that stand beside a name: enough to tell two people of one name apart. */
const BESIDE = 8;

/** A person by name with the beginning of the id beside; the whole of it in the title. */
export const Person = ({ id, names }: { id: string; names: Names }) => {
	const name = names.get(id) ?? id;
	return (
		<span title={id}>
			{name}
			{name !== id && <small class="soft"> {id.slice(0, BESIDE)}</small>}
		</span>
	);
};

const MOST = 40;
const DEEPEST = 3;

/** Members that Loadline adds to an object. */
const ADDED: ReadonlySet<string> = new Set([
	...['totalCount', 'nextCursor', 'estimatedTokens', 'budgetUsed', 'budgetRemaining'],
	...['summary', 'chunk', 'loadline', 'handle', 'more', 'notice'],
]);

/** Conversations, the newest, that are looked through for a result. */
const LOOKED_AT = 5;

/**
 * Dotted paths, of items where the result is a list: those that the server declares and those of its newest
 * result that is kept; none where nothing is known.
 */
export async function fieldsOf(api: Api, endpoint: string): Promise<readonly string[]> {
	const [declared, seen] = await Promise.all([
		propertiesOf(api, endpoint).then((properties) => declaredIn(properties)),
		seenOf(api, endpoint).then(fieldsSeenIn),
	]);
	// Of what holds others, those are said.
	const own = declared.filter((path) => !seen.some((each) => each.startsWith(`${path}.`)));
	return [...new Set([...own, ...seen])].slice(0, MOST);
}

/** Returns whether nothing would be left without these fields, lists of whose items nothing would be, and the tokens before and after: of the newest result, else of what is declared. */
export async function leavingOut(api: Api, endpoint: string, strip: readonly string[]) {
	const seen = await seenOf(api, endpoint);
	const before = fieldsSeenIn(seen);
	if (before.length > 0) {
		const left = stripText(seen, strip);
		const after = fieldsSeenIn(left);
		const tokens = [estimate(seen), estimate(left)] as const;
		return {
			isEmptied: after.length === 0,
			lists: [...listsOf(before).difference(listsOf(after))],
			tokens,
		};
	}
	const declared = Object.keys(await propertiesOf(api, endpoint)).filter(
		(name) => !ADDED.has(name),
	);
	const isEmptied = declared.length > 0 && declared.every((name) => strip.includes(name));
	return { isEmptied, lists: [], tokens: undefined };
}

/** The JSON text of a tool's newest result that is kept, the whole of it while that is; empty where there is none. */
async function seenOf(api: Api, tool: string): Promise<string> {
	const { body } = await api.get('/api/sessions', { limit: LOOKED_AT });
	for (const { id, principal } of body?.sessions ?? []) {
		const calls = (await api.get('/api/sessions/:id', { id, principal })).body?.calls ?? [];
		const last = calls.findLast((call) => call.tool === tool && !call.failed);
		if (!last) continue;
		const asked = { id, call: last.id, principal };
		const seen = await api.get('/api/sessions/:id/calls/:call/original', asked);
		if (!seen.body) continue;
		const texts = textsOf(seen.body.content);
		const handle = handleIn(texts.join('\n\n'));
		const whole = handle === undefined ? {} : await api.get('/api/results/:handle', { handle });
		const { body: kept } = whole as { body?: unknown };
		if (kept) return typeof kept === 'string' ? kept : JSON.stringify(kept);
		return texts.find((text) => fieldsSeenIn(text).length > 0) ?? '';
	}
	return '';
}

async function propertiesOf(
	api: Api,
	endpoint: string,
): Promise<Readonly<Record<string, unknown>>> {
	const [upstream = '', ...rest] = endpoint.split('__');
	const tools = await api.tools(rest.length > 0 ? mcpOf(upstream) : undefined);
	const name = rest.length > 0 ? rest.join('__') : endpoint;
	return propertiesIn(tools?.find((each) => each.name === name)?.outputSchema);
}

const propertiesIn = (schema: unknown): Readonly<Record<string, unknown>> =>
	isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};

/**
 * A list itself is no field to leave out: nothing would be left of it. What is of no type at the root may be
 * one: of a tool whose results are reduced, no types are advertised.
 */
function declaredIn(properties: Readonly<Record<string, unknown>>, before = ''): readonly string[] {
	return Object.entries(properties).flatMap(([name, value]) => {
		const path = `${before}${name}`;
		if (!isRecord(value)) return [path];
		const isList = value.type === 'array' || isRecord(value.items);
		if (before === '' && !isList && !value.type && !value.properties) return [];
		return isList ? declaredIn(propertiesIn(value.items), `${path}.`) : [path];
	});
}

/** The same of the text of one result, of all its items; none where it is no JSON. */
export const fieldsSeenIn = (text: string): readonly string[] => seenIn(jsonIn(text), '', DEEPEST);

/** The lists at the root with items of which something is seen. */
const listsOf = (paths: readonly string[]): Set<string> =>
	new Set(paths.flatMap((path) => /^[^.]+(?=\.)/.exec(path) ?? []));

function seenIn(value: unknown, before: string, depth: number): readonly string[] {
	if (Array.isArray(value))
		return [...new Set(value.filter(isRecord).flatMap((item) => seenIn(item, before, depth)))];
	if (!isRecord(value) || depth === 0) return [];
	return Object.entries(value).flatMap(([name, own]) => {
		const path = `${before}${name}`;
		if (before === '' && ADDED.has(name)) return [];
		if (Array.isArray(own) && own.some(isRecord)) return seenIn(own, `${path}.`, depth - 1);
		return [path];
	});
}
