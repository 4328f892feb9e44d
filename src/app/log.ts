// One line of JSON for the log; never arguments, results or secrets.
/** One line of the log, as JSON. */
export const log = (entry: Readonly<Record<string, unknown>>): void =>
	console.log(JSON.stringify(entry));

/** Describes a failure for the log. */
export const reasonOf = (error: unknown): string =>
	error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown';
