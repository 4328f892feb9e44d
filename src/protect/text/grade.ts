// The grades of a cut before a line (context window protection, FR-021).

/** Grade of a cut before a line; higher is better. */
export const Grade = {
	/** Nothing but a line ends here. */
	line: 1,
	/** The line before ends a sentence. */
	sentence: 2,
	/** A part begins: a list item, a statement, a hunk, the cause within a stack trace. */
	block: 3,
	/** A log entry, a paragraph, a top-level section of code begins. */
	entry: 4,
} as const;
