// A place in a text, in UTF-16 units.

/** From `offset`, so many UTF-16 units: what parsers of JSON and TOML count in, too. */
export interface Span {
	readonly offset: number;
	readonly length: number;
}

/** What stands at a place of a text. */
export const textOf = (text: string, { offset, length }: Span): string =>
	text.slice(offset, offset + length);

/** The whole text with `by` in place of what stood there; a place of length 0 inserts. */
export const spliced = (text: string, { offset, length }: Span, by: string): string =>
	text.slice(0, offset) + by + text.slice(offset + length);
