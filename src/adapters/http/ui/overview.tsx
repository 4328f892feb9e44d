// All conversations together: what was sent and saved, over time and by endpoint, and which endpoint to mend.
import type { Child } from 'hono/jsx';
import type { AnswerOf } from '../../../contract';
import { isTrialOf } from '../../../telemetry';
import {
	type Group,
	isAnswered,
	KINDS,
	ORDERS,
	type Row,
	rowsOf,
	type Told,
	type Totals,
	toolIn,
} from './figures';
import { timeAddress } from './find-routes';
import type { overheadIn } from './overview-routes';
import { type Asked, LASTS, queryOf, toPage } from './period';
import { Figures, Link, Name, number, percent, Tabs, Time } from './shell';
import { type Columns, Find, type Names, Order, Person, right, shown, Table } from './table';

/** Rows of the table by endpoint that one page has. */
export const ROWS = 50;

/** The time, and endpoints to look for. */
export const Choice = ({ asked }: { asked: Asked }) => (
	<div class="choice">
		<Tabs
			label="Time"
			of={LASTS.map(([last, name]) => [toPage(asked, { last }), name, asked.last === last])}
		/>
		<span class="exports">
			<a href={`/overview.csv${toPage(asked).slice('/overview'.length)}`}>CSV</a>
		</span>
	</div>
);

const costOf = (overhead: Overhead | undefined): number =>
	overhead === undefined ? 0 : overhead.tokens * overhead.conversations;

/**
 * Shows the totals: what tools gave less what was saved is what was sent. Where the lists of tools cost more than was
 * saved, it says so. @param overhead undefined where it is of one endpoint, or not known
 */
export const Sums = ({ totals, overhead }: { totals: Totals; overhead: Overhead | undefined }) => {
	const { calls, sent, original, gross, net, overflowed, errors, sampled, accurate } = totals;
	const saved = net - costOf(overhead);
	return (
		<Figures
			of={{
				Calls: [calls, `${number(errors)} failed`],
				'As tools gave it': [original, 'tokens'],
				'Saved, gross': [gross, shareOf(gross, original)],
				'Asked for later': [gross - net, 'tokens of pages, details, answers'],
				Sent: [sent, 'tokens'],
				Overhead: overhead && [
					costOf(overhead),
					`${number(overhead.tokens)} tokens of Loadline's own tools as listed today, for each of ${number(overhead.conversations)} conversations`,
				],
				[overhead === undefined ? 'Saved, net' : 'Saved, less overhead']: saved >= 0 && [
					saved,
					shareOf(saved, original),
				],
				'Cost, net': saved < 0 && [-saved, 'tokens: more overhead than saved'],
				Overflows: [overflowed, 'results sent over the limits'],
				Estimates: accurate !== undefined && [
					percent(accurate),
					`within 20 %, of ${number(sampled)} counted`,
				],
			}}
		/>
	);
};

/** Cost of listing Loadline's own tools, per conversation. */
type Overhead = NonNullable<Awaited<ReturnType<typeof overheadIn>>>;

const shareOf = (part: number, whole: number): string =>
	whole > 0 ? `${percent(part / whole)} of what tools gave` : 'tokens';

/** By tool, what overflows first, with a link to its settings; those that nobody called come last. */
export const endpoints = (asked: Asked, groups: readonly Group[], told: Told) => {
	const found = rowsOf(groups, told, asked);
	const [{ offset }, query] = [asked, queryOf(asked)];
	const words = Object.fromEntries(Object.entries(ORDERS).map(([by, [name]]) => [by, name]));
	return (
		<section>
			<h2>By tool</h2>
			<Find path="/overview" value={asked.search} keep={{ last: asked.last }}>
				<Order of={words} value={asked.by} />
			</Find>
			<Table
				caption={`${words[asked.by]} first; tokens. Those without figures were not called in this time.`}
				empty="No tool has these words."
				rows={found.slice(offset, offset + ROWS)}
				columns={columnsOf(asked, told)}
				pages={{ path: '/overview', query, offset, limit: ROWS, total: found.length }}
			/>
		</section>
	);
};

