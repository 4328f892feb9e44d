// Figures over time: a table that says them, and that the script of the page draws (islands/charts.ts).
import type { Child } from 'hono/jsx';
import { when } from './shell';

/** A line of a chart: one value for each of the chart's times. */
export interface Series {
	readonly name: string;
	/** Null where there is nothing to say. */
	readonly values: readonly (number | null)[];
}

/** Figures of a chart, and of the table below it. */
export interface ChartProps {
	readonly title: string;
	/** Its meaning, in a sentence. */
	readonly children?: Child;
	/** Milliseconds since the epoch, in order; a value of each series for each. */
	readonly times: readonly number[];
	readonly series: readonly Series[];
	/** After a number: ` ms`, ` %`. */
	readonly unit?: string;
	/** As bars, one upon the other. */
	readonly isStacked?: boolean;
}

/** Series over time, with the same figures as a table for whoever sees no chart. */
export const Chart = ({ title, children, times, series, unit = '', isStacked }: ChartProps) => (
	<figure class="chart">
		<figcaption>
			<strong>{title}</strong> {children}
		</figcaption>
		<div class="plot" aria-hidden="true" data-unit={unit} data-stacked={isStacked && ''} />
		<details class="plain">
			<summary>{title} as a table</summary>
			<div class="scroll" tabindex={0}>
				<table>
					<thead>
						<tr>
							<th scope="col">Time, UTC</th>
							{series.map(({ name }) => (
								<th scope="col">{name}</th>
							))}
						</tr>
					</thead>
					<tbody>
						{times.map((time, at) => (
							<tr>
								<td data-value={time / 1000}>{when(time)}</td>
								{series.map(({ values }) => (
									<Cell value={values[at] ?? null} unit={unit} />
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</details>
	</figure>
);

const Cell = ({ value, unit }: { value: number | null; unit: string }) =>
	value === null ? (
		<td>–</td>
	) : (
		<td data-value={value}>{`${value.toLocaleString('en-US')}${unit}`}</td>
	);
