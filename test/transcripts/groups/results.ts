// Every result of the scripted server, first answers and the way on: lists, texts, objects, media, errors.
import { call, type Era, HANDLE, http, initialize, rpc } from '../exchange';
import type { Group } from '../groups';
import { SERVERS } from '../house';
import type { Recorder } from '../recorder';

const config = http('configuration', 'PUT', '/api/config', {
	body: {
		demo: false,
		exactSampleRate: 0,
		upstreams: [
			{ name: 'shop', url: SERVERS.shop },
			{ name: 'gone', url: SERVERS.gone },
		],
	},
});
const LISTS = [
	'list_items',
	'list_wrapped',
	'list_structured',
	'list_nested',
	'list_two',
	'list_texts',
	'list_numbers',
	'list_long',
	'list_links',
	'list_mixed',
];
const TEXTS = [
	'get_prose',
	'get_log',
	'get_markdown',
	'get_csv',
	'get_ndjson',
	'get_code',
	'get_html',
	'get_table',
	'get_diff',
	'get_line',
];
const OBJECTS = ['get_object', 'get_structured', 'get_deep'];
const SMALL = [
	'list_none',
	'get_odd',
	'get_small',
	'get_word',
	'get_nothing',
	'get_image',
	'get_mixed',
	'get_two_texts',
	'hostile',
];
const ERRORS = ['fail', 'fail_long', 'fail_rpc', 'fail_http', 'fail_json', 'fail_shape', 'nothing'];

/** A session of an older era reads some of them: what differs there is the frame. */
const READ = [...LISTS, ...TEXTS, ...OBJECTS];
const MODERN = '2026-07-28';

const begin = (era: Era) => [config, ...(era === '2026-07-28' ? [] : initialize(era))];

const cases = (era: Era) => [
	...begin(era),
	rpc('tools', 'tools/list', {}, { era }),
	...(era === MODERN ? READ : READ.filter((_, at) => at % 4 === 0)).flatMap((tool) => [
		call(tool, `shop__${tool}`, {}, { era, keep: { handle: HANDLE } }),
		call(`${tool}, on`, 'read_result', { handle: '$handle$' }, { era }),
		call(`${tool}, on by 5`, 'read_result', { handle: '$handle$', limit: 5 }, { era }),
	]),
	...[...SMALL, ...ERRORS].map((tool) => call(tool, `shop__${tool}`, {}, { era })),
	call('few items', 'shop__list_items', { count: 3 }, { era }),
	call('one item', 'shop__list_items', { count: 1 }, { era }),
	call('limit', 'shop__list_items', { _loadline: { limit: 4 } }, { era }),
	call(
		'limit and fields',
		'shop__list_structured',
		{ _loadline: { limit: 4, fields: 'id,owner.name' } },
		{ era },
	),
	call('limit over the page', 'shop__list_items', { _loadline: { limit: 500 } }, { era }),
	call('limit of no sense', 'shop__list_items', { _loadline: { limit: -1 } }, { era }),
	call('fields unknown', 'shop__list_items', { _loadline: { fields: 'nope' } }, { era }),
	call(
		'fields of an object',
		'shop__get_object',
		{ _loadline: { fields: 'id,guest.name' } },
		{ era },
	),
	call(
		'lines of a text',
		'shop__get_prose',
		{ _loadline: { startLine: 20, endLine: 24 } },
		{ era },
	),
	call('lines beyond', 'shop__get_prose', { _loadline: { startLine: 20000 } }, { era }),
	call('a limit of its own', 'shop__list_own_limit', { limit: 60 }, { era }),
	call('a small limit of its own', 'shop__list_own_limit', { limit: 2 }, { era }),
	call('pages by cursor', 'shop__find_items', {}, { era }),
	call('pages by cursor, second', 'shop__find_items', { cursor: '40' }, { era }),
	call(
		'pages by cursor, gathered',
		'shop__find_items',
		{ _loadline: { select: 'length(items)' } },
		{ era },
	),
	call('pages by number', 'shop__browse_items', {}, { era }),
	call(
		'pages by number, gathered',
		'shop__browse_items',
		{ _loadline: { select: 'length(items)' } },
		{ era },
	),
	call('pages by offset', 'shop__scan_items', { limit: 30 }, { era }),
	call(
		'pages by offset, gathered',
		'shop__scan_items',
		{ _loadline: { select: 'length(results)' } },
		{ era },
	),
	call('a missing item', 'shop__get_item', { id: 'it_x' }, { era }),
	call(
		'arguments given back',
		'shop__echo',
		{ a: 1, limit: 3, nested: { b: [true, null] } },
		{ era },
	),
	call('arguments no object', 'shop__echo', [] as never, { era }),
	call('a server that is gone', 'gone__anything', {}, { era }),
	call('progress', 'shop__steps', {}, { era, meta: { progressToken: 'p1' } }),
	call('no progress wanted', 'shop__steps', {}, { era }),
	call('left alone', 'shop__slow', {}, { era, leave: 'called' }),
	call('after it was left', 'shop__get_small', {}, { era }),
	rpc('resources', 'resources/list', {}, { era }),
	rpc('templates', 'resources/templates/list', {}, { era }),
	...['shop://item/1', 'shop://long', 'shop://items', 'shop://pixel', 'shop://none', 'nowhere'].map(
		(uri) => rpc(`resource ${uri}`, 'resources/read', { uri: `shop+${uri}` }, { era }),
	),
	rpc('resource under its own name', 'resources/read', { uri: 'shop://item/1' }, { era }),
	rpc('prompts', 'prompts/list', {}, { era }),
	rpc('prompt', 'prompts/get', { name: 'shop__greet', arguments: { who: 'Ada' } }, { era }),
	rpc('long prompt', 'prompts/get', { name: 'shop__long' }, { era }),
	rpc('unknown prompt', 'prompts/get', { name: 'shop__none' }, { era }),
	rpc(
		'completion',
		'completion/complete',
		{ ref: { type: 'ref/prompt', name: 'shop__greet' }, argument: { name: 'who', value: 'A' } },
		{ era },
	),
];

/** One upstream under its own names. */
const alone = (era: Era, path: string) => [
	config,
	...(era === '2026-07-28' ? [] : initialize(era, { path })),
	...(era === '2026-07-28' ? [rpc('discover', 'server/discover', {}, { era, path })] : []),
	rpc('tools', 'tools/list', {}, { era, path }),
	call('list', 'list_items', {}, { era, path, keep: { handle: HANDLE } }),
	call('read on', 'read_result', { handle: '$handle$' }, { era, path }),
	call('an own tool', 'memsetup', {}, { era, path }),
	call('with a prefix', 'shop__list_items', {}, { era, path }),
	rpc('resources', 'resources/list', {}, { era, path }),
	rpc('resource', 'resources/read', { uri: 'shop://item/1' }, { era, path }),
	rpc('prompts', 'prompts/list', {}, { era, path }),
	rpc('prompt', 'prompts/get', { name: 'greet', arguments: { who: 'Ada' } }, { era, path }),
	rpc('unknown upstream', 'tools/list', {}, { era, path: '/mcp/nobody' }),
];

export const results: readonly Group[] = [
	...(['2025-06-18', MODERN] as const).map((era) => ({
		name: `results-${era}`,
		run: (recorder: Recorder) => recorder.all(cases(era)),
	})),
	{ name: 'alone-2025-11-25', run: (recorder) => recorder.all(alone('2025-11-25', '/mcp/shop')) },
	{ name: 'alone-2026-07-28', run: (recorder) => recorder.all(alone(MODERN, '/shop/mcp')) },
];
