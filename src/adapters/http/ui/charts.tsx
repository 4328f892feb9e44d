// Figures over time, drawn, and the same figures as a table; alert rules, and how they stand.
import type { AnswerOf } from '../../../contract';
import { HIGH, round, WIDE } from './drawing';
import type { Group } from './figures';
import { type Asked, periodsOf } from './period';
import { Legend, number, percent, Time } from './shell';
import { right, Table } from './table';

const GIVEN = 'As tools gave it';

interface Series {
	readonly name: string;
	/** Null where there is nothing to say. */
	readonly values: readonly (number | null)[];
}

/**
 * Series over time, that of what tools gave dashed; with the figures as a table.
 * @param times milliseconds since the epoch, in order @param unit after a number: ` ms`
 */
const chart = (times: readonly number[], title: string, series: readonly Series[], unit = '') => {
	const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
	const top = Math.max(1, highest) * 1.05;
	const wide = WIDE / Math.max(times.length, 1);
	const y = (value: number) => round(HIGH - (Math.max(value, 0) * HIGH) / top);
	return (
		<figure class="chart">
			<figcaption>
				<strong>{title}</strong>
				<span class="soft">up to {said(highest, unit)}</span>
			</figcaption>
			<svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
				{[0.25, 0.5, 0.75, 1].map((share) => (
					<path class="grid" d={`M0,${y(top * share)}H${WIDE}`} />
				))}
				{series.map(({ name, values }, of) => (
					<path
						class={name === GIVEN ? 'curve dashed' : 'curve'}
						stroke={`var(--t${of})`}
						d={curve(values, (at) => round((at + 0.5) * wide), y)}
					/>
				))}
			</svg>
			<p class="axis soft">
				<Time at={times[0]} /> <Time at={times.at(-1)} />
			</p>
			<Legend of={series.map(({ name }, of) => [`t${of}`, name] as const)} />
			<details class="plain">
				<summary>{title} as a table</summary>
				<Table
					caption={title}
					rows={times.map((time, at) => ({ time, at })).reverse()}
					columns={{
						Time: 'time',
						...Object.fromEntries(
							series.map(({ name, values }) => [
								name,
								({ at }: { at: number }) => right(said(values[at], unit)),
							]),
						),
					}}
				/>
			</details>
		</figure>
	);
};

const said = (value: number | null | undefined, unit: string): string =>
	value === null || value === undefined ? '–' : `${value.toLocaleString('en-US')}${unit}`;

/** Units of a dash for a value without a neighbour. */
const DASH = 12;

/** A line through the values, broken where there is none; a lone value is a short dash. */
const curve = (
	values: readonly (number | null)[],
	x: (at: number) => number,
	y: (value: number) => number,
): string =>
	values
		.map((value, at) => {
			if (value === null) return '';
			const isBegun = at > 0 && values[at - 1] !== null;
			return isBegun ? `L${x(at)},${y(value)}` : `M${x(at) - DASH},${y(value)}H${x(at)}`;
		})
		.join('');

/** The period in charts. */
export const Charts = ({ asked, groups }: { asked: Asked; groups: readonly Group[] }) => {
	const known = new Map(groups.map((group) => [Date.parse(group.key), group]));
	const times = periodsOf(asked);
	const series = (name: string, of: (group: Group) => number | null, none: number | null) => ({
		name,
		values: times.map((time) => {
			const group = known.get(time);
			const value = group === undefined ? none : of(group);
			return value === null ? null : Math.round(value * 100) / 100;
		}),
	});
	const outcomes = Object.keys(groups[0]?.outcomes ?? {}).map(
		(name): Series => series(name, (group) => group.outcomes[name as never] ?? 0, 0),
	);
	const latency = [
		series('p95', ({ latencyMs }) => latencyMs.p95, null),
		series('p50', ({ latencyMs }) => latencyMs.p50, null),
	];
	return (
		<div class="charts">
			{chart(times, 'Tokens', [
				series(GIVEN, ({ originalTokens }) => originalTokens.sum, 0),
				series('Sent', ({ tokens }) => tokens.sum, 0),
				series('Saved, gross', ({ savedTokens }) => savedTokens.gross, 0),
				series('Saved, net', ({ savedTokens }) => savedTokens.net, 0),
			])}
			{chart(times, 'Calls by outcome', outcomes)}
			{chart(times, 'Latency', latency, ' ms')}
		</div>
	);
};

/** Names of the rules, and advice for each that is broken. */
const RULES: Readonly<Record<string, readonly [name: string, mend: string]>> = {
	oversizedRate: [
		'Results sent over the limits',
		'give the tools that overflow a budget, or leave fields out: their rows lead there',
	],
	errorRate: [
		'Calls that failed',
		'look at the calls of the tools that fail: their rows are marked',
	],
	accuracy: [
		'Estimates within 20 %, at least',
		'tell of it: estimates should be near for any text',
	],
	p95LatencyMs: [
		'Latency, p95',
		'look which server is slow: each of its calls says how long it took',
	],
};

const measured = (rule: string, value: number | null): string =>
	value === null ? '–' : rule === 'p95LatencyMs' ? `${number(value)} ms` : percent(value);

/** The rules, what they measure now, and which are broken. */
export const Alerts = ({ standing }: { standing: AnswerOf<'GET /api/telemetry/alerts'> }) => {
	const { windowMinutes, minRequests, calls, rules } = standing;
	return (
		<section>
			<h2>Alerts</h2>
			<p>
				Over the last {number(windowMinutes)} minutes, {number(calls)} calls
				{calls < minRequests ? `; nothing is judged below ${number(minRequests)}` : ''}. Limits are
				set in <a href="/config">the configuration</a>, <code>alerts</code>.
			</p>
			<Table
				caption="Limits"
				rows={rules}
				columns={{
					Rule: ({ rule }) => RULES[rule]?.[0] ?? rule,
					Now: ({ rule, value }) => right(measured(rule, calls > 0 ? value : null)),
					Limit: ({ rule, limit }) => right(measured(rule, limit)),
					State: ({ rule, state, firingSince }) => (
						<span class={state === 'broken' ? 'over' : ''}>
							{state}
							{state === 'broken' && `: ${RULES[rule]?.[1] ?? ''}`}
							{firingSince !== undefined && [', told of ', <Time at={firingSince} />]}
						</span>
					),
				}}
			/>
		</section>
	);
};
