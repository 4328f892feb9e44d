// Lists as catalogues of works answer them, after each API's documentation; all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const tmdbMovies = (): ApiList => {
	const m = made('tmdb');
	return {
		name: 'tmdb_movies',
		path: ['results'],
		need: ['title', 'release_date', 'vote_average', 'overview'],
		value: {
			page: 1,
			results: m.list(60, () => {
				const title = m.title();
				return {
					adult: false,
					backdrop_path: `/${m.token(27, 'abcdefghjkABCDEFG23456789')}.jpg`,
					genre_ids: m.list(m.int(1, 4), () => m.int(10, 99)),
					id: m.int(100, 999_999),
					original_language: m.pick(['en', 'fr', 'ja']),
					original_title: title,
					overview: m.text(2),
					popularity: m.int(1_000, 900_000) / 997,
					poster_path: `/${m.token(27, 'abcdefghjkABCDEFG23456789')}.jpg`,
					release_date: m.time().slice(0, 10),
					title,
					video: false,
					vote_average: m.int(30, 90) / 10,
					vote_count: m.int(10, 29_000),
				};
			}),
			total_pages: 512,
			total_results: 10_223,
		},
	};
};

export const crossrefWorks = (): ApiList => {
	const m = made('crossref');
	return {
		name: 'crossref_works',
		path: ['message', 'items'],
		need: ['DOI', 'title/0', 'author/0/family', 'container-title/0', 'is-referenced-by-count'],
		value: {
			status: 'ok',
			'message-type': 'work-list',
			'message-version': '1.0.0',
			message: {
				facets: {},
				'total-results': 88_210,
				items: m.list(25, () => {
					const doi = `10.${m.int(1_000, 9_999)}/${m.pick(['j.cell', 's41586', 'acs.joc'])}.${m.token(6)}`;
					const day = () => ({
						'date-parts': [[m.int(2001, 2026), m.int(1, 12), m.int(1, 28)]],
						'date-time': m.time(),
						timestamp: 1_761_000_000_000,
					});
					return {
						indexed: day(),
						'reference-count': m.int(0, 90),
						publisher: m.pick(['Elsevier BV', 'Springer', 'ACS']),
						issue: String(m.int(1, 12)),
						license: [
							{
								start: day(),
								'content-version': 'tdm',
								'delay-in-days': 0,
								URL: 'https://licenses.example/tdm',
							},
						],
						'content-domain': { domain: [], 'crossmark-restriction': false },
						'short-container-title': ['J. Ex.'],
						DOI: doi,
						type: 'journal-article',
						created: day(),
						page: `${m.int(1, 99)}-${m.int(100, 199)}`,
						source: 'Crossref',
						'is-referenced-by-count': m.int(0, 900),
						title: [m.title()],
						prefix: '10.1016',
						volume: String(m.int(1, 90)),
						author: m.list(m.int(1, 5), () => {
							const who = m.person();
							return {
								given: who.first,
								family: who.last,
								sequence: 'additional',
								affiliation: [],
							};
						}),
						member: '78',
						'container-title': [m.pick(['Journal of Examples', 'Nature Samples', 'Letters'])],
						language: 'en',
						link: [
							{
								URL: `https://api.publisher.example/${m.token(20)}`,
								'content-type': 'text/xml',
								'content-version': 'vor',
								'intended-application': 'text-mining',
							},
						],
						deposited: day(),
						score: m.int(1, 40),
						resource: { primary: { URL: `https://linking.example/${m.token(16)}` } },
						issued: day(),
						'references-count': m.int(0, 90),
						'alternative-id': [m.token(17)],
						URL: `https://doi.example/${doi}`,
						ISSN: ['0092-8674'],
						subject: [],
						published: day(),
					};
				}),
				'items-per-page': 25,
				query: { 'start-index': 0, 'search-terms': null },
			},
		},
	};
};
