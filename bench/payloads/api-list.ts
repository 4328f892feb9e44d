// A payload that is a list, with what a person looks for in it first.

export interface ApiList {
	readonly name: string;
	/** Path of the list, member by member; empty: the top level. It may be a map from id to object. */
	readonly path: readonly string[];
	/**
	 * The fields a person names first, by their path in an item (`/` between members, numbers for
	 * places in arrays), chosen by looking at the API's items alone.
	 */
	readonly need: readonly string[];
	readonly value: unknown;
}
