// A model: a collection of records of one kind, `activity`, and the fields its records have.
import { isRecord } from '../shared/is-record';
import { MAX_FIELDS } from './limits';

/** The name of a model: a letter, then letters, digits, `_` or `-`, at most 63 characters. */
export const isModelName = (name: string): boolean => /^[A-Za-z][\w-]{0,62}$/.test(name);

export const MODEL_NAME_ADVICE =
	'a model is a letter, then letters, digits, _ or -, at most 63 characters';

/** A field as records have it. */
export interface Field {
	/** `person.name`; dots lead into objects. */
	readonly name: string;
	/** The keys that lead to it; a key may contain dots, so that several ways may have one name. */
	readonly ways: readonly (readonly string[])[];
	/** It stands in the items of a list: it can be shown, not filtered or sorted by. */
	readonly inList: boolean;
}

/** Ways of one name that are told apart. */
const MOST_WAYS = 4;

/** A field as two sets of records have it. What can be compared somewhere is compared there. */
export function joinedField(one: Field, other: Field): Field {
	if (one.inList !== other.inList) return one.inList ? other : one;
	const more = other.ways.filter((way) => !leads(one, way));
	return more.length === 0 ? one : { ...one, ways: [...one.ways, ...more].slice(0, MOST_WAYS) };
}

const leads = ({ ways }: Field, keys: readonly string[]): boolean =>
	ways.some((way) => way.length === keys.length && way.every((key, at) => key === keys[at]));

/** Levels of names that are fields of their own. */
const MAX_LEVELS = 6;
/** Items of a list whose members are looked at. */
const ITEMS = 20;
/** Characters of a field's name. */
const MAX_NAME = 200;

/** Collects the fields of records, in order of appearance. */
export class FieldCollector {
	/** Every record has an id, so that its name never falls to the bound. */
	readonly #fields = new Map<string, Field>([
		['id', { name: 'id', ways: [['id']], inList: false }],
	]);

	get fields(): readonly Field[] {
		return [...this.#fields.values()];
	}

	/** Notes the fields of one record. */
	add(record: object): void {
		this.#members(record, [], false);
	}

	#members(value: object, above: readonly string[], inList: boolean): void {
		for (const [key, member] of Object.entries(value)) {
			if (this.#fields.size >= MAX_FIELDS) return;
			// Such keys cannot be written in a path of the database.
			if (key === '' || /["\\\p{Cc}]/u.test(key) || key.length > MAX_NAME) continue;
			const keys = [...above, key];
			const name = keys.join('.');
			const known = this.#fields.get(name);
			if (!known || !leads(known, keys) || known.inList !== inList) {
				const field = { name, ways: [keys], inList };
				this.#fields.set(name, known ? joinedField(known, field) : field);
			}
			if (keys.length < MAX_LEVELS && name.length < MAX_NAME) this.#inside(member, keys, inList);
		}
	}

	#inside(value: unknown, keys: readonly string[], inList: boolean): void {
		if (typeof value !== 'object' || value === null) return;
		if (!Array.isArray(value)) this.#members(value, keys, inList);
		else
			for (const item of value.slice(0, ITEMS)) if (isRecord(item)) this.#members(item, keys, true);
	}
}
