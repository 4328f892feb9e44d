// Lists as services for places and what happens there answer them, after each API's documentation; all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const yelpBusinesses = (): ApiList => {
	const m = made('yelp');
	return {
		name: 'yelp_businesses',
		path: ['businesses'],
		need: ['name', 'rating', 'review_count', 'location/address1', 'categories/0/title'],
		value: {
			businesses: m.list(40, () => {
				const street = `${m.int(1, 900)} ${m.pick(['Oak', 'Mission', 'Hill'])} St`;
				return {
					id: m.token(22, 'abcdefghjkABCDEFG23456789-_'),
					alias: `${m.token(8)}-san-francisco`,
					name: `${m.person().first}’s ${m.pick(['Noodles', 'Bakery', 'Grill', 'Garage'])}`,
					image_url: `https://s3.example/bphoto/${m.token(22)}/o.jpg`,
					is_closed: false,
					url: `https://www.yelp.example/biz/${m.token(20)}?adjust_creative=${m.token(22)}&utm_campaign=api`,
					review_count: m.int(3, 4_000),
					categories: m.list(m.int(1, 3), () =>
						m.pick([
							{ alias: 'bakeries', title: 'Bakeries' },
							{ alias: 'thai', title: 'Thai' },
						]),
					),
					rating: m.int(4, 10) / 2,
					coordinates: {
						latitude: 37.7 + m.int(0, 999) / 10_000,
						longitude: -122.4 - m.int(0, 999) / 10_000,
					},
					transactions: ['delivery'],
					price: m.pick(['$', '$$', '$$$']),
					location: {
						address1: street,
						address2: '',
						address3: null,
						city: 'San Francisco',
						zip_code: '94103',
						country: 'US',
						state: 'CA',
						display_address: [street, 'San Francisco, CA 94103'],
					},
					phone: `+1415555${m.int(1_000, 9_999)}`,
					display_phone: `(415) 555-${m.int(1_000, 9_999)}`,
					distance: m.int(10_000, 9_000_000) / 997,
					attributes: { business_temp_closed: null, open24_hours: null },
				};
			}),
			total: 8_228,
			region: { center: { longitude: -122.4, latitude: 37.78 } },
		},
	};
};

export const ticketEvents = (): ApiList => {
	const m = made('ticketmaster');
	return {
		name: 'ticketmaster_events',
		path: ['_embedded', 'events'],
		need: ['name', 'dates/start/localDate', '_embedded/venues/0/name', 'dates/status/code'],
		value: {
			_embedded: {
				events: m.list(20, () => ({
					name: `${m.person().last} ${m.pick(['Quartet', 'Live', 'World Tour'])}`,
					type: 'event',
					id: m.token(16, 'abcdefghjkABCDEFG23456789'),
					test: false,
					url: `https://www.tickets.example/event/${m.token(16)}`,
					locale: 'en-us',
					images: m.list(6, () => ({
						ratio: '16_9',
						url: `https://s1.tickets.example/dam/a/${m.token(20)}.jpg`,
						width: 1024,
						height: 576,
						fallback: false,
					})),
					sales: {
						public: {
							startDateTime: m.time(),
							startTBD: false,
							startTBA: false,
							endDateTime: m.time(),
						},
					},
					dates: {
						start: {
							localDate: m.time().slice(0, 10),
							localTime: '19:30:00',
							dateTime: m.time(),
							dateTBD: false,
							dateTBA: false,
							timeTBA: false,
							noSpecificTime: false,
						},
						timezone: 'America/Chicago',
						status: { code: m.pick(['onsale', 'onsale', 'offsale', 'cancelled']) },
						spanMultipleDays: false,
					},
					classifications: [
						{
							primary: true,
							segment: { id: 'KZFzniwnSyZfZ7v7nJ', name: 'Music' },
							genre: { id: 'KnvZfZ7vAeA', name: m.pick(['Rock', 'Jazz']) },
							family: false,
						},
					],
					promoter: {
						id: '653',
						name: 'LIVE NATION MUSIC',
						description: 'LIVE NATION MUSIC / NTL / USA',
					},
					priceRanges: [
						{ type: 'standard', currency: 'USD', min: m.int(20, 60), max: m.int(70, 300) },
					],
					_links: { self: { href: `/discovery/v2/events/${m.token(16)}?locale=en-us` } },
					_embedded: {
						venues: [
							{
								name: m.pick(['Moody Center', 'Red Rocks', 'The Fillmore']),
								type: 'venue',
								id: m.token(14),
								test: false,
								locale: 'en-us',
								postalCode: '78705',
								timezone: 'America/Chicago',
								city: { name: m.pick(['Austin', 'Denver']) },
								state: { name: 'Texas', stateCode: 'TX' },
								country: { name: 'United States Of America', countryCode: 'US' },
								address: { line1: `${m.int(100, 999)} Main St` },
							},
						],
						attractions: [
							{
								name: m.person().last,
								type: 'attraction',
								id: m.token(14),
								test: false,
								locale: 'en-us',
							},
						],
					},
				})),
			},
			_links: { self: { href: '/discovery/v2/events.json?size=20' } },
			page: { size: 20, totalElements: 20, totalPages: 1, number: 0 },
		},
	};
};

