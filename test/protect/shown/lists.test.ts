import { describe, it } from 'vitest';
import { BASE64, both, json, order, orders, prose, small, times } from './payloads';
import { answer, expectShown, follow, within } from './shown';

const WIDE = times(12, (at) => ({
	url: `https://api.example.com/v1/tickets/${at}`,
	id: `TCK-${100 + at}`,
	etag: `9f86d081884c7d659a2feaa0c55ad015a3bf4f${at}`,
	title: `Ticket ${at}: ${prose(60, at).slice(0, 30)}`,
	state: at % 2 === 0 ? 'open' : 'closed',
	assignee: {
		login: `user${at % 3}`,
		avatar_url: `https://img.example.com/${at}.png`,
		id: 40 + at,
	},
	labels: [{ name: 'bug' }, { name: at % 2 ? 'ui' : 'api' }],
	created_at: `2026-02-${10 + at}T10:00:00Z`,
	comments: at * 2,
	locked: false,
	milestone: null,
	body: prose(400, at),
	reactions: { '+1': at, '-1': 0, laugh: 0, heart: 1, rocket: 0, eyes: 0 },
}));

describe('what a model reads of a list', () => {
	it('that fits', () =>
		expectShown('list-that-fits', answer(both({ orders: orders(2) }), within(700))));

	it('in an object', () =>
		expectShown('list-in-an-object', answer(json({ orders: orders(40), page: 1 }), within(700))));

	it('in structured content', () =>
		expectShown('list-structured', answer(both({ orders: orders(40), page: 1 }), within(700))));

	it('that is the whole of the structured content', () =>
		expectShown('list-at-the-top', answer(both(orders(40)), within(700))));

	it('of small items: all of them in fewer fields', () =>
		expectShown(
			'list-glance',
			answer(
				json({ total: 24, orders: orders(24) }),
				within(1_500, { firstAnswerTokens: { list: 700, object: 700, text: 700 } }),
			),
		));

	it('whose items are small and many', () =>
		expectShown('list-of-small-items', answer(json(times(120, small)), within(700))));

	it('of numbers', () =>
		expectShown('list-of-numbers', answer(both(times(400, (at) => at * 3)), within(700))));

	it('of texts', () =>
		expectShown(
			'list-of-texts',
			answer(both({ lines: times(30, (at) => prose(90, at)) }), within(700)),
		));

	it('of long texts, of which not one fits', () =>
		expectShown(
			'list-of-long-texts',
			answer(json(times(3, (at) => prose(3_000, at))), within(700)),
		));

	it('of which one item alone is too large', () =>
		expectShown(
			'list-of-one-too-large',
			answer(
				both({ items: times(3, (at) => ({ ...order(at), body: prose(4_000, at) })) }),
				within(700),
			),
		));

	it('of wide items: the fields that tell most', () =>
		expectShown('list-of-wide-items', answer(json(WIDE), within(700))));

	it('deep in its envelope, with what stands beside it', () =>
		expectShown(
			'list-deep',
			answer(
				json({
					data: {
						viewer: { login: 'ana' },
						repository: {
							name: 'loadline',
							issues: {
								totalCount: 83,
								nodes: times(30, order),
								pageInfo: { hasNextPage: true, endCursor: 'Y3Vyc29yOjMw' },
							},
						},
					},
					extensions: { cost: 3 },
				}),
				within(500),
			),
		));

	it('beside which stands too much', () =>
		expectShown(
			'list-beside-much',
			answer(
				both({
					meta: { source: 'crm', took: 12, query: prose(300), 'a.b': { note: prose(200, 1) } },
					items: times(40, small),
					included: times(20, (at) => ({
						type: 'people',
						id: at,
						attributes: { name: `Person ${at}`, about: prose(100, at) },
					})),
				}),
				within(500),
			),
		));

	it('that is a map from id to object', () =>
		expectShown(
			'list-map',
			answer(
				json({
					lockfileVersion: 3,
					packages: Object.fromEntries(
						times(30, (at) => [
							`node_modules/package-${at}`,
							{
								version: `1.${at}.0`,
								resolved: `https://registry.example.com/package-${at}-1.${at}.0.tgz`,
								license: 'MIT',
								dev: at % 2 === 0,
								engines: { node: '>=18' },
							},
						]),
					),
				}),
				within(700),
			),
		));

	it('with data that nobody reads', () =>
		expectShown(
			'list-with-encoded-data',
			answer(
				json(
					times(4, (at) => ({
						id: at,
						name: `photo ${at}`,
						thumbnail: `data:image/png;base64,${BASE64}`,
						caption: prose(200, at),
					})),
				),
				within(350),
			),
		));

	it('whose items have different fields', () =>
		expectShown(
			'list-of-different-items',
			answer(
				json(
					times(24, (at) =>
						at % 4 === 3
							? { warning: prose(80, at) }
							: {
									id: at,
									event: ['created', 'moved', 'closed'][at % 3],
									by: `user${at % 5}`,
									'x.y': at,
									"it's": 'x',
									text: prose(120, at),
								},
					),
				),
				within(500),
			),
		));

	it('whose answer has the names of the added keys', () =>
		expectShown(
			'list-with-our-names',
			answer(both({ totalCount: 'all', loadline: 1, items: orders(30) }), within(700)),
		));

	it('that the server says goes on', () =>
		expectShown(
			'list-of-a-server-that-has-more',
			answer(
				json({ orders: orders(40) }),
				within(700),
				{},
				{ count: 40, total: 1_204, next: 'cursor="c41"' },
			),
		));

	it('that the server says goes on, how far it does not say', () =>
		expectShown(
			'list-of-a-server-that-has-some-more',
			answer(json(orders(40)), within(700), {}, { count: 40 }),
		));

	it('of which nothing could be kept', () =>
		expectShown(
			'list-not-kept',
			answer(json({ orders: orders(40), page: 1 }), within(700)),
			false,
		));

	it('for a host that shows structured content alone', () =>
		expectShown(
			'list-for-a-host-of-structured-content',
			answer(
				both({ orders: orders(40) }),
				within(2_000, { host: { shows: 'structured', tokens: 400 } }),
			),
		));

	it('with fields that the configuration calls essential', () =>
		expectShown(
			'list-with-essential-fields',
			answer(json(WIDE), within(700, { essentialFields: { issue: ['comments', 'assignee.id'] } })),
		));

	it('without condensing', () =>
		expectShown(
			'list-not-condensed',
			answer(json({ orders: orders(40) }), within(700, { summarization: false })),
		));

	it('without pages', () =>
		expectShown(
			'list-without-pages',
			answer(json({ orders: orders(40) }), within(700, { pagination: false })),
		));
});

