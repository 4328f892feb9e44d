// Spans of a text: read and replaced.

/** A range in UTF-16 units, as the JSON and TOML parsers count. */
export interface Span {
	readonly offset: number;
	readonly length: number;
}

export const textOf = (text: string, { offset, length }: Span): string =>
	text.slice(offset, offset + length);

/** Replaces a span in a text; a span of length 0 inserts. */
export const spliced = (text: string, { offset, length }: Span, by: string): string =>
	text.slice(0, offset) + by + text.slice(offset + length);
