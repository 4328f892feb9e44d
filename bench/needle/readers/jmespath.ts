// Expressions as a model writes them from the names it has seen.

export const spelledKey = (key: string): string =>
	/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);

/** `data/issues/nodes` as JMESPath spells it; the whole document is `@`. */
export function spelled(path: string): string {
	if (path === '') return '@';
	return path
		.split('/')
		.map((part) => (/^\d+$/.test(part) ? `[${part}]` : spelledKey(part)))
		.reduce(
			(all, part) => (part.startsWith('[') || all === '' ? all + part : `${all}.${part}`),
			'',
		);
}

/** A value in backticks, or a text in single quotes. */
export const literal = (value: unknown): string =>
	typeof value === 'string'
		? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
		: `\`${JSON.stringify(value)}\``;

/** The items of a list, or of a map from id to object. */
export const itemsOf = (list: string, isMap: boolean): string =>
	isMap ? `values(${spelled(list)})` : spelled(list);
