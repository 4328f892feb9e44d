// Shared components: a table, a text, a value, and a form of one button.
import type { Child } from 'hono/jsx';
import { Empty } from './shell';

interface TableProps {
	readonly caption: string;
	readonly head: readonly string[];
	readonly rows: readonly (readonly Child[])[];
	/** Stands where there are no rows. */
	readonly empty?: Child;
	/** Columns of numbers, from 0; `all`: of what the first one names. */
	readonly numbers?: readonly number[] | 'all';
	/** Columns that a phone leaves out: what a row leads to has them. */
	readonly wideOnly?: readonly string[];
}

/** Rows under a head; on a narrow screen a card each. */
export const Table = ({ caption, head, rows, empty, numbers = [], wideOnly = [] }: TableProps) => {
	const classOf = (at: number, isCell = true) => {
		const isNumber = numbers === 'all' || numbers.includes(at);
		const classes = [
			...(isNumber ? [] : [isCell ? 'left wrap' : 'left']),
			...(wideOnly.includes(head[at] ?? '') ? ['wide-only'] : []),
		];
		return classes.length > 0 ? classes.join(' ') : undefined;
	};
	if (rows.length === 0) return <Empty>{empty}</Empty>;
	return (
		<div class="scroll" tabindex={0}>
			<table class="stack">
				<caption>{caption}</caption>
				<thead>
					<tr>
						{head.map((name, at) => (
							<th scope="col" class={classOf(at, false)}>
								{name || <span class="unseen">Act</span>}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr>
							{row.map((cell, at) => (
								<td class={classOf(at)} data-label={at > 0 && head[at] ? head[at] : undefined}>
									{cell}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
};

/** Hidden fields of a form. */
export const Hidden = ({ of }: { of: Readonly<Record<string, string | number | undefined>> }) => (
	<>
		{Object.entries(of).map(
			([name, value]) =>
				value !== undefined && <input type="hidden" name={name} value={String(value)} />,
		)}
	</>
);

interface ActProps {
	/** The path that it is posted to. */
	readonly to: string;
	readonly fields: Readonly<Record<string, string | number>>;
	/** For who does not see what stands beside it. */
	readonly label?: string;
	readonly children?: Child;
}

/** One button, and what it sends. */
export const Act = ({ to, fields, label, children }: ActProps) => (
	<form class="plain" method="post" action={to}>
		<Hidden of={fields} />
		<button type="submit" class="quiet small" aria-label={label}>
			{children}
		</button>
	</form>
);

/** A button for an act that cannot be undone: it opens the consequence and the button that does it. */
export const Confirm = ({
	to,
	fields,
	label,
	consequence,
	children,
}: ActProps & { readonly consequence: string }) => (
	<details class="plain">
		<summary>{children}</summary>
		<form class="plain" method="post" action={to}>
			<Hidden of={fields} />
			<p class="note">{consequence}</p>
			<button type="submit" class="danger small">
				{label ?? children}
			</button>
		</form>
	</details>
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
