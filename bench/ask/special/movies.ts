// Movies: pipes, wildcards, multiselects, nested functions, bare numbers and double quotes, fields whose names have
// spaces and items that lack a value.
import { byCodePoints } from '../answers';
import { exactSum } from '../decimals';
import type { Special } from './question';

interface Movie {
	readonly Title: string | null;
	readonly 'IMDB Rating': number | null;
	readonly 'IMDB Votes': number | null;
	readonly 'Production Budget': number | null;
	readonly 'Major Genre': string | null;
	readonly Distributor: string | null;
	readonly Director: string | null;
}

const rated = (all: readonly Movie[]) => all.filter((movie) => movie['IMDB Rating'] !== null);
const rating = (movie: Movie) => movie['IMDB Rating'] as number;

export const movies: readonly Special[] = [
	{
		kind: 'pipe',
		select: '[?"IMDB Rating" > `8`] | length(@)',
		answer: (all: Movie[]) => rated(all).filter((movie) => rating(movie) > 8).length,
	},
	{
		kind: 'bare number',
		select: 'length([?"IMDB Rating" >= 8.5])',
		answer: (all: Movie[]) => rated(all).filter((movie) => rating(movie) >= 8.5).length,
	},
	{
		kind: 'double quotes',
		select: 'length([?Distributor == "Warner Bros."])',
		answer: (all: Movie[]) =>
			all.filter(({ Distributor }) => Distributor === 'Warner Bros.').length,
	},
	{
		kind: 'not null',
		select: 'length([?Director != null])',
		answer: (all: Movie[]) => all.filter(({ Director }) => Director !== null).length,
	},
	{
		kind: 'wildcard',
		select: 'max([*]."IMDB Votes")',
		answer: (all: Movie[]) => Math.max(...all.map((movie) => movie['IMDB Votes'] ?? 0)),
	},
	{
		kind: 'multiselect list',
		select: 'sort_by([?"IMDB Votes" > `400000`], &"IMDB Votes")[].[Title, "IMDB Votes"]',
		answer: (all: Movie[]) =>
			all
				.filter((movie) => (movie['IMDB Votes'] ?? 0) > 400_000)
				.sort((a, b) => (a['IMDB Votes'] ?? 0) - (b['IMDB Votes'] ?? 0))
				.map((movie) => [movie.Title, movie['IMDB Votes']]),
	},
	{
		kind: 'or',
		select: 'length([?"Major Genre"==\'Drama\' || "Major Genre"==\'Comedy\'])',
		answer: (all: Movie[]) =>
			all.filter((movie) => movie['Major Genre'] === 'Drama' || movie['Major Genre'] === 'Comedy')
				.length,
	},
	{
		kind: 'nested function',
		select: 'sum([?contains([\'Drama\', \'Action\'], "Major Genre")]."Production Budget")',
		answer: (all: Movie[]) =>
			exactSum(
				all
					.filter((movie) => ['Drama', 'Action'].includes(movie['Major Genre'] ?? ''))
					.flatMap((movie) => movie['Production Budget'] ?? []),
			),
	},
	{
		kind: 'object of answers',
		select:
			'{rated: length([?"IMDB Rating" != `null`]), all: length(@), best: max([]."IMDB Rating")}',
		answer: (all: Movie[]) => ({
			rated: rated(all).length,
			all: all.length,
			best: Math.max(...rated(all).map(rating)),
		}),
	},
	{
		kind: 'group then count',
		select: 'group_by([?"IMDB Rating" > `8`], &"Major Genre") | length(keys(@))',
		answer: (all: Movie[]) =>
			new Set(
				rated(all)
					.filter((movie) => rating(movie) > 8)
					.map((movie) => String(movie['Major Genre'])),
			).size,
	},
	{
		kind: 'joined text',
		select: 'join(\', \', sort([?"IMDB Rating" > `8.6`].Title))',
		answer: (all: Movie[]) =>
			rated(all)
				.filter((movie) => rating(movie) > 8.6)
				.map(({ Title }) => String(Title))
				.sort(byCodePoints)
				.join(', '),
	},
	{
		kind: 'top of groups',
		select: 'count_by(@, &Distributor) | items(@)[:1]',
		answer: (all: Movie[]) =>
			[...Map.groupBy(all, ({ Distributor }) => String(Distributor))]
				.map(([key, of]) => [key, of.length] as const)
				.sort((a, b) => b[1] - a[1])
				.slice(0, 1),
	},
	{
		kind: 'lower case',
		select: "length([?contains(lower(to_string(Title)), 'star')])",
		answer: (all: Movie[]) =>
			all.filter(({ Title }) => String(Title).toLowerCase().includes('star')).length,
	},
	{
		kind: 'arithmetic',
		select: 'sum([]."Production Budget") / `1000000`',
		answer: (all: Movie[]) =>
			exactSum(all.flatMap((movie) => movie['Production Budget'] ?? [])) / 1e6,
	},
];
