// Questions that no template makes: joins within a result and across two, nested lists, maps by key,
// computed members, groups of groups, months of dates, text of many members.

import { exactSum } from './decimals';
import type { AskPayload, AskQuestion } from './payload';
import { Approximate } from './payload';
import { spellings } from './spellings';

type Row = Readonly<Record<string, unknown>>;
export type Special = Omit<AskQuestion, 'payload' | 'expected'> & {
	/** From the parsed texts of the payload and of the others, by name. */
	readonly answer: (own: never, others: never) => unknown;
};

const count = <Item>(items: readonly Item[], is: (item: Item) => boolean): number =>
	items.filter(is).length;

const countries: Special[] = [
	{
		kind: 'nested count',
		select: 'length([?length(borders) > `5`])',
		answer: (all: { borders: string[] }[]) => count(all, ({ borders }) => borders.length > 5),
	},
	{
		kind: 'nested names',
		select: "[?contains(borders, 'DEU')].name.common",
		answer: (all: { borders: string[]; name: { common: string } }[]) =>
			all.filter(({ borders }) => borders.includes('DEU')).map(({ name }) => name.common),
	},
	{
		kind: 'map by key',
		select: "[?cca2=='CH'].languages | [0]",
		answer: (all: { cca2: string; languages: object }[]) =>
			all.find(({ cca2 }) => cca2 === 'CH')?.languages,
	},
	{
		kind: 'members of a map',
		select: "[?cca2=='ZA'] | [0] | length(keys(languages))",
		answer: (all: { cca2: string; languages: object }[]) =>
			Object.keys(all.find(({ cca2 }) => cca2 === 'ZA')?.languages ?? {}).length,
	},
	{
		kind: 'flattened distinct',
		select: 'length(distinct([].tld[]))',
		answer: (all: { tld: string[] }[]) => new Set(all.flatMap(({ tld }) => tld)).size,
	},
	{
		kind: 'group then aggregate',
		select: 'sum_by(@, &region, &area)',
		answer: (all: { region: string; area: number }[]) =>
			Object.fromEntries(
				[...Map.groupBy(all, ({ region }) => region)].map(([region, of]) => [
					region,
					exactSum(of.map(({ area }) => area)),
				]),
			),
	},
	{
		kind: 'sorted project',
		select: "sort_by([?region=='Oceania'], &area)[-1].{name: name.common, area: area}",
		answer: (all: { region: string; area: number; name: { common: string } }[]) =>
			all
				.filter(({ region }) => region === 'Oceania')
				.sort((a, b) => b.area - a.area)
				.slice(0, 1)
				.map(({ name, area }) => ({ name: name.common, area }))[0],
	},
	{
		kind: 'not',
		select: 'length([?!independent])',
		answer: (all: { independent: boolean }[]) => count(all, ({ independent }) => !independent),
	},
];

const graph: Special[] = [
	{
		kind: 'join within',
		select: "inner_join(links, nodes, &source, &index)[?right.name=='Valjean'] | length(@)",
		answer: ({
			links,
			nodes,
		}: {
			links: { source: number }[];
			nodes: { index: number; name: string }[];
		}) =>
			count(links, ({ source }) => nodes.find(({ index }) => index === source)?.name === 'Valjean'),
	},
	{
		kind: 'join within',
		select: 'max_by(inner_join(links, nodes, &target, &index), &left.value).right.name',
		answer: ({
			links,
			nodes,
		}: {
			links: { target: number; value: number }[];
			nodes: { index: number; name: string }[];
		}) =>
			nodes.find(({ index }) => index === links.toSorted((a, b) => b.value - a.value)[0]?.target)
				?.name,
	},
	{
		kind: 'let',
		select:
			"let $id = (nodes[?name=='Javert'].index | [0]) in length(links[?source==$id || target==$id])",
		answer: ({
			links,
			nodes,
		}: {
			links: { source: number; target: number }[];
			nodes: { index: number; name: string }[];
		}) => {
			const id = nodes.find(({ name }) => name === 'Javert')?.index;
			return count(links, ({ source, target }) => source === id || target === id);
		},
	},
	{
		kind: 'two lists',
		select: '{nodes: length(nodes), links: length(links), weight: sum(links[].value)}',
		answer: ({ links, nodes }: { links: { value: number }[]; nodes: unknown[] }) => ({
			nodes: nodes.length,
			links: links.length,
			weight: links.reduce((sum, { value }) => sum + value, 0),
		}),
	},
];

