import { describe, expect, it } from 'vitest';
import { markersOf } from '../../src/gateway/paging/paging-markers';
import { pagingArguments, readPage, spelledPage } from '../../src/gateway/paging/server-paging';

const schema = (...names: string[]) => ({
	type: 'object',
	properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const items = (count: number, from = 0) =>
	Array.from({ length: count }, (_, at) => ({ id: `i${from + at}` }));

const next = (answer: unknown, args: object, inputSchema: object, count = 20) => {
	const paging = pagingArguments({ ...inputSchema });
	const lastItem = { id: `i${count - 1}` };
	const read = readPage(answer, { args: { ...args }, paging, count, lastItem });
	return read.next && (spelledPage(read.next) as string) + (read.next.isGuess ? ' ?' : '');
};

describe('the page after an answer', () => {
	it.each([
		[
			'Slack',
			{ response_metadata: { next_cursor: 'dXNl' } },
			{},
			['cursor', 'limit'],
			'cursor="dXNl"',
		],
		[
			'Notion',
			{ has_more: true, next_cursor: 'c2' },
			{},
			['start_cursor', 'page_size'],
			'start_cursor="c2"',
		],
		['Google', { nextPageToken: 'tok' }, {}, ['pageToken', 'maxResults'], 'pageToken="tok"'],
		[
			'GraphQL',
			{ data: { issues: { pageInfo: { hasNextPage: true, endCursor: 'e9' } } } },
			{},
			['first', 'after'],
			'after="e9"',
		],
		[
			'Stripe',
			{ has_more: true, data: items(20) },
			{},
			['limit', 'starting_after'],
			'starting_after="i19"',
		],
		['AWS', { NextToken: 'n', IsTruncated: true }, {}, ['NextToken', 'MaxItems'], 'NextToken="n"'],
		['Facebook', { paging: { cursors: { after: 'af' } } }, {}, ['after'], 'after="af"'],
		['Elasticsearch', { _scroll_id: 's1' }, {}, ['scroll_id'], 'scroll_id="s1"'],
		['pages counted', { page: 2, total_pages: 5 }, { page: 2 }, ['page', 'per_page'], 'page=3'],
		['a page named', { meta: { next_page: 4 } }, { page: 3 }, ['page'], 'page=4'],
		['the first page unnamed', { has_more: true }, {}, ['page'], 'page=2'],
		['items counted', { total: 100 }, { page: 1, limit: 20 }, ['page', 'limit'], 'page=2'],
		[
			'items counted as text',
			{ total: '100' },
			{ page: 1, limit: 20 },
			['page', 'limit'],
			'page=2',
		],
		[
			'Jira',
			{ startAt: 0, maxResults: 20, total: 90 },
			{},
			['startAt', 'maxResults'],
			'startAt=20',
		],
		['an offset', { has_more: true }, { offset: '40' }, ['offset', 'limit'], 'offset=60'],
		[
			'Django',
			{ count: 90, next: 'https://api.example/x?page=3' },
			{ page: 2 },
			['page'],
			'page=3',
		],
		[
			'JSON:API',
			{ links: { next: '/x?page_token=abc&size=20' } },
			{},
			['page_token'],
			'page_token="abc"',
		],
		['HAL', { _links: { next: { href: '/x?offset=20' } } }, {}, ['offset'], 'offset=20'],
		[
			'a Link header',
			{
				headers: {
					link: '<https://api.example/x?page=2>; rel="next", <https://api.example/x?page=9>; rel="last"',
				},
			},
			{},
			['page'],
			'page=2',
		],
		['OData', { '@odata.nextLink': 'https://api.example/x?skip=20' }, {}, ['skip'], 'skip=20'],
		['Spring', { page: { last: false, number: 0 } }, { page: 0 }, ['page'], 'page=1'],
		['nothing but a full page', {}, { limit: 20 }, ['offset', 'limit'], 'offset=20 ?'],
	])('is known: %s', (_, answer, args, names, spelled) => {
		expect(next(answer, args, schema(...names))).toBe(spelled);
	});

	it.each([
		['the last of Notion', { has_more: false, next_cursor: null }, {}, ['start_cursor']],
		['an empty cursor', { response_metadata: { next_cursor: '' } }, {}, ['cursor']],
		['the last of GraphQL', { pageInfo: { hasNextPage: false, endCursor: 'e' } }, {}, ['after']],
		['the last page', { page: 5, total_pages: 5 }, { page: 5 }, ['page']],
		['the last items', { total: 20 }, {}, ['offset', 'limit']],
		['a page not full', {}, { limit: 50 }, ['page', 'limit']],
		['a tool that does not page', { next_cursor: 'c', has_more: true }, {}, ['query']],
		['a link that leads elsewhere', { next: 'https://api.example/x?token=secret' }, {}, ['page']],
	])('is not there: %s', (_, answer, args, names) => {
		expect(next(answer, args, schema(...names))).toBeUndefined();
	});

	it('is where the configuration says', () => {
		const paging = pagingArguments(schema('after_this'));
		const setting = { argument: 'after_this', next: 'deep.here' };
		const read = readPage({ deep: { here: 'x' } }, { args: {}, paging, count: 1, setting });
		expect(read.next && spelledPage(read.next)).toBe('after_this="x"');
	});

	it('is not looked for in a hostile depth', () => {
		let deep: object = { next_cursor: 'x' };
		for (let level = 0; level < 5_000; level++) deep = { deep };
		expect(next(deep, {}, schema('cursor'))).toBeUndefined();
	});
});

it.each([
	{ metadata: { continue: 'token', remainingItemCount: 940 }, items: [] },
	{ metadata: { remainingItemCount: 1 }, items: [] },
	{ Items: [], LastEvaluatedKey: { id: { S: '7' } } },
	{ continue: { sroffset: 10, continue: '-||' }, query: { search: [] } },
])('hears that there is more: %j', (answer) =>
	expect(markersOf(answer)).toMatchObject({ hasMore: true }),
);

it.each([
	{ metadata: { continue: '', remainingItemCount: 0 }, items: [] },
	{ continue: 'yes', items: [] },
])('hears of no more: %j', (answer) => expect(markersOf(answer).hasMore ?? false).toBe(false));
