// Questions about any list, by what its fields are: counts, filters, look-ups, sums, averages, groups,
// largest and smallest, distinct values, dates, words, sorted beginnings. Each kind is written twice:
// as an expression and as plain JavaScript; a seed chooses fields and values.

import { literal } from '../needle/readers/jmespath';
import { type Made, made } from '../payloads/made';
import { byCodePoints, count, extreme, groups, numbersIn } from './answers';
import { exactSum } from './decimals';
import { type Field, type Fields, fieldsOf, fieldValue } from './fields';
import { Approximate, type AskPayload, type AskQuestion } from './payload';

type Asked = Omit<AskQuestion, 'payload' | 'kind'>;
type Template = (
	m: Made,
	all: Fields,
	list: string,
	items: readonly unknown[],
) => Asked | undefined;

const pickOf = (m: Made, fields: readonly Field[]): Field | undefined =>
	fields.length === 0 ? undefined : m.pick(fields);

/** The list as something follows it: the whole document is not named, what was flattened is piped on. */
const after = (list: string): string =>
	list === '@' ? '' : list.endsWith('[]') ? `${list} | ` : list;
const where = (list: string, condition: string): string => `${after(list)}[?${condition}]`;
const each = (list: string, field: Field): string => `${after(list)}[].${field.spelled}`;

/** Asks for the number of items that meet a condition, said as an expression and as JavaScript. */
const counted = (
	list: string,
	items: readonly unknown[],
	condition: string,
	isMet: (item: unknown) => boolean,
): Asked => ({
	select: `length(${where(list, condition)})`,
	expected: count(items, isMet),
});

/** The id of the item at an end of an order. */
const extremeBy =
	(by: 'max_by' | 'min_by', sign: 1 | -1): Template =>
	(m, { numbers, ids }, list, items) => {
		const [number, id] = [pickOf(m, numbers), pickOf(m, ids)];
		const item = number && extreme(items, number, sign);
		if (!number || !id || id === number || item === undefined) return undefined;
		return {
			select: `${by}(${list}, &${number.spelled}).${id.spelled}`,
			expected: fieldValue(item, id),
		};
	};

