// Lines of source by room: before, now, and what came and went between.

interface Counts {
	readonly before: number;
	readonly after: number;
	/** Lines of the state now that the one before has not, files followed where they moved. */
	readonly came: number;
	/** Lines of the state before that are there no more. */
	readonly went: number;
}

export interface Lines {
	/** Rooms of `src`, largest first. */
	readonly rooms: readonly (Counts & { readonly room: string })[];
	/** Day of the state before, UTC. */
	readonly since: string;
}

export function linesTable({ rooms, since }: Lines): string {
	const sum = (what: keyof Counts) => rooms.reduce((all, row) => all + row[what], 0);
	const all = {
		room: '**all**',
		before: sum('before'),
		after: sum('after'),
		came: sum('came'),
		went: sum('went'),
	};
	const shown = (count: number) => count.toLocaleString('en-US');
	return [
		`| room of \`src\` | ${since} | came | went | now | more |`,
		'|---|---|---|---|---|---|',
		...[...rooms, all].map(({ room, before, after, came, went }) => {
			const more = `${after < before ? '−' : '+'}${shown(Math.abs(after - before))}`;
			return `| ${room} | ${shown(before)} | ${shown(came)} | ${shown(went)} | ${shown(after)} | ${more} |`;
		}),
	].join('\n');
}
