// Shared components of pages, made from data: a table, its search and its pages; and names of people: the API knows principals
// by id; members and service tokens have a name.
import type { Child } from 'hono/jsx';
import { peopleNames } from '../../../contract';
import type { Api } from './api';
import { Confirm, Hidden, type Query } from './form';
import { Empty, number, Time } from './shell';

/** A cell that stands on the right, as numbers do. */
export const right = (shown: Child) => ({
	right: typeof shown === 'number' ? number(shown) : shown,
});

/** Columns by their heads: a member of each row, or what is made of it. */
export type Columns<Row> = Readonly<
	Record<string, (keyof Row & string) | ((row: Row) => Child | ReturnType<typeof right>)>
>;

interface TableProps<Row> {
	readonly caption: Child;
	readonly columns: Columns<Row>;
	readonly rows: readonly Row[];
	readonly empty?: Child;
	/** Of which list these rows are a page. */
	readonly pages?: PageOf;
}

/** A page of a list: the address and parameters that its other pages keep, the rows before it, on it and in all. */
export interface PageOf {
	readonly path: string;
	readonly query?: Query;
	readonly offset: number;
	readonly limit: number;
	readonly total: number;
}

/** Rows under a head, on a narrow screen a card each, and the way to the pages before and after. */
export const Table = <Row,>({ caption, columns, rows, empty, pages }: TableProps<Row>) => {
	const names = Object.keys(columns);
	const all = rows.map((row) => Object.values(columns).map((column) => cellOf(row, column)));
	const isRight = names.map((_, at) => all.some((cells) => cells[at]?.isRight));
	return (
		<>
			{rows.length === 0 ? (
				<Empty>
					{pages && pages.offset > 0 && pages.total > 0 ? (
						<>
							The list ends before row {number(pages.offset + 1)}: it has {number(pages.total)}.{' '}
							<a href={withQuery(pages.path, { ...pages.query })}>From the beginning</a>
						</>
					) : (
						empty
					)}
				</Empty>
			) : (
				<div class="scroll" tabindex={0}>
					<table class="stack">
						<caption>{caption}</caption>
						<thead>
							<tr>
								{names.map((name, at) => (
									<th scope="col" class={isRight[at] ? undefined : 'left'}>
										{name || <span class="unseen">Act</span>}
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{all.map((cells) => (
								<tr>
									{cells.map(({ shown }, at) => (
										<td
											class={isRight[at] ? undefined : 'left wrap'}
											data-label={(at > 0 && names[at]) || undefined}
										>
											{shown}
										</td>
									))}
								</tr>
							))}
						</tbody>
					</table>
				</div>
			)}
			{pages && rows.length > 0 && <Pages {...pages} />}
		</>
	);
};

/** Returns a cell, and whether it stands on the right: a number does; a member that is a time is told as one. */
function cellOf<Row>(row: Row, column: Columns<Row>[string]) {
	const cell: unknown = typeof column === 'function' ? column(row) : row[column];
	if (typeof column === 'string' && /(?:^a|A)t$|^time$/.test(column))
		return { shown: <Time at={cell as string} />, isRight: false };
	const given = typeof cell === 'number' ? right(cell) : cell;
	const isRight = typeof given === 'object' && given !== null && 'right' in given;
	return { shown: (isRight ? given.right : given) as Child, isRight };
}

/** A column of an act that asks first, named after its row. @param field what the id of a row is sent as */
export const asking = <Row extends { readonly id: string; readonly name: string }>(
	verb: string,
	to: string,
	consequence: string,
	field = 'id',
): Columns<Row> => ({
	'': ({ id, name }) => (
		<Confirm {...{ to, consequence, fields: { [field]: id }, label: `${verb} ${name}` }}>
			{verb}
		</Confirm>
	),
});

/** Returns a path with those parameters that have a value. */
export const withQuery = (path: string, query: Query): string => {
	const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
	return given.length === 0 ? path : `${path}?${new URLSearchParams(given as [string, string][])}`;
};

/** Reads how many rows of a list stand before the page that an address asks for. */
export const offsetIn = (text: string | undefined) => Math.max(0, Math.floor(Number(text)) || 0);

/** The place of a page in its list, and links to the pages before and after it; nothing for a list of one page. */
const Pages = ({ path, query = {}, offset, limit, total }: PageOf) => {
	const to = (at: number) => withQuery(path, { ...query, offset: at || undefined });
	if (offset === 0 && total <= limit) return null;
	return (
		<nav class="pages" aria-label="Pages">
			{offset > 0 && (
				<a href={to(Math.max(0, offset - limit))} rel="prev">
					← Before
				</a>
			)}
			<span class="soft">
				{number(Math.min(offset + 1, total))} to {number(Math.min(offset + limit, total))} of{' '}
				{number(total)}
			</span>
			{offset + limit < total && (
				<a href={to(offset + limit)} rel="next">
					After →
				</a>
			)}
		</nav>
	);
};

/** A search of a page: the words stand in its address; any other attribute is its input's. */
export const Find = ({
	path,
	value,
	name = 'q',
	label = 'Find',
	keep = {},
	children,
	...rest
}: {
	path: string;
	value: string;
	name?: string;
	label?: string;
	keep?: Query;
	children?: Child;
	readonly [attribute: string]: unknown;
}) => (
	<search>
		<form class="plain row" method="get" action={path}>
			<Hidden of={keep} />
			<label for={name}>{label}</label>
			<input id={name} name={name} type="search" value={value} maxlength={200} {...rest} />
			{children}
			<button type="submit" class="quiet small">
				Find
			</button>
		</form>
	</search>
);

/** The order of a list, chosen within its search. */
export const Order = ({ of, value }: { of: Readonly<Record<string, string>>; value: string }) => (
	<select name="by" aria-label="Order">
		{Object.entries(of).map(([key, text]) => (
			<option value={key} selected={key === value}>
				{text}
			</option>
		))}
	</select>
);

/** A value as a cell shows it; – for none. */
export const shown = (value: unknown): string =>
	value === undefined || value === null
		? '–'
		: typeof value === 'string'
			? value
			: JSON.stringify(value);

/** Display names by principal id. */
export type Names = ReadonlyMap<string, string>;

/** Stands for somebody whose name the reader may not see. */
export const OTHER = 'somebody else';

/** Reads the names that the reader may see. */
export const namesOf = (api: Api): Promise<Names> =>
	peopleNames(async (key) => (await api.send(key)).body ?? undefined);

/** Finds principals by id, by name, else by a part of it in any case; several where they share it. */
export const idsOf = (names: Names, asked: string): readonly string[] => {
	if (names.has(asked)) return [asked];
	const having = (is: (name: string) => boolean) =>
		[...names].flatMap(([id, name]) => (is(name) ? [id] : []));
	const exactly = having((name) => name === asked);
	return exactly.length > 0
		? exactly
		: having((name) => name.toLowerCase().includes(asked.toLowerCase()));
};

/** Characters of an id that stand beside a name: enough to tell two people of one name apart. */
const BESIDE = 8;

/** A person by name with the beginning of the id beside; the whole of it in the title. */
export const Person = ({ id, names }: { id: string; names: Names }) => {
	const name = names.get(id) ?? id;
	return (
		<span title={id}>
			{name}
			{name !== id && <small class="soft"> {id.slice(0, BESIDE)}</small>}
		</span>
	);
};
