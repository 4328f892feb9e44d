// Lines of source by room, before and after.

export interface Lines {
	/** Rooms of `src`, largest first. */
	readonly rooms: readonly {
		readonly room: string;
		readonly before: number;
		readonly after: number;
	}[];
	/** Day of the state before, UTC. */
	readonly since: string;
}

export function linesTable({ rooms, since }: Lines): string {
	const sum = (when: 'before' | 'after') => rooms.reduce((all, row) => all + row[when], 0);
	const all = { room: '**all**', before: sum('before'), after: sum('after') };
	const shown = (count: number) => count.toLocaleString('en-US');
	return [
		`| room of \`src\` | ${since} | now | more |`,
		'|---|---|---|---|',
		...[...rooms, all].map(
			({ room, before, after }) =>
				`| ${room} | ${shown(before)} | ${shown(after)} | ${after < before ? '−' : '+'}${shown(Math.abs(after - before))} |`,
		),
	].join('\n');
}
