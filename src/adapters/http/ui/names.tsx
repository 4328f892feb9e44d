// Names of people: the API knows principals by id; members and service tokens have a name.
import type { Api } from './api';

/** Display names by principal id. */
export type Names = ReadonlyMap<string, string>;

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

/** A person by name, the id in the title. */
export const Person = ({ id, names }: { id: string; names: Names }) => (
	<span title={id}>{names.get(id) ?? id}</span>
);
