// Times as the API tells them: ISO 8601.

/** @param time milliseconds since the epoch */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** `Row` with its times as texts; null where there is none. */
type Told<Row, Name extends keyof Row> = Omit<Row, Name> & {
	readonly [name in Name]: string | Extract<Row[name], null>;
};

/** Converts times of a row. @param names members that are milliseconds since the epoch, or null */
export const isoTimes = <Row extends object, Name extends keyof Row>(
	row: Row,
	...names: readonly Name[]
): Told<Row, Name> => {
	const times = names.map((name) => [name, row[name] === null ? null : isoTime(Number(row[name]))]);
	return { ...row, ...Object.fromEntries(times) };
};
