// Measurements with time and place: months, averages of groups, places that are texts taken apart, two
// tables joined.
import { count } from '../answers';
import { exactSum } from '../decimals';
import { Approximate } from '../payload';
import type { Row, Special } from './question';

interface Quake {
	readonly id: string;
	readonly properties: {
		readonly mag: number;
		readonly place: string;
		readonly time: number;
		readonly type: string;
		readonly felt: number | null;
	};
	readonly geometry: { readonly coordinates: readonly number[] };
}

export const weather: readonly Special[] = [
	{
		kind: 'two conditions',
		select: "length([?weather=='rain' && wind > `5`])",
		answer: (all: Row[]) =>
			count(all, ({ weather, wind }) => weather === 'rain' && (wind as number) > 5),
	},
	{
		kind: 'month',
		select: "max([?starts_with(date, '2013-07')].temp_max)",
		answer: (all: Row[]) =>
			Math.max(
				...all
					.filter(({ date }) => String(date).startsWith('2013-07'))
					.map(({ temp_max }) => temp_max as number),
			),
	},
	{
		kind: 'average of some',
		select: "avg([?weather=='snow'].temp_min)",
		answer: (all: Row[]) => {
			const cold = all
				.filter(({ weather }) => weather === 'snow')
				.map(({ temp_min }) => temp_min as number);
			return new Approximate(exactSum(cold) / cold.length);
		},
	},
	{
		kind: 'average by group',
		select: "avg_by([?starts_with(date, '2012-01')], &weather, &wind)",
		answer: (all: Row[]) =>
			Object.fromEntries(
				[
					...Map.groupBy(
						all.filter(({ date }) => String(date).startsWith('2012-01')),
						({ weather }) => String(weather),
					),
				].map(([key, of]) => [
					key,
					new Approximate(exactSum(of.map(({ wind }) => wind as number)) / of.length),
				]),
			),
	},
];

export const quakes: readonly Special[] = [
	{
		kind: 'dotted',
		select: 'length(features[?properties.mag >= `4.5`])',
		answer: ({ features }: { features: Quake[] }) =>
			features.filter(({ properties }) => properties.mag >= 4.5).length,
	},
	{
		kind: 'index',
		select: 'max(features[].geometry.coordinates[2])',
		answer: ({ features }: { features: Quake[] }) =>
			Math.max(...features.map(({ geometry }) => geometry.coordinates[2] ?? 0)),
	},
	{
		kind: 'sorted project',
		select: 'sort_by(features, &properties.time)[0].properties.place',
		answer: ({ features }: { features: Quake[] }) =>
			features.toSorted((a, b) => a.properties.time - b.properties.time)[0]?.properties.place,
	},
	{
		kind: 'split text',
		select: "features[?ends_with(properties.place, ', Alaska')] | length(@)",
		answer: ({ features }: { features: Quake[] }) =>
			features.filter(({ properties }) => properties.place.endsWith(', Alaska')).length,
	},
	{
		kind: 'sums of many',
		select:
			'{count: metadata.count, shown: length(features), felt: sum(features[].properties.felt)}',
		answer: ({ metadata, features }: { metadata: { count: number }; features: Quake[] }) => ({
			count: metadata.count,
			shown: features.length,
			felt: features.reduce((sum, { properties }) => sum + (properties.felt ?? 0), 0),
		}),
	},
	{
		kind: 'slice',
		select: 'features[-2:].id',
		answer: ({ features }: { features: Quake[] }) => features.slice(-2).map(({ id }) => id),
	},
	{
		kind: 'types',
		select: 'distinct(features[].properties.type)',
		answer: ({ features }: { features: Quake[] }) => [
			...new Set(features.map(({ properties }) => properties.type)),
		],
	},
];

export const airports: readonly Special[] = [
	{
		kind: 'join across',
		others: { b: 'zip-codes' },
		select: 'length(inner_join(a, distinct(b.results[].state), &state, &@))',
		answer: (own: Row[], { b }: { b: { results: Row[] } }) => {
			const states = new Set(b.results.map(({ state }) => state));
			return count(own, ({ state }) => states.has(state));
		},
	},
	{
		kind: 'join across',
		others: { b: 'zip-codes' },
		select: 'length(inner_join(a, b.results, &city, &city))',
		answer: (own: Row[], { b }: { b: { results: Row[] } }) =>
			own.reduce((sum, { city }) => sum + count(b.results, (row) => row.city === city), 0),
	},
];
