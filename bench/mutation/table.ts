// The table of changes that mutation testing made, by what became of them.

/** The members that are used of a report (mutation-testing-report-schema). */
export interface Report {
	readonly files: Readonly<
		Record<
			string,
			{
				readonly mutants: readonly {
					readonly status: string;
					readonly mutatorName: string;
					readonly replacement?: string;
					readonly location: { readonly start: { readonly line: number } };
				}[];
			}
		>
	>;
}

export interface MutationRow {
	readonly room: string;
	/** Number of changed files, of how many, where not all files of the room were changed. */
	readonly files?: string;
	readonly changes: number;
	/** Changes that a test noticed, by failing or by not ending. */
	readonly killed: number;
	/** Of those not noticed: no test runs the place. */
	readonly unreached: number;
	/** Changes to what runs once, when a module is loaded, which are not made. */
	readonly leftOut?: number;
	/** Per cent that were noticed. */
	readonly share: number;
}

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

/** @param of how many files the room has, where not all were changed */
export function rowOf(room: string, { files }: Report, of?: number): MutationRow {
	const all = Object.values(files).flatMap(({ mutants }) => mutants);
	const killed = all.filter(({ status }) => NOTICED.has(status)).length;
	const changes = killed + all.filter(({ status }) => UNNOTICED.has(status)).length;
	const unreached = all.filter(({ status }) => status === 'NoCoverage').length;
	return {
		room,
		...(of !== undefined && { files: `${Object.keys(files).length} of ${of}` }),
		...{
			changes,
			killed,
			unreached,
			leftOut: all.length - changes,
			share: Math.round((1_000 * killed) / changes) / 10,
		},
	};
}

/** A line for each change that nothing noticed: where, and what stood there instead. */
export const survivors = ({ files }: Report, isWanted: (file: string) => boolean): string[] =>
	Object.entries(files)
		.filter(([file]) => isWanted(file))
		.flatMap(([file, { mutants }]) =>
			mutants
				.filter(({ status }) => UNNOTICED.has(status))
				.map(
					({ location, mutatorName, replacement = '' }) =>
						`${file}:${location.start.line} ${mutatorName} → ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
				),
		);

export const mutationTable = (rows: readonly MutationRow[]): string =>
	[
		'| room | changes | noticed | not reached by a test | left out | share |',
		'|---|---|---|---|---|---|',
		...rows.map(
			({ room, files, changes, killed, unreached, leftOut, share }) =>
				`| \`${room}\`${files ? `, ${files} files` : ''} | ${changes} | ${killed} | ${unreached} | ${leftOut ?? ''} | ${share.toFixed(1)} % |`,
		),
	].join('\n');
