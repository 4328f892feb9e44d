// Members that have a value: what the optional members of an object are made of.

type Defined<Members> = {
	readonly [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key];
} & {
	readonly [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<
		Members[Key],
		undefined
	>;
};

/** The members that are not undefined, in their order. */
export function defined<Members extends object>(members: Members): Defined<Members> {
	const left: Partial<Members> = { ...members };
	for (const name in left) if (left[name] === undefined) delete left[name];
	return left as unknown as Defined<Members>;
}