const packages: Special[] = [
	{
		kind: 'map by key',
		select: 'packages."node_modules/hono".version',
		answer: ({ packages }: { packages: Record<string, Row> }) =>
			packages['node_modules/hono']?.version,
	},
	{
		kind: 'keys',
		select: "length(keys(packages)[?starts_with(@, 'node_modules/@types/')])",
		answer: ({ packages }: { packages: object }) =>
			count(Object.keys(packages), (key) => key.startsWith('node_modules/@types/')),
	},
	{
		kind: 'members of a map',
		select: 'length(keys(packages."".devDependencies))',
		answer: ({ packages }: { packages: Record<string, { devDependencies: object }> }) =>
			Object.keys(packages['']?.devDependencies ?? {}).length,
	},
	{
		kind: 'count of true',
		select: 'length(values(packages)[?dev])',
		answer: ({ packages }: { packages: Record<string, Row> }) =>
			count(Object.values(packages), ({ dev }) => dev === true),
	},
];

const emoji: Special[] = [
	{
		kind: 'nested lengths',
		select: '[].{group: name, count: length(emojis)}',
		answer: (all: { name: string; emojis: unknown[] }[]) =>
			all.map(({ name, emojis }) => ({ group: name, count: emojis.length })),
	},
	{
		kind: 'nested count',
		select: 'length([].emojis[?skin_tone_support][])',
		answer: (all: { emojis: Row[] }[]) =>
			count(
				all.flatMap(({ emojis }) => emojis),
				(row) => row.skin_tone_support === true,
			),
	},
	{
		kind: 'nested look-up',
		select: "[].emojis[?slug=='red_heart'][].emoji | [0]",
		answer: (all: { emojis: Row[] }[]) =>
			all.flatMap(({ emojis }) => emojis).find(({ slug }) => slug === 'red_heart')?.emoji,
	},
];

const mime: Special[] = [
	{
		kind: 'keys',
		select: "length(keys(@)[?starts_with(@, 'image/')])",
		answer: (all: object) => count(Object.keys(all), (key) => key.startsWith('image/')),
	},
	{
		kind: 'map by key',
		select: '"application/json".extensions',
		answer: (all: Record<string, Row>) => all['application/json']?.extensions,
	},
	{
		kind: 'keys of items',
		select: "items(@)[?contains([1].extensions || `[]`, 'svg')][] | [0]",
		answer: (all: Record<string, { extensions?: string[] }>) =>
			Object.entries(all).find(([, { extensions }]) => extensions?.includes('svg'))?.[0],
	},
];

const weather: Special[] = [
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

const across: Special[] = [
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

const acrossCountries: Special[] = [
	{
		kind: 'join across',
		others: { b: 'gapminder' },
		select:
			"inner_join(a[?region=='Oceania'], b[?year==`2005`], &name.common, &country)[].{name: right.country, pop: right.pop, area: left.area}",
		answer: (
			own: { region: string; area: number; name: { common: string } }[],
			{ b }: { b: Row[] },
		) =>
			own
				.filter(({ region }) => region === 'Oceania')
				.flatMap(({ name, area }) =>
					b
						.filter(({ country, year }) => country === name.common && year === 2005)
						.map(({ country, pop }) => ({ name: country, pop, area })),
				),
	},
	{
		kind: 'join across',
		others: { b: 'gapminder' },
		select: 'length(inner_join(b[?year==`2000`], a, &country, &name.common))',
		answer: (own: { name: { common: string } }[], { b }: { b: Row[] }) => {
			const names = new Set(own.map(({ name }) => name.common));
			return count(b, ({ country, year }) => year === 2000 && names.has(String(country)));
		},
	},
];

const all: Readonly<Record<string, readonly Special[]>> = {
	world_countries: [...countries, ...acrossCountries],
	miserables: graph,
	'installed-packages': packages,
	'emoji-groups': emoji,
	'mime-types': mime,
	'weather-days': [],
	'weather-csv': weather,
	airports: across,
};

export function specialQuestions(
	{ name }: AskPayload,
	parsed: (name: string) => unknown,
): AskQuestion[] {
	return [...(all[name] ?? []), ...(spellings[name] ?? [])].map(({ answer, ...question }) => {
		const others = Object.fromEntries(
			Object.entries(question.others ?? {}).map(([as, of]) => [as, parsed(of)]),
		);
		return { ...question, payload: name, expected: answer(parsed(name) as never, others as never) };
	});
}
