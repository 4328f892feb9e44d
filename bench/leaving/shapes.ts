// Shapes of conversations that are replayed: what is read, what uses it up, and what stands between.
import type { RealHost } from './host';
import type { Call, Step } from './scripted-model';

type Names = Pick<RealHost, 'own' | 'shell'>;

export interface Shape {
	readonly name: string;
	/** Query of the MCP endpoint. */
	readonly query: string;
	steps(names: Names): readonly Step[];
}

const RECORDS = '?toolsets=records,results';
const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const page =
	({ own }: Pick<Names, 'own'>): Step =>
	(cursor) =>
		own('search_records', cursor === undefined ? { model: 'activity' } : { cursor });
const store =
	({ own }: Pick<Names, 'own'>, n: number): Step =>
	() =>
		own('store_analysis_memory', {
			finding: `Of page ${n}, three activities belong to Web Dev, two to AI, the rest stays.`,
		});
/** About 4,000 tokens, unless told. */
const log =
	({ shell }: Names, n: number, lines = 260): Step =>
	() =>
		shell(`for i in $(seq 1 ${lines}); do echo "${n}: entry $i of the log"; done`);
/** Pages from the first on, again and again: the demo has nine. */
const loop =
	(count: number) =>
	(names: Names): readonly Step[] =>
		Array.from({ length: count }, (_, n) => [
			n % 9 === 0 ? () => names.own('search_records', { model: 'activity' }) : page(names),
			log(names, n, 40),
			store(names, n),
		]).flat();

/** Names of a host that calls every tool through one. */
const searched = ({ own }: Names): Pick<Names, 'own'> => ({
	own: (name, input): Call => own('call_tool', { name, arguments: input }),
});

export const SHAPES: readonly Shape[] = [
	{
		name: 'nine pages, a finding each',
		query: RECORDS,
		steps: (names) => nine.flatMap((n) => [page(names), store(names, n)]),
	},
	{
		name: 'the same through `call_tool`',
		query: '?tools=search',
		steps: (names) => nine.flatMap((n) => [page(searched(names)), store(searched(names), n)]),
	},
	{
		name: 'nine pages, a finding for three',
		query: RECORDS,
		steps: (names) => nine.flatMap((n) => [page(names), ...(n % 3 === 0 ? [store(names, n)] : [])]),
	},
	{
		name: 'a log of 4,000 tokens between page and finding',
		query: RECORDS,
		steps: (names) => nine.flatMap((n) => [page(names), log(names, n), store(names, n)]),
	},
	{ name: 'page, 40-line log, finding × 20', query: RECORDS, steps: loop(20) },
	{ name: 'page, 40-line log, finding × 67', query: RECORDS, steps: loop(67) },
	{
		name: 'two pages',
		query: RECORDS,
		steps: (names) => [page(names), store(names, 1), page(names), store(names, 2)],
	},
	{
		name: 'nine pages, nothing stored',
		query: RECORDS,
		steps: (names) => nine.map(() => page(names)),
	},
	{
		name: 'the same two commands, nine times',
		query: RECORDS,
		steps: (names) => nine.map((n) => log(names, n % 2)),
	},
];