const templates: Readonly<Record<string, Template>> = {
	'count of a value': (m, { groups: fields }, list, items) => {
		const field = pickOf(m, fields);
		if (!field) return undefined;
		const is = fieldValue(m.pick(items), field);
		return counted(
			list,
			items,
			`${field.spelled}==${literal(is)}`,
			(item) => fieldValue(item, field) === is,
		);
	},
	'count above a number': (m, { numbers, sparse }, list, items) => {
		const field = pickOf(m, [...numbers, ...sparse]);
		if (!field) return undefined;
		const than = m.pick(numbersIn(items, field));
		return {
			select: `length(${where(list, `${field.spelled} > ${literal(than)}`)})`,
			expected: numbersIn(items, field).filter((value) => value > than).length,
		};
	},
	'count of two conditions': (m, { groups: fields, numbers }, list, items) => {
		const [group, number] = [pickOf(m, fields), pickOf(m, numbers)];
		if (!group || !number) return undefined;
		const is = fieldValue(m.pick(items), group);
		const than = m.pick(numbersIn(items, number));
		return counted(
			list,
			items,
			`${group.spelled}==${literal(is)} && ${number.spelled} <= ${literal(than)}`,
			(item) => fieldValue(item, group) === is && (fieldValue(item, number) as number) <= than,
		);
	},
	'count of true': (m, { flags }, list, items) => {
		const field = pickOf(m, flags);
		return field && counted(list, items, field.spelled, (item) => fieldValue(item, field) === true);
	},
	'look-up': (m, { ids, numbers, texts, dates, groups: fields }, list, items) => {
		const [id, tell] = [pickOf(m, ids), pickOf(m, [...numbers, ...texts, ...dates, ...fields])];
		if (!id || !tell || id === tell) return undefined;
		const item = m.pick(items);
		if (String(fieldValue(item, tell)).length > 300) return undefined;
		return {
			select: `${where(list, `${id.spelled}==${literal(fieldValue(item, id))}`)}.${tell.spelled} | [0]`,
			expected: fieldValue(item, tell),
		};
	},
	'filter and project': (m, { ids, numbers }, list, items) => {
		const [id, number] = [pickOf(m, ids), pickOf(m, numbers)];
		if (!id || !number || id === number) return undefined;
		const than = numbersIn(items, number).sort((a, b) => b - a)[m.int(2, 6)];
		const met = items.filter((item) => (fieldValue(item, number) as number) > (than ?? 0));
		if (met.length > 10) return undefined;
		return {
			select: `${where(list, `${number.spelled} > ${literal(than)}`)}.{id: ${id.spelled}, value: ${number.spelled}}`,
			expected: met.map((item) => ({ id: fieldValue(item, id), value: fieldValue(item, number) })),
		};
	},
	sum: (m, { numbers, sparse }, list, items) => {
		const field = pickOf(m, [...numbers, ...sparse]);
		return (
			field && { select: `sum(${each(list, field)})`, expected: exactSum(numbersIn(items, field)) }
		);
	},
	'sum of some': (m, { numbers, groups: fields }, list, items) => {
		const [group, number] = [pickOf(m, fields), pickOf(m, numbers)];
		if (!group || !number) return undefined;
		const is = fieldValue(m.pick(items), group);
		const met = items.filter((item) => fieldValue(item, group) === is);
		return {
			select: `sum(${where(list, `${group.spelled}==${literal(is)}`)}.${number.spelled})`,
			expected: exactSum(numbersIn(met, number)),
		};
	},
	average: (m, { numbers, sparse }, list, items) => {
		const field = pickOf(m, [...numbers, ...sparse]);
		const values = field ? numbersIn(items, field) : [];
		return (
			field && {
				select: `avg(${each(list, field)})`,
				expected: new Approximate(exactSum(values) / values.length),
			}
		);
	},
	largest: extremeBy('max_by', 1),
	smallest: extremeBy('min_by', -1),
	'largest value': (m, { numbers, sparse }, list, items) => {
		const field = pickOf(m, [...sparse, ...numbers]);
		return (
			field && {
				select: `max(${each(list, field)})`,
				expected: numbersIn(items, field).reduce((a, b) => Math.max(a, b)),
			}
		);
	},
	'count by group': (m, { groups: fields }, list, items) => {
		const field = pickOf(m, fields);
		return (
			field && {
				select: `count_by(${list}, &${field.spelled})`,
				expected: Object.fromEntries(
					[...groups(items, field)].map(([key, of]) => [key, of.length]),
				),
			}
		);
	},
	'sum by group': (m, { groups: fields, numbers }, list, items) => {
		const [group, number] = [pickOf(m, fields), pickOf(m, numbers)];
		if (!group || !number) return undefined;
		return {
			select: `sum_by(${list}, &${group.spelled}, &${number.spelled})`,
			expected: Object.fromEntries(
				[...groups(items, group)].map(([key, of]) => [key, exactSum(numbersIn(of, number))]),
			),
		};
	},
	'distinct values': (m, { groups: fields }, list, items) => {
		const field = pickOf(m, fields);
		return (
			field && {
				select: `sort(distinct(${each(list, field)}))`,
				expected: [...groups(items, field).keys()].sort(byCodePoints),
			}
		);
	},
	'number of groups': (m, { groups: fields }, list, items) => {
		const field = pickOf(m, fields);
		return (
			field && {
				select: `length(keys(group_by(${list}, &${field.spelled})))`,
				expected: groups(items, field).size,
			}
		);
	},
	'first three in order': (m, { numbers, ids }, list, items) => {
		const [number, id] = [pickOf(m, numbers), pickOf(m, ids)];
		if (!number || !id || id === number) return undefined;
		const sorted = items.toSorted(
			(a, b) => (fieldValue(b, number) as number) - (fieldValue(a, number) as number),
		);
		const sizes = sorted.slice(0, 4).map((item) => fieldValue(item, number));
		if (new Set(sizes).size < 4) return undefined;
		return {
			select: `reverse(sort_by(${list}, &${number.spelled}))[:3].${id.spelled}`,
			expected: sorted.slice(0, 3).map((item) => fieldValue(item, id)),
		};
	},
	'between dates': (m, { dates }, list, items) => {
		const field = pickOf(m, dates);
		if (!field) return undefined;
		const [from = '', to = ''] = [
			fieldValue(m.pick(items), field),
			fieldValue(m.pick(items), field),
		]
			.map((date) => String(date).slice(0, 10))
			.sort();
		const between = `${field.spelled} >= '${from}' && ${field.spelled} < '${to}'`;
		return counted(list, items, between, (item) => {
			const date = String(fieldValue(item, field));
			return date >= from && date < to;
		});
	},
	'latest date': (m, { dates }, list, items) => {
		const field = pickOf(m, dates);
		return (
			field && {
				select: `max(${each(list, field)})`,
				expected: items
					.map((item) => String(fieldValue(item, field)))
					.sort()
					.at(-1),
			}
		);
	},
	'words in a text': (m, { texts }, list, items) => {
		const field = pickOf(m, texts);
		const word =
			field &&
			String(fieldValue(m.pick(items), field))
				.match(/[A-Za-z]{4,}/g)
				?.at(-1);
		if (!field || word === undefined) return undefined;
		return counted(list, items, `contains(${field.spelled}, '${word}')`, (item) =>
			String(fieldValue(item, field)).includes(word),
		);
	},
	'beginning of a text': (m, { texts, ids }, list, items) => {
		const field = pickOf(m, [...texts, ...ids]);
		const from = field && fieldValue(m.pick(items), field);
		if (!field || typeof from !== 'string' || !/^[A-Za-z0-9]{3}/.test(from)) return undefined;
		const start = from.slice(0, 3);
		return counted(list, items, `starts_with(${field.spelled}, '${start}')`, (item) =>
			String(fieldValue(item, field)).startsWith(start),
		);
	},
	'without a value': (m, { sparse }, list, items) => {
		const field = pickOf(m, sparse);
		return (
			field &&
			counted(
				list,
				items,
				`${field.spelled} == \`null\``,
				(item) => (fieldValue(item, field) ?? null) === null,
			)
		);
	},
};

/** `most` questions of as many kinds as the fields allow. */
export function questionsOf({ name, list, items }: AskPayload, most: number): AskQuestion[] {
	const m = made(`ask ${name}`);
	const fields = fieldsOf(items);
	const found = new Map<string, AskQuestion>();
	const kinds = Object.keys(templates);
	const from = m.int(0, kinds.length - 1);
	// Every payload begins with another kind, so that all are asked alike.
	for (let at = 0; found.size < most && at < kinds.length * 4; at++) {
		const kind = kinds[(from + at * 7) % kinds.length] ?? '';
		const made = templates[kind]?.(m, fields, list, items);
		if (made && made.expected !== undefined)
			found.set(made.select, { payload: name, kind, ...made });
	}
	return [...found.values()];
}
