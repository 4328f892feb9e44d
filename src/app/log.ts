// One line of JSON for the log; never arguments, results or secrets.
export const log = (entry: Readonly<Record<string, unknown>>): void =>
	console.log(JSON.stringify(entry));

export const reasonOf = (error: unknown): string =>
	error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown';
