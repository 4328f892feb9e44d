// The table of what a list of tools costs, server by server.
export interface ListRow {
	readonly name: string;
	readonly version: string;
	readonly tools: number;
	/** Tokens of the list and the instructions, o200k. */
	readonly direct: number;
	readonly through: number;
	/** Once a result was kept. */
	readonly after: number;
}

/** Tokens that a list may cost more once a result was kept. */
export const MOST_MORE = 160;

export const listsTable = (rows: readonly ListRow[]): string =>
	[
		'| server | tools | directly | through Loadline | after a result was kept |',
		'|---|---:|---:|---:|---:|',
		...rows.map(({ name, version, tools, direct, through, after }) => {
			const cells = [direct, through, after].map((tokens) => tokens.toLocaleString('en'));
			return `| ${name} ${version} | ${tools} | ${cells.join(' | ')} |`;
		}),
	].join('\n');
