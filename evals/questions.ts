// Questions of people about public data, each with its answer computed from all of that data.
import { packageJson } from '../bench/payloads/found';

/** A tool without arguments, and what it gives. */
export interface Dataset {
	readonly tool: string;
	/** As a good description does: what comes and how its fields are called. */
	readonly description: string;
	readonly value: unknown;
}

export interface Question {
	/** The tool whose result has the answer. */
	readonly tool: string;
	readonly ask: string;
	/** A number, a word, or a list of words whose order does not count. */
	readonly answer: number | string | readonly string[];
}

const most = <Item>(items: readonly Item[], by: (item: Item) => number): Item =>
	items.reduce((best, item) => (by(item) > by(best) ? item : best));
const mean = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / values.length;
const counts = (values: readonly string[]): [string, number][] => {
	const found = new Map<string, number>();
	for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
	return [...found];
};

interface Country {
	readonly name: { readonly common: string };
	readonly cca3: string;
	readonly region: string;
	readonly subregion: string;
	readonly capital: readonly string[];
	readonly landlocked: boolean;
	readonly independent: boolean | null;
	readonly borders: readonly string[];
	readonly area: number;
	readonly languages: Readonly<Record<string, string>>;
}
interface Quake {
	readonly properties: {
		readonly mag: number | null;
		readonly place: string;
		readonly type: string;
	};
}
interface Car {
	readonly Name: string;
	readonly Horsepower: number | null;
	readonly Cylinders: number;
	readonly Miles_per_Gallon: number | null;
	readonly Origin: string;
	readonly Year: string;
}
interface Penguin {
	readonly Species: string;
	readonly Island: string;
	readonly Sex: string | null;
	readonly 'Body Mass (g)': number | null;
}
interface Movie {
	readonly Title: unknown;
	readonly Director: string | null;
	readonly Distributor: string | null;
	readonly 'Worldwide Gross': number | null;
	readonly 'Running Time min': number | null;
	readonly 'MPAA Rating': string | null;
}
interface Game {
	readonly date: string;
	readonly division: string;
	readonly home_team: string;
	readonly away_team: string;
	readonly home_score: number;
	readonly away_score: number;
}
interface Emoji {
	readonly name: string;
	readonly slug: string;
	readonly skin_tone_support: boolean;
	readonly emoji_version: string;
}

