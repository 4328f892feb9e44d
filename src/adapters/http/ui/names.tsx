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

/** Finds principals by id or name; several where they share a name, none for an unknown name. */
export const idsOf = (names: Names, asked: string): readonly string[] =>
	names.has(asked) ? [asked] : [...names].flatMap(([id, name]) => (name === asked ? [id] : []));

/** A person by name, the id in the title. */
export const Person = ({ id, names }: { id: string; names: Names }) => (
	<span title={id}>{names.get(id) ?? id}</span>
);
