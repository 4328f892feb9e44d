// What several pages show: a table, a text, a value.
import type { Child } from 'hono/jsx';
import { Empty } from './shell';

export const Table = ({
	caption,
	head,
	rows,
	empty,
	numbers = [],
}: {
	caption: string;
	head: readonly string[];
	rows: readonly (readonly Child[])[];
	empty: string;
	/** Columns of numbers, from 0. */
	numbers?: readonly number[];
}) =>
	rows.length === 0 ? (
		<Empty>{empty}</Empty>
	) : (
		<div class="scroll" tabindex={0}>
			<table class="stack">
				<caption>{caption}</caption>
				<thead>
					<tr>
						{head.map((name, at) => (
							<th scope="col" class={numbers.includes(at) ? '' : 'left'}>
								{name || <span class="unseen">Act</span>}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr>
							{row.map((cell, at) => (
								<td
									class={numbers.includes(at) ? '' : 'left wrap'}
									data-label={at > 0 && head[at] ? head[at] : undefined}
								>
									{cell}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);

/** A document with its path. */
export const Document = ({ path, text, more }: { path: string; text: string; more?: Child }) => (
	<>
		<p>
			<code>{path}</code>
		</p>
		{more}
		<pre tabindex={0}>{text}</pre>
	</>
);

/** A value as a cell shows it; – for none. */
export const shown = (value: unknown): string =>
	value === undefined || value === null
		? '–'
		: typeof value === 'string'
			? value
			: JSON.stringify(value);