/** Returns the data that the tools give, and the questions about it. */
export function publicData(): { datasets: readonly Dataset[]; questions: readonly Question[] } {
	const vega = <Item>(file: string): Item[] => packageJson('vega-datasets', `data/${file}.json`);
	const countries = packageJson<Country[]>('world-countries', 'countries.json');
	const quakes = packageJson<{ features: Quake[] }>('vega-datasets', 'data/earthquakes.json');
	const cars = vega<Car>('cars');
	const penguins = vega<Penguin>('penguins');
	const movies = vega<Movie>('movies').slice(0, 1_000);
	const games = vega<Game>('football').slice(0, 2_000);
	const groups = packageJson<{ name: string; emojis: Emoji[] }[]>(
		'unicode-emoji-json',
		'data-by-group.json',
	);
	const emojis = groups.flatMap((group) => group.emojis);

	const named = (name: string) => countries.find((country) => country.name.common === name);
	const { features } = quakes;
	const magnitude = ({ properties }: Quake) => properties.mag ?? 0;
	const strong = features.filter((quake) => magnitude(quake) >= 5);
	const power = ({ Horsepower }: Car) => Horsepower ?? 0;
	const gentoo = penguins.filter(({ Species }) => Species === 'Gentoo');
	const mass = (of: readonly Penguin[]) => mean(of.flatMap((each) => each['Body Mass (g)'] ?? []));
	const gross = (movie: Movie) => movie['Worldwide Gross'] ?? 0;
	const minutes = (movie: Movie) => movie['Running Time min'] ?? 0;
	const goals = ({ home_score, away_score }: Game) => home_score + away_score;
	const top = most(games, goals);
	const flags = groups.find(({ name }) => name === 'Flags')?.emojis ?? [];

	const datasets: Dataset[] = [
		{
			tool: 'list_countries',
			description:
				'All countries: name.common, cca3, region, subregion, capital, landlocked, independent, borders (cca3), area in km², languages.',
			value: countries,
		},
		{
			tool: 'earthquakes_of_the_week',
			description:
				'GeoJSON of a week’s earthquakes: features[].properties with mag, place, time, type.',
			value: quakes,
		},
		{
			tool: 'list_cars',
			description:
				'Cars of 1970 to 1982: Name, Miles_per_Gallon, Cylinders, Horsepower, Year, Origin.',
			value: cars,
		},
		{
			tool: 'list_penguins',
			description: 'Penguins that were measured: Species, Island, Sex, Body Mass (g).',
			value: penguins,
		},
		{
			tool: 'list_movies',
			description:
				'Movies: Title, Director, Distributor, Worldwide Gross, Running Time min, MPAA Rating.',
			value: { movies },
		},
		{
			tool: 'list_games',
			description: 'Football games: date, division, home_team, away_team, home_score, away_score.',
			value: { games },
		},
		{
			tool: 'list_emojis',
			description:
				'Groups of emojis: name, emojis[] with name, slug, skin_tone_support, emoji_version.',
			value: groups,
		},
	];
	const of = (tool: string, ...asked: readonly [string, Question['answer']][]): Question[] =>
		asked.map(([ask, answer]) => ({ tool, ask, answer }));
	const questions = [
		...of(
			'list_countries',
			['What is the capital of Burkina Faso?', named('Burkina Faso')?.capital[0] ?? ''],
			[
				'How many countries are landlocked?',
				countries.filter(({ landlocked }) => landlocked).length,
			],
			[
				'Which country of Africa has the largest area?',
				most(
					countries.filter(({ region }) => region === 'Africa'),
					({ area }) => area,
				).name.common,
			],
			[
				'Which countries border Austria? Give their three-letter codes.',
				named('Austria')?.borders ?? [],
			],
			[
				'Which country has the most land borders with others?',
				most(countries, ({ borders }) => borders.length).name.common,
			],
			[
				'In how many countries is French an official language (listed in languages)?',
				countries.filter(({ languages }) => Object.values(languages).includes('French')).length,
			],
			[
				'How many countries does the subregion Melanesia have?',
				countries.filter(({ subregion }) => subregion === 'Melanesia').length,
			],
		),
		...of(
			'earthquakes_of_the_week',
			['How many events had a magnitude of 5 or more?', strong.length],
			[
				'Where was the strongest one? Give its place as it is written.',
				most(features, magnitude).properties.place,
			],
			[
				'How many of the events were quarry blasts?',
				features.filter(({ properties }) => properties.type === 'quarry blast').length,
			],
			[
				'How many events have a place that names Alaska?',
				features.filter(({ properties }) => properties.place.includes('Alaska')).length,
			],
		),
		...of(
			'list_cars',
			['Which car has the most horsepower?', most(cars, power).Name],
			['How many cars are from Japan?', cars.filter(({ Origin }) => Origin === 'Japan').length],
			[
				'How many cars have 8 cylinders and more than 200 horsepower?',
				cars.filter((car) => car.Cylinders === 8 && power(car) > 200).length,
			],
			['Which car goes farthest on a gallon?', most(cars, (car) => car.Miles_per_Gallon ?? 0).Name],
			[
				'Of how many cars is the horsepower not known?',
				cars.filter((car) => car.Horsepower === null).length,
			],
		),
		...of(
			'list_penguins',
			['How many penguins of the species Gentoo are there?', gentoo.length],
			[
				'What is the mean body mass of Gentoo penguins, in grams, rounded to whole grams?',
				Math.round(mass(gentoo)),
			],
			[
				'On which islands do Adelie penguins live?',
				[
					...new Set(
						penguins.filter((each) => each.Species === 'Adelie').map((each) => each.Island),
					),
				],
			],
			['Of how many penguins is the sex null?', penguins.filter(({ Sex }) => Sex === null).length],
			[
				'What is the body mass of the heaviest penguin, in grams?',
				Math.max(...penguins.map((each) => each['Body Mass (g)'] ?? 0)),
			],
		),
		...of(
			'list_movies',
			['Which movie grossed most worldwide?', String(most(movies, gross).Title)],
			[
				'How many of the movies did Steven Spielberg direct?',
				movies.filter(({ Director }) => Director === 'Steven Spielberg').length,
			],
			[
				'Which distributor has the most movies here? Leave out those without one.',
				most(
					counts(movies.flatMap(({ Distributor }) => Distributor ?? [])),
					([, count]) => count,
				)[0],
			],
			['How long is the longest movie, in minutes?', Math.max(...movies.map(minutes))],
			[
				'How many movies are rated PG-13?',
				movies.filter((movie) => movie['MPAA Rating'] === 'PG-13').length,
			],
		),
		...of(
			'list_games',
			['How many games ended without a goal?', games.filter((game) => goals(game) === 0).length],
			[
				'Which game had the most goals in all? Answer as [home team, away team].',
				[top.home_team, top.away_team],
			],
			['How many divisions are there?', new Set(games.map(({ division }) => division)).size],
			[
				'How many games did the home team win?',
				games.filter((game) => game.home_score > game.away_score).length,
			],
			[
				'On what date was the first game? As YYYY-MM-DD.',
				games.map(({ date }) => date).sort()[0] ?? '',
			],
		),
		...of(
			'list_emojis',
			[
				'How many emojis support skin tones?',
				emojis.filter((each) => each.skin_tone_support).length,
			],
			['How many emojis does the group Flags have?', flags.length],
			['Which group has the most emojis?', most(groups, (group) => group.emojis.length).name],
			[
				'In which emoji version came the melting face?',
				emojis.find(({ slug }) => slug === 'melting_face')?.emoji_version ?? '',
			],
			[
				'How many emojis are animals whose name has the word "cat" in it, in the group Animals & Nature?',
				(groups.find(({ name }) => name === 'Animals & Nature')?.emojis ?? []).filter(({ name }) =>
					name.split(' ').includes('cat'),
				).length,
			],
		),
	];
	return { datasets, questions };
}
