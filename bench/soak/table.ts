// Long use as a table of docs/benchmarks.md.

export interface Sample {
	/** Calls so far. */
	readonly calls: number;
	/** Megabytes: in use after a collection, resident of the process, of the folder of the state. */
	readonly heap: number;
	readonly held: number;
	readonly disk: number;
}

export interface SoakRow {
	readonly host: string;
	readonly calls: number;
	/** Calls of a run that is not broken off. */
	readonly wanted: number;
	readonly failed: number;
	/** Of the calls. */
	readonly seconds: number;
	/** Before the first call, after each tenth, and when what ends has ended. */
	readonly samples: readonly Sample[];
	readonly done: { readonly runs: number; readonly rules: number; readonly everything: number };
}

/** By how much the last three tenths may lie above the three before them; files of the state grow while results last. */
const MOST_GROWTH = { heap: 1.1, held: 1.1, disk: 1.15 };

/** Names what has grown in the second half of a run; nothing where it is flat. */
export function grown({ host, samples }: Pick<SoakRow, 'host' | 'samples'>): readonly string[] {
	const of = (name: keyof typeof MOST_GROWTH, from: number) =>
		samples.slice(from, from + 3).reduce((sum, sample) => sum + sample[name] / 3, 0);
	return (['heap', 'held', 'disk'] as const).flatMap((name) => {
		const [before, after] = [of(name, 5), of(name, 8)];
		const times = after / before;
		const said = `${host}: ${name} ${mb(before)} MB, then ${mb(after)} MB, ${times.toFixed(2)} times`;
		return times > MOST_GROWTH[name] ? [said] : [];
	});
}

const mb = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));
const count = (value: number) => value.toLocaleString('en');

export const soakTable = (rows: readonly SoakRow[]): string =>
	[
		'| on | calls | failed | a second | runs to their end, rules, calls of a server with sessions | MB in use, after a collection | MB held | MB of state |',
		'|---|---|---|---|---|---|---|---|',
		...rows.map(({ host, calls, wanted, failed, seconds, samples, done }) => {
			const of = (name: 'heap' | 'held' | 'disk') =>
				samples.map((sample) => mb(sample[name])).join(', ');
			const made = calls === wanted ? count(calls) : `${count(calls)} of ${count(wanted)}`;
			const ended = [done.runs, done.rules, done.everything].map(count).join(', ');
			const cells = [host, made, failed, Math.round(calls / seconds), ended];
			return `| ${[...cells, of('heap'), of('held'), of('disk')].join(' | ')} |`;
		}),
	].join('\n');
