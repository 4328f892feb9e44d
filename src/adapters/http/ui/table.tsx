// Shared components of pages, each made from data: a table with its search and pages, a form, one button.
import type { Child } from 'hono/jsx';
import { Empty } from './shell';

/** A column: its name, its cell, and whether it holds numbers, or is left out on a phone (`wide`). */
export type Column<Row> = readonly [
	name: string,
	cell: (row: Row) => Child,
	kind?: 'number' | 'wide' | 'wide number',
];

interface TableProps<Row> {
	readonly caption: Child;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	/** Stands where there are no rows. */
	readonly empty?: Child;
}

/** Rows under a head; on a narrow screen a card each. */
export const Table = <Row,>({ caption, columns, rows, empty }: TableProps<Row>) => {
	if (rows.length === 0) return <Empty>{empty}</Empty>;
	const classOf = (kind = '', isCell = true) =>
		[
			...(kind.includes('number') ? [] : [isCell ? 'left wrap' : 'left']),
			...(kind.includes('wide') ? ['wide-only'] : []),
		].join(' ') || undefined;
	return (
		<div class="scroll" tabindex={0}>
			<table class="stack">
				<caption>{caption}</caption>
				<thead>
					<tr>
						{columns.map(([name, , kind]) => (
							<th scope="col" class={classOf(kind, false)}>
								{name || <span class="unseen">Act</span>}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr>
							{columns.map(([name, cell, kind], at) => (
								<td class={classOf(kind)} data-label={at > 0 && name ? name : undefined}>
									{cell(row)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
};

type Query = Readonly<Record<string, string | number | undefined>>;

/** Returns a path with those parameters that have a value. */
export const withQuery = (path: string, query: Query): string => {
	const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
	return given.length === 0 ? path : `${path}?${new URLSearchParams(given as [string, string][])}`;
};

/** Reads how many rows of a list stand before the page that an address asks for. */
export const offsetIn = (text: string | undefined): number =>
	Math.max(0, Math.floor(Number(text)) || 0);

/** Links to the page of a list before this one and after it. */
export const Pages = ({
	path,
	query = {},
	offset,
	limit,
	isMore,
}: {
	path: string;
	/** Other parameters of the address. */
	query?: Query;
	offset: number;
	limit: number;
	isMore: boolean;
}) => {
	const to = (at: number) => withQuery(path, { ...query, offset: at || undefined });
	if (offset === 0 && !isMore) return null;
	return (
		<p class="pages">
			{offset > 0 && <a href={to(Math.max(0, offset - limit))}>Before</a>}
			{isMore && <a href={to(offset + limit)}>After</a>}
		</p>
	);
};

/** A search of a page: the words stand in its address. */
export const Find = ({
	path,
	value,
	name = 'q',
	label = 'Find',
	keep = {},
	children,
}: {
	path: string;
	value: string;
	name?: string;
	label?: string;
	/** Parameters that stay. */
	keep?: Query;
	children?: Child;
}) => (
	<search>
		<form class="plain row" method="get" action={path}>
			<Hidden of={keep} />
			<label for={name}>{label}</label>
			<input id={name} name={name} type="search" value={value} maxlength={200} />
			{children}
			<button type="submit" class="quiet small">
				Find
			</button>
		</form>
	</search>
);

/** Hidden fields of a form. */
export const Hidden = ({ of }: { of: Query }) => (
	<>
		{Object.entries(of).map(
			([name, value]) =>
				value !== undefined && <input type="hidden" name={name} value={String(value)} />,
		)}
	</>
);

/** A field of a form; any other attribute is its input's. */
export interface FieldProps {
	readonly name: string;
	readonly label: Child;
	/** Unless given, the name. */
	readonly id?: string;
	/** `select`, `radio` and `checks` have options, `check` is one box, `area` a long text. */
	readonly type?: string;
	readonly value?: string | number | readonly string[] | undefined;
	readonly options?: readonly (readonly [value: string, title: Child])[];
	readonly note?: Child;
	/** Its label is for who does not see what stands beside it. */
	readonly isBare?: boolean;
	/** Values of the choice `way` with which it is asked for, with blanks between; absent: all. */
	readonly when?: string;
	readonly [attribute: string]: unknown;
}

/** A field with its label and note. */
export const Field = ({
	name,
	label,
	id = name,
	type = 'text',
	value,
	options = [],
	note,
	isBare,
	when,
	...rest
}: FieldProps) => {
	const own = {
		id,
		name,
		...rest,
		...(note !== undefined && { 'aria-describedby': `${id}-note` }),
	};
	const isOn = (one: string) => (Array.isArray(value) ? value.includes(one) : value === one);
	const said = note !== undefined && (
		<p id={`${id}-note`} class="note">
			{note}
		</p>
	);
	if (type === 'check')
		return (
			<div class="field">
				<label class="check">
					<input type="checkbox" {...own} value="1" checked={value === '1'} />
					<span>{label}</span>
				</label>
				{said}
			</div>
		);
	if (type === 'radio' || type === 'checks')
		return (
			<fieldset class={type === 'checks' ? 'choices' : undefined}>
				<legend>{label}</legend>
				{options.map(([one, title]) => (
					<label class="check">
						<input
							type={type === 'radio' ? 'radio' : 'checkbox'}
							name={name}
							value={one}
							checked={isOn(one)}
						/>
						<span>{title}</span>
					</label>
				))}
				{said}
			</fieldset>
		);
	return (
		<div class="field" data-when={when}>
			<label for={id} class={isBare ? 'unseen' : undefined}>
				{label}
			</label>
			{type === 'select' ? (
				<select {...own}>
					{options.map(([one, title]) => (
						<option value={one} selected={isOn(one)}>
							{title}
						</option>
					))}
				</select>
			) : type === 'area' ? (
				<textarea class="short" {...own}>
					{value}
				</textarea>
			) : (
				<input type={type} value={value} {...own} />
			)}
			{said}
		</div>
	);
};

/** A form: hidden values, fields, and the button that sends them. */
export const Form = ({
	to,
	hidden,
	fields,
	submit,
	of,
	title,
	isDanger,
	children,
	...rest
}: {
	to: string;
	hidden: Query;
	fields: readonly FieldProps[];
	submit: Child;
	/** Begins the ids of its fields, where a page has several forms. */
	of?: string;
	title?: string;
	/** It cannot be undone. */
	isDanger?: boolean;
	children?: Child;
	class?: string;
}) => (
	<form method="post" action={to} {...rest}>
		{title !== undefined && <h2>{title}</h2>}
		<Hidden of={hidden} />
		{children}
		{fields.map((field) => (
			<Field {...(of !== undefined && { id: `${of}-${field.name}` })} {...field} />
		))}
		<div class="row">
			<button type="submit" class={isDanger ? 'danger' : undefined}>
				{submit}
			</button>
		</div>
	</form>
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

/** A value as a cell shows it; – for none. */
export const shown = (value: unknown): string =>
	value === undefined || value === null
		? '–'
		: typeof value === 'string'
			? value
			: JSON.stringify(value);
