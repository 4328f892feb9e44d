// Questions that no template makes, by the payload that they are asked of.
import type { AskPayload, AskQuestion } from './payload';
import { countries } from './special/countries';
import { airports, quakes, weather } from './special/measured';
import { movies } from './special/movies';
import { emoji, graph, mime, packages } from './special/nested';
import type { Special } from './special/question';

const all: Readonly<Record<string, readonly Special[]>> = {
	world_countries: countries,
	miserables: graph,
	'installed-packages': packages,
	'emoji-groups': emoji,
	'mime-types': mime,
	'weather-csv': weather,
	airports,
	vega_movies: movies,
	usgs_earthquakes: quakes,
};

export function specialQuestions(
	{ name }: AskPayload,
	parsed: (name: string) => unknown,
): AskQuestion[] {
	return (all[name] ?? []).map(({ answer, ...question }) => {
		const others = Object.fromEntries(
			Object.entries(question.others ?? {}).map(([as, of]) => [as, parsed(of)]),
		);
		return { ...question, payload: name, expected: answer(parsed(name) as never, others as never) };
	});
}
