// Names of people: the API knows principals by id; members and service tokens have a name.
import { peopleNames } from '../../../contract';
import type { Api } from './api';

/** Display names by principal id. */
export type Names = ReadonlyMap<string, string>;

/** Stands for somebody whose name the reader may not see. */
export const OTHER = 'somebody else';

/** Reads the names that the reader may see. */
export const namesOf = (api: Api): Promise<Names> =>
	peopleNames(async (key) => (await api.send(key)).body ?? undefined);

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
