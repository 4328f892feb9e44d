// A place in a text, in UTF-16 units.

export interface Span {
	readonly offset: number;
	readonly length: number;
}

export const textOf = (text: string, { offset, length }: Span): string =>
	text.slice(offset, offset + length);

export const spliced = (text: string, { offset, length }: Span, by: string): string =>
	text.slice(0, offset) + by + text.slice(offset + length);
