// Two lists in one result that are joined, lists of lists, maps by key.
import { count } from '../answers';
import type { Row, Special } from './question';

export const graph: readonly Special[] = [
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

export const packages: readonly Special[] = [
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

export const emoji: readonly Special[] = [
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

export const mime: readonly Special[] = [
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
