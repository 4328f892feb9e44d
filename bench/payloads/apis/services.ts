// Lists as a package registry, a health record server and a weather service answer them, after each
// API's documentation; all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const npmSearch = (): ApiList => {
	const m = made('npm');
	const objects = m.list(50, () => {
		const name = `${m.pick(['fast', 'tiny', 'safe', 'plain'])}-${m.pick(['parser', 'queue', 'cache', 'router'])}-${m.token(3)}`;
		const who = { username: m.person().login, email: m.person().email };
		return {
			downloads: { monthly: m.int(10, 900_000), weekly: m.int(1, 200_000) },
			dependents: String(m.int(0, 500)),
			updated: m.time(),
			searchScore: m.int(100, 1700) / 10,
			package: {
				name,
				keywords: m.list(m.int(0, 6), () => m.pick(['json', 'http', 'stream', 'edge', 'cli'])),
				version: `${m.int(0, 9)}.${m.int(0, 20)}.${m.int(0, 9)}`,
				description: m.text(1),
				sanitized_name: name,
				publisher: who,
				maintainers: [who],
				license: 'MIT',
				date: m.time(),
				links: {
					homepage: `https://${name}.example`,
					repository: `git+https://git.example/${name}.git`,
					npm: `https://www.npm.example/package/${name}`,
				},
			},
			score: {
				final: m.int(100, 1700) / 10,
				detail: { popularity: 1, quality: 1, maintenance: 1 },
			},
			flags: { insecure: 0 },
		};
	});
	return {
		name: 'npm_search',
		path: ['objects'],
		need: ['package/name', 'package/version', 'package/description'],
		value: { objects, total: 8123, time: m.time() },
	};
};

export const fhir = (): ApiList => {
	const m = made('fhir');
	const entry = m.list(40, () => {
		const id = m.uuid();
		const who = m.person();
		return {
			fullUrl: `https://fhir.example/r4/Patient/${id}`,
			resource: {
				resourceType: 'Patient',
				id,
				meta: { versionId: '1', lastUpdated: m.time(), source: `#${m.token(16)}` },
				text: {
					status: 'generated',
					div: `<div xmlns="http://www.w3.org/1999/xhtml">${m.text(2)}</div>`,
				},
				identifier: [
					{ use: 'official', system: 'urn:oid:1.2.36', value: m.token(8, '0123456789') },
				],
				active: true,
				name: [{ use: 'official', family: who.last, given: [who.first] }],
				telecom: [{ system: 'phone', value: `+1 ${m.token(9, '0123456789')}`, use: 'home' }],
				gender: m.pick(['female', 'male', 'other']),
				birthDate: `19${m.int(40, 99)}-0${m.int(1, 9)}-${m.int(10, 28)}`,
				address: [
					{
						line: [`${m.int(1, 99)} Hill Rd`],
						city: m.pick(['Lyon', 'Oslo']),
						postalCode: m.token(5, '0123456789'),
					},
				],
			},
			search: { mode: 'match' },
		};
	});
	return {
		name: 'fhir_patients',
		path: ['entry'],
		need: ['resource/id', 'resource/name/0/family', 'resource/birthDate', 'resource/gender'],
		value: {
			resourceType: 'Bundle',
			id: m.uuid(),
			type: 'searchset',
			total: 40,
			link: [{ relation: 'self', url: 'https://fhir.example/r4/Patient' }],
			entry,
		},
	};
};

export const weather = (): ApiList => {
	const m = made('weather');
	const list = m.list(40, (at) => ({
		dt: 1_793_000_000 + at * 10_800,
		main: {
			temp: m.int(-50, 300) / 10,
			feels_like: m.int(-50, 300) / 10,
			temp_min: 1.1,
			temp_max: 9.3,
			pressure: m.int(990, 1030),
			sea_level: 1016,
			grnd_level: 1009,
			humidity: m.int(30, 99),
			temp_kf: 0,
		},
		weather: [
			{
				id: 500,
				main: 'Rain',
				description: m.pick(['light rain', 'clear sky', 'few clouds', 'overcast clouds']),
				icon: '10d',
			},
		],
		clouds: { all: m.int(0, 100) },
		wind: { speed: m.int(0, 120) / 10, deg: m.int(0, 359), gust: m.int(0, 200) / 10 },
		visibility: 10_000,
		pop: m.int(0, 100) / 100,
		sys: { pod: 'd' },
		dt_txt: `2026-11-${String(2 + Math.floor(at / 8)).padStart(2, '0')} ${String((at % 8) * 3).padStart(2, '0')}:00:00`,
	}));
	return {
		name: 'weather_forecast',
		path: ['list'],
		need: ['dt_txt', 'main/temp', 'weather/0/description'],
		value: {
			cod: '200',
			message: 0,
			cnt: 40,
			list,
			city: { id: 2950159, name: 'Berlin', coord: { lat: 52.5, lon: 13.4 }, country: 'DE' },
		},
	};
};
