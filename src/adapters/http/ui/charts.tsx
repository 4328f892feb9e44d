// Figures over time, drawn, and the same figures as a table.
import { HIGH, round, WIDE } from './drawing';
import { Time } from './shell';
import { Table } from './table';

/** A line of a chart: one value for each of the chart's times. */
export interface Series {
	readonly name: string;
	/** Null where there is nothing to say. */
	readonly values: readonly (number | null)[];
}

/** Figures of a chart, and of the table below it. */
export interface ChartProps {
	readonly title: string;
	/** Milliseconds since the epoch, in order; a value of each series for each. */
	readonly times: readonly number[];
	readonly series: readonly Series[];
	/** After a number: ` ms`, ` %`. */
	readonly unit?: string;
	/** As bars, one upon the other. */
	readonly isStacked?: boolean;
}

/** Series over time, the first dashed where it is what tools gave; with the figures as a table. */
export const Chart = ({ title, times, series, unit = '', isStacked }: ChartProps) => {
	const valueAt = (of: Series, at: number): number => of.values[at] ?? 0;
	const heights = isStacked
		? times.map((_, at) => series.reduce((sum, each) => sum + valueAt(each, at), 0))
		: series.flatMap(({ values }) => values.map((value) => value ?? 0));
	const top = unit === ' %' ? 100 : Math.max(1, ...heights) * 1.05;
	const wide = WIDE / Math.max(times.length, 1);
	const y = (value: number) => round(HIGH - (Math.max(value, 0) * HIGH) / top);
	return (
		<figure class="chart">
			<figcaption>
				<strong>{title}</strong>
				<span class="soft">up to {said(Math.max(0, ...heights), unit)}</span>
			</figcaption>
			<svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
				{[0.25, 0.5, 0.75, 1].map((share) => (
					<path class="grid" d={`M0,${y(top * share)}H${WIDE}`} />
				))}
				{isStacked
					? times.map((_, at) => <Bar {...{ series, at, wide, y, valueAt }} />)
					: series.map(({ values }, of) => (
							<path class={`curve s${of}`} d={curve(values, (at) => round((at + 0.5) * wide), y)} />
						))}
			</svg>
			<p class="axis soft">
				<Time at={times[0]} /> <Time at={times.at(-1)} />
			</p>
			<ul class="legend">
				{series.map(({ name }, of) => (
					<li>
						<i class={`t${of}`} />
						{name}
					</li>
				))}
			</ul>
			<details class="plain">
				<summary>{title} as a table</summary>
				<Table
					caption={title}
					rows={times.map((time, at) => ({ time, at })).reverse()}
					columns={[
						['Time', ({ time }) => <Time at={time} />],
						...series.map(
							(each) =>
								[
									each.name,
									({ at }: { at: number }) => said(each.values[at], unit),
									'number',
								] as const,
						),
					]}
				/>
			</details>
		</figure>
	);
};

const said = (value: number | null | undefined, unit: string): string =>
	value === null || value === undefined ? '–' : `${value.toLocaleString('en-US')}${unit}`;

/** One time of a stacked chart, the first series at the top. */
const Bar = ({
	series,
	at,
	wide,
	y,
	valueAt,
}: {
	series: readonly Series[];
	at: number;
	wide: number;
	y: (value: number) => number;
	valueAt: (of: Series, at: number) => number;
}) => {
	let base = 0;
	const left = round((at + 0.1) * wide);
	const right = round((at + 0.9) * wide);
	return (
		<>
			{series
				.map((each, of) => [valueAt(each, at), of] as const)
				.reverse()
				.filter(([value]) => value > 0)
				.map(([value, of]) => {
					const from = y(base);
					base += value;
					return <path class={`t${of}`} d={`M${left},${from}H${right}V${y(base)}H${left}Z`} />;
				})}
		</>
	);
};

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
