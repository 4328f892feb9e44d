// One line of JSON for the log; never arguments, results or secrets.
export const log = (entry: Readonly<Record<string, unknown>>): void =>
	console.log(JSON.stringify(entry));

/** Returns what logs failures as one kind of event. */
export const reporting =
	(event: string) =>
	(error: unknown, correlationId?: string): void =>
		log({ level: 'error', event, correlationId, error: reasonOf(error) });

/** Returns an error's name and message for the log, at most 500 characters and without the stack. */
export const reasonOf = (error: unknown): string =>
	error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown';
