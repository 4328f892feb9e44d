// Times as the API tells them: ISO 8601.

/** @param time milliseconds since the epoch */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** The same, with its times as texts. @param names members that are milliseconds since the epoch, or null */
export const isoTimes = <Row extends object>(row: Row, ...names: (keyof Row)[]) => ({
	...row,
	...Object.fromEntries(
		names.map((name) => [name, row[name] === null ? null : isoTime(Number(row[name]))]),
	),
});