const columnsOf = (asked: Asked, { definitions, budgetOf }: Told): Columns<Row> => {
	const of = (endpoint: string) => toPage(asked, { endpoint, q: undefined });
	const figure =
		(cell: (group: Group) => Child) =>
		({ group }: Row) =>
			right(group ? cell(group) : '–');
	return {
		Tool: ({ key }) => (
			<>
				<Link to={of(key)}>{toolIn(key).replace(/__\?$/, ': no such tool')}</Link>{' '}
				{isTrialOf(key) && <span class="badge amber">{key.split(/__|:/)[0]}</span>}
			</>
		),
		Overflows: figure(({ overflowed, overflowedPercent }) =>
			overflowed > 0 ? (
				<span class="over">
					{number(overflowed)} ({Math.round(overflowedPercent ?? 0)} %)
				</span>
			) : (
				'–'
			),
		),
		Calls: figure(({ count }) => count),
		Failed: figure(errorsOf),
		Definition: ({ key }) => right(shown(definitions.get(toolIn(key)))),
		Budget: ({ key }) => {
			const budget = KINDS.map((kind) => shown(budgetOf(toolIn(key))[kind])).join(' / ');
			return right(
				key.includes('__') && isThere(key) && (
					<a
						href={`${of(key)}#mend`}
						title="Tokens of a first answer: of a list, an object, a text"
						aria-label={`Budget of ${toolIn(key)}: ${budget}`}
					>
						{budget}
					</a>
				),
			);
		},
		Given: figure(({ originalTokens }) => originalTokens.sum),
		Sent: figure(({ tokens }) => tokens.sum),
		'An answer, p50 / p95': figure((group) =>
			isAnswered(group) ? `${number(group.tokens.p50)} / ${number(group.tokens.p95)}` : '–',
		),
		'Asked for later': figure(({ savedTokens: { gross, net } }) => gross - net),
		'Saved, net': figure(({ savedTokens }) => savedTokens.net),
		'': ({ key }) =>
			isThere(key) && (
				<a
					href={`/playground?tool=${encodeURIComponent(toolIn(key))}`}
					aria-label={`Try ${toolIn(key)}`}
				>
					Try
				</a>
			),
	};
};

/** Calls of tools that a server does not have are counted under one name. */
const isThere = (key: string): boolean => !key.endsWith('__?');

/** Percent of calls from which on failures are drawn in red. */
export const MANY_FAIL = 5;

const errorsOf = ({ errorPercent }: Group) =>
	errorPercent === null ? (
		'–'
	) : (
		<span class={errorPercent >= MANY_FAIL ? 'badge red' : ''}>{Math.round(errorPercent)} %</span>
	);

/** The treatments of a call, in words. */
export const VARIANTS: Readonly<Record<string, string>> = {
	on: 'protected',
	off: 'protection is switched off for it',
	shadow: 'it is in shadow: sent as given',
	control: 'it is the control of a test: sent as given',
};

/** Protected calls beside those that were not, where there are both. */
export const Compared = ({ variants }: { variants: readonly Group[] }) =>
	variants.length < 2 ? null : (
		<Table
			caption="With and without protection"
			rows={variants}
			columns={{
				Calls: ({ key }) => VARIANTS[key] ?? key,
				Number: 'count',
				'Sent, average': ({ tokens }) => tokens.average ?? 0,
				'Sent, p95': ({ tokens }) => tokens.p95,
				'p95 ms': ({ latencyMs }) => latencyMs.p95,
				Errors: (group) => right(errorsOf(group)),
			}}
		/>
	);

export type Request = AnswerOf<'GET /api/telemetry/requests'>['requests'][number];

/** Returns whether a call was sent over the limits. */
export const isOverflow = ({ oversized, estimatedTokens, originalTokens }: Request): boolean =>
	oversized && estimatedTokens >= originalTokens;

/** The latest calls in a table, each with a link to what is kept of it. */
export const requestTable = (
	requests: readonly Request[],
	names: Names,
	{ hasTools, more }: { hasTools?: boolean; more?: Child },
) => (
	<section>
		<h2>Calls</h2>
		<Table
			caption="The newest first"
			empty="No call in this time."
			rows={requests}
			columns={{
				Time: (each) => (
					<a href={timeAddress(each.time, each.principal, toolIn(each.endpoint))}>
						<Time at={each.time} />
					</a>
				),
				...(hasTools && { Tool: ({ endpoint }: Request) => <Name>{toolIn(endpoint)}</Name> }),
				Who: ({ principal }) => <Person id={principal} names={names} />,
				Outcome: ({ outcome, errorCode }) =>
					errorCode === '' ? outcome : `${outcome}: ${errorCode}`,
				Given: (each) =>
					right(<span class={isOverflow(each) ? 'over' : ''}>{number(each.originalTokens)}</span>),
				Sent: 'estimatedTokens',
				ms: 'totalMs',
			}}
		/>
		{more}
	</section>
);