describe('what a model reads of the pages after the first', () => {
	it('in the middle', () =>
		expectShown(
			'page-in-the-middle',
			follow(answer(both({ orders: orders(40), page: 1 }), within(700)), 0),
		));

	it('the last', () => {
		const list = answer(json({ orders: orders(12), total: 12 }), within(1_500), { limit: 10 });
		return expectShown('page-that-is-the-last', follow(list, 0));
	});

	it('the last, of a server that has more', () => {
		const upstream = { count: 9, total: 90, next: 'page=2' };
		const list = answer(json({ orders: orders(9) }), within(1_000), { limit: 8 }, upstream);
		return expectShown('page-that-is-the-last-kept', follow(list, 0));
	});

	it('the items of the first in full', () =>
		expectShown(
			'page-in-full',
			follow(
				answer(
					json({ orders: orders(40) }),
					within(1_500, { firstAnswerTokens: { list: 700, object: 700, text: 700 } }),
					{ limit: 30 },
				),
				1,
			),
		));

	it('an item too large for one answer', () => {
		const items = times(3, (at) => ({ ...order(at), body: prose(4_000, at) }));
		return expectShown('page-of-one-too-large', follow(answer(json(items), within(400)), 0));
	});

	it('of a map', () => {
		const map = Object.fromEntries(
			times(30, (at) => [`k${at}`, { ...small(at), note: prose(90, at) }]),
		);
		return expectShown('page-of-a-map', follow(answer(json(map), within(700)), 0));
	});

	it('with fields', () => {
		const list = answer(json({ orders: orders(40), page: 1 }), within(700));
		return expectShown(
			'page-with-fields',
			follow(list, 0, { view: { fields: ['id', 'city'], limit: 5 } }),
		);
	});
});
