/** Lines of one kind that others can cause, in a minute. */
const MOST = 200;

/** Makes a log of what others can cause: beyond so many lines of a kind in a minute it says that more are left out. */
export function linesAMinute<Entry extends object>(log: (entry: Entry) => void) {
	let minute = 0;
	const lines = new Map<string, number>();
	return (kind: string, entry: Entry): void => {
		const now = Math.floor(Date.now() / 60_000);
		if (now !== minute) lines.clear();
		minute = now;
		const line = (lines.get(kind) ?? 0) + 1;
		lines.set(kind, line);
		if (line <= MOST) log(line < MOST ? entry : { ...entry, more: 'left out in this minute' });
	};
}