export const stravaActivities = (): ApiList => {
	const m = made('strava');
	return {
		name: 'strava_activities',
		path: [],
		need: ['name', 'sport_type', 'distance', 'moving_time', 'start_date_local'],
		value: m.list(45, () => {
			const [id, date] = [m.int(1_000_000_000, 9_999_999_999), m.time()];
			return {
				resource_state: 2,
				athlete: { id: 134_815, resource_state: 1 },
				name: m.pick(['Morning Ride', 'Lunch Run', 'Evening Walk', 'Hill repeats']),
				distance: m.int(9_000, 900_000) / 10,
				moving_time: m.int(900, 18_000),
				elapsed_time: m.int(900, 20_000),
				total_elevation_gain: m.int(0, 1_900),
				type: 'Ride',
				sport_type: m.pick(['Ride', 'Run', 'Walk']),
				workout_type: null,
				id,
				start_date: date,
				start_date_local: new Date(Date.parse(date) + 3_600_000).toISOString(),
				timezone: '(GMT+01:00) Europe/Berlin',
				utc_offset: 3_600,
				location_city: null,
				location_state: null,
				location_country: null,
				achievement_count: m.int(0, 9),
				kudos_count: m.int(0, 60),
				comment_count: m.int(0, 9),
				athlete_count: 1,
				photo_count: 0,
				map: {
					id: `a${id}`,
					summary_polyline: m.token(200, 'abcdefghijkABCDE_@|~`{}'),
					resource_state: 2,
				},
				trainer: false,
				commute: false,
				manual: false,
				private: false,
				flagged: false,
				gear_id: 'b12345678987654321',
				start_latlng: [52.5, 13.4],
				end_latlng: [52.5, 13.4],
				average_speed: m.int(20, 99) / 10,
				max_speed: m.int(90, 170) / 10,
				has_heartrate: true,
				average_heartrate: m.int(1_000, 1_700) / 10,
				max_heartrate: m.int(140, 199),
				pr_count: 0,
				has_kudoed: false,
			};
		}),
	};
};

export const homeStates = (): ApiList => {
	const m = made('home-assistant');
	return {
		name: 'home_assistant_states',
		path: [],
		need: ['entity_id', 'state', 'attributes/friendly_name'],
		value: m.list(90, (at) => {
			const room = m.pick(['Kitchen', 'Hall', 'Bedroom', 'Garage']);
			const kind = m.pick(['light', 'sensor', 'switch', 'binary_sensor']);
			const sensor = {
				unit_of_measurement: '°C',
				device_class: 'temperature',
				state_class: 'measurement',
			};
			return {
				entity_id: `${kind}.${room.toLowerCase()}_${at}`,
				state:
					kind === 'sensor' ? String(m.int(150, 260) / 10) : m.pick(['on', 'off', 'unavailable']),
				attributes: {
					...(kind === 'sensor' ? sensor : { supported_features: 0 }),
					friendly_name: `${room} ${kind} ${at}`,
					icon: 'mdi:home',
				},
				last_changed: m.time(),
				last_reported: m.time(),
				last_updated: m.time(),
				context: {
					id: m.token(26, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
					parent_id: null,
					user_id: null,
				},
			};
		}),
	};
};
