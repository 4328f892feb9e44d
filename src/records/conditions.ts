// The conditions and the order of a search as SQL over the JSON texts of records. Everything a
// caller named goes in as a binding.
import type { SqlValue } from '../shared/sql';
import { queryTerms } from '../shared/terms';
import type { Field } from './record';
import type { Search } from './search';

type Condition = Search['where'][number];
type Scalar = Extract<Condition, { readonly test: 'in' }>['values'][number];

/** A piece of SQL and what its question marks stand for, in order. */
export interface Clause {
	readonly sql: string;
	readonly bindings: readonly SqlValue[];
}

const NEVER: Clause = { sql: '0', bindings: [] };

/** Of rows `r` with texts `t`: which a search finds. */
export function conditionsOf(search: Search, fields: readonly Field[]): Clause {
	const clauses = search.where.map((condition) =>
		conditionOf(condition, pathsOf(condition.field, fields)),
	);
	if (search.query !== '') clauses.push(wordsClause(search.query));
	return {
		sql: clauses.map(({ sql }) => ` AND ${sql}`).join(''),
		bindings: clauses.flatMap(({ bindings }) => bindings),
	};
}

/** Records without the field come last, in both directions. */
export function orderOf(search: Search, fields: readonly Field[]): Clause {
	const keys = search.sort.map(({ field, descending }): Clause => {
		const direction = descending ? 'DESC' : 'ASC';
		if (field === 'id') return { sql: `${ID_VALUE} ${direction}, `, bindings: [] };
		const paths = pathsOf(field, fields);
		const each = paths.map(() => 'json_extract(t.json, ?)');
		const value = each.length === 1 ? each[0] : `coalesce(${each.join(', ')})`;
		return {
			sql: `${value} IS NULL, ${value} ${direction}, `,
			bindings: [...paths, ...paths],
		};
	});
	return {
		sql: `${keys.map(({ sql }) => sql).join('')}r.created_at DESC, r.seq`,
		bindings: keys.flatMap(({ bindings }) => bindings),
	};
}

/**
 * Digits, or a number as JSON writes it; of exponents only those with a sign, which a number's own text
 * has (1e+21), for a hash may read 12e4567.
 */
const NUMERAL = /^(?:\d+|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]\d+)?)$/;

/** The same of a text in SQL. */
const isNumeral = (text: string): string =>
	`(${text} NOT GLOB '*[^-+.0-9eE]*' AND ${text} NOT GLOB '*[eE][0-9]*' AND (json_valid(${text}) OR ${text} NOT GLOB '*[^0-9]*'))`;

/** Numbers come before texts, however they are spelled. */
const ID_VALUE = `CASE WHEN ${isNumeral('r.id')} THEN CAST(r.id AS NUMERIC) ELSE r.id END`;

const pathsOf = (name: string, fields: readonly Field[]): readonly string[] => {
	const field = fields.find((each) => each.name === name);
	return (field?.ways ?? [[name]]).map((keys) => `$${keys.map((key) => `."${key}"`).join('')}`);
};

const joined = (clauses: readonly Clause[], word: 'AND' | 'OR'): Clause => {
	const [only] = clauses;
	if (clauses.length === 1 && only) return only;
	return {
		sql: `(${clauses.map(({ sql }) => sql).join(` ${word} `)})`,
		bindings: clauses.flatMap(({ bindings }) => bindings),
	};
};

/** A record must have every word. */
function wordsClause(query: string): Clause {
	const terms = queryTerms(query);
	if (terms.length === 0) return NEVER;
	return {
		sql: 'r.n IN (SELECT rowid FROM record_words WHERE record_words MATCH ?)',
		bindings: [terms.map((term) => `"${term}"`).join(' AND ')],
	};
}

function conditionOf(condition: Condition, paths: readonly string[]): Clause {
	if (condition.test === 'in') {
		const { values, field } = condition;
		const among = field === 'id' ? idClause(values) : amongClause(values, paths);
		return condition.not ? { ...among, sql: `NOT ${among.sql}` } : among;
	}
	const test = condition.field === 'id' ? idOrder(condition) : valueOrder(condition);
	return joined(
		paths.map((path) => someValue(path, test)),
		'OR',
	);
}

type Order = Extract<Condition, { readonly value: unknown }>;

const valueOrder = ({ test, value }: Order): Clause => ({
	sql: `e.type IN (${typeof value === 'number' ? "'integer', 'real'" : "'text'"}) AND e.atom ${test} ?`,
	bindings: [value],
});

/** As 72 and "72" are one id, both have their place among numbers; other texts have it among texts. */
function idOrder(order: Order): Clause {
	const { test, value } = order;
	if (typeof value === 'string' && !NUMERAL.test(value)) return valueOrder(order);
	const other = valueOrder(order);
	return {
		sql: `CASE WHEN ${isNumeral('r.id')} THEN CAST(r.id AS NUMERIC) ${test} CAST(? AS NUMERIC) ELSE ${other.sql} END`,
		bindings: [String(value), ...other.bindings],
	};
}

/** 72 and "72" are one id, however the record spells it. */
const idClause = (values: readonly Scalar[]): Clause => ({
	sql: '(r.id IN (SELECT value FROM json_each(?)))',
	bindings: [
		JSON.stringify(
			values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String),
		),
	],
});

/** One of the values; for a list in the record, one of its items is. */
function amongClause(values: readonly Scalar[], paths: readonly string[]): Clause {
	const alternatives: Clause[] = [];
	if (values.includes(null))
		alternatives.push({
			sql: `coalesce(${paths.map(() => "nullif(json_type(t.json, ?), 'null')").join(', ')}, 'null') = 'null'`,
			bindings: paths,
		});
	const anywhere = (test: Clause) =>
		void alternatives.push(...paths.map((path) => someValue(path, test)));
	const among = (types: string, wanted: readonly Scalar[]) => {
		if (wanted.length === 0) return;
		const test = {
			sql: `e.type IN (${types}) AND e.atom IN (SELECT value FROM json_each(?))`,
			bindings: [JSON.stringify(wanted)],
		};
		anywhere(test);
	};
	among(
		"'text'",
		values.filter((value) => typeof value === 'string'),
	);
	among(
		"'integer', 'real'",
		values.filter((value) => typeof value === 'number'),
	);
	// The atoms of true and false are 1 and 0.
	for (const value of values)
		if (typeof value === 'boolean') anywhere({ sql: 'e.type = ?', bindings: [String(value)] });
	if (alternatives.length === 0) return NEVER;
	return {
		sql: `(${alternatives.map(({ sql }) => sql).join(' OR ')})`,
		bindings: alternatives.flatMap(({ bindings }) => bindings),
	};
}

/** The value at a path, or an item of the list there, passes a test; members of an object do not count. */
const someValue = (path: string, { sql, bindings }: Clause): Clause => ({
	sql: `(json_type(t.json, ?) <> 'object' AND EXISTS (SELECT 1 FROM json_each(t.json, ?) e WHERE ${sql}))`,
	bindings: [path, path, ...bindings],
});
