// A string as a JSON literal (RFC 8259 section 7).

/** The JSON literal of any string; a lone surrogate becomes a `\u` escape, so the text stays UTF-8. */
export const quote = (value: string): string => JSON.stringify(value);
