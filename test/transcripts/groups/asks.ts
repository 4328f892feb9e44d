// Questions about kept results: select, query, pointer, fields, lines, handles, references.
import { call, type Era, HANDLE, http, initialize } from '../exchange';
import type { Group } from '../groups';
import { SERVERS } from '../house';

const config = http('configuration', 'PUT', '/api/config', {
	body: { demo: true, exactSampleRate: 0, upstreams: [{ name: 'shop', url: SERVERS.shop }] },
});

const SELECTS = [
	'length(@)',
	'[0]',
	'[?status==`open`].id',
	"[?status=='open'].{id: id, name: name} | [0:3]",
	'max_by(@, &price).id',
	'sum([].price)',
	'count_by(@, &status)',
	'sum_by(@, &city, &price)',
	'distinct([].city)',
	'sort_by(@, &price)[-1].price',
	'[].owner.name | [0]',
	'[?contains(name, `12`)].id',
	'[*].[id, price]',
	'avg([].price)',
	'keys([0])',
	'@',
	'[',
	'nothing',
	'[0].nothing.more',
	'unknown_function(@)',
	'length(`1`)',
	'index_by([0:3], &id)',
	'group_by(@, &type)',
	'to_string([0].price)',
	"join(', ', [0:5].city)",
	'[?price > `500` && status == `"open"`] | length(@)',
	'not_null([0].retired, `none`)',
	'',
];
const QUERIES = [
	'walnut',
	'"of Lagos"',
	'walnut -closed',
	'/Sentence 2\\d /',
	'nothingofthekind',
	'city:Faro',
	'/(/',
	'',
	'sentence door',
	'"',
];
const LINES = [
	{ startLine: 10, endLine: 12 },
	{ startLine: 0 },
	{ startLine: 900 },
	{ startLine: 5, endLine: 3 },
	{ endLine: 2 },
	{ startLine: 'x' },
];
const POINTERS = ['/0', '/0/owner/name', '/-1', '/119/tags', '/1000', '0', '', '/0/notes', '/0/~1'];

const cases = (era: Era) => {
	/** A session of an older era asks some of it: what differs there is the frame. */
	const some = <Row>(rows: readonly Row[]) =>
		era === '2026-07-28' ? rows : rows.filter((_, at) => at % 4 === 0);
	const ask = (name: string, args: object) => call(name, 'read_result', args, { era });
	return [
		config,
		...(era === '2026-07-28' ? [] : initialize(era)),
		call('list', 'shop__list_items', {}, { era, keep: { list: HANDLE } }),
		call('prose', 'shop__get_prose', {}, { era, keep: { prose: HANDLE } }),
		call('object', 'shop__get_object', {}, { era, keep: { object: HANDLE } }),
		call('log', 'shop__get_log', {}, { era, keep: { log: HANDLE } }),
		...some(SELECTS).map((select) => ask(`select ${select}`, { handle: '$list$', select })),
		...some(POINTERS).map((pointer) => ask(`pointer ${pointer}`, { handle: '$list$', pointer })),
		...some(QUERIES).map((query) => ask(`query of prose ${query}`, { handle: '$prose$', query })),
		...['ERROR', 'worker-3 /took 24\\d/', '/^2026-02-03.*WARN/'].map((query) =>
			ask(`query of log ${query}`, { handle: '$log$', query, limit: 4, context: 1 }),
		),
		...['Malmö', 'city:Faro status:open', 'chair'].map((query) =>
			ask(`query of list ${query}`, { handle: '$list$', query, limit: 5 }),
		),
		...some(LINES).map((lines) =>
			ask(`lines ${JSON.stringify(lines)}`, { handle: '$prose$', ...lines }),
		),
		ask('fields of list', { handle: '$list$', fields: 'id,owner.name,tags' }),
		ask('fields unknown', { handle: '$list$', fields: 'nope' }),
		ask('limit', { handle: '$list$', limit: 2 }),
		ask('limit too large', { handle: '$list$', limit: 5000 }),
		ask('limit no number', { handle: '$list$', limit: 'many' }),
		ask('limit zero', { handle: '$list$', limit: 0 }),
		ask('tokens', { handle: '$list$', tokens: 9000 }),
		ask('tokens too many', { handle: '$list$', tokens: 9000000 }),
		ask('object, on', { handle: '$object$' }),
		ask('object, a list in it', { handle: '$object$', pointer: '/guest/stays' }),
		ask('object, a text in it', { handle: '$object$', pointer: '/text', startLine: 3, endLine: 4 }),
		ask('object, select', {
			handle: '$object$',
			select: 'guest.stays[?status==`open`] | length(@)',
		}),
		ask('object, query', { handle: '$object$', query: 'walnut', limit: 2 }),
		ask('object, fields', { handle: '$object$', fields: 'id,guest.email' }),
		ask('several handles', {
			handles: { a: '$list$', b: '$object$' },
			select: 'length(a) > length(b.history)',
		}),
		ask('several handles, joined', {
			handles: { a: '$list$', b: '$object$' },
			select: 'inner_join(a, b.guest.stays, &id, &id)[0:2]',
		}),
		ask('several handles, no select', { handles: { a: '$list$' } }),
		ask('several handles, one foreign', { handles: { a: `${'B'.repeat(44)}` }, select: 'a' }),
		ask('select and query', { handle: '$list$', select: '[0]', query: 'x' }),
		ask('pointer and select', { handle: '$object$', pointer: '/guest', select: 'email' }),
		ask('no handle', {}),
		ask('short handle', { handle: 'abc' }),
		ask('foreign handle', { handle: 'A'.repeat(44) }),
		ask('handle no text', { handle: 7 }),
		ask('unknown argument', { handle: '$list$', what: 1 }),
		ask('select of prose', { handle: '$prose$', select: 'length(@)' }),
		ask('lines of a list', { handle: '$list$', startLine: 1, endLine: 2 }),
		call('reference', 'shop__echo', { id: { $ref: '$list$', select: '[3].id' } }, { era }),
		call(
			'reference by pointer',
			'shop__get_item',
			{ id: { $ref: '$list$', pointer: '/5/id' } },
			{ era },
		),
		call(
			'reference deep',
			'shop__echo',
			{ a: [{ b: { $ref: '$object$', pointer: '/guest/email' } }] },
			{ era },
		),
		call(
			'reference to nothing',
			'shop__echo',
			{ id: { $ref: '$list$', select: 'nothing' } },
			{ era },
		),
		call(
			'reference foreign',
			'shop__echo',
			{ id: { $ref: 'A'.repeat(44), select: '[0]' } },
			{ era },
		),
		call('reference without question', 'shop__echo', { id: { $ref: '$prose$' } }, { era }),
		call(
			'reference with more',
			'shop__echo',
			{ id: { $ref: '$list$', select: '[0]', other: 1 } },
			{ era },
		),
		call('select at once', 'shop__list_items', { _loadline: { select: 'length(@)' } }, { era }),
		call('query at once', 'shop__get_prose', { _loadline: { query: 'walnut' } }, { era }),
		call('fields at once', 'shop__list_items', { _loadline: { fields: 'id', limit: 3 } }, { era }),
		call('tokens at once', 'shop__list_items', { _loadline: { tokens: 6000 } }, { era }),
		call('cursor alone', 'shop__list_items', { cursor: '$list$' }, { era }),
		call('cursor of another tool', 'shop__get_prose', { cursor: '$list$' }, { era }),
		call('bad cursor', 'shop__list_items', { _loadline: { cursor: 'zzz' } }, { era }),
	];
};

export const asks: readonly Group[] = (['2025-11-25', '2026-07-28'] as const).map((era) => ({
	name: `asks-${era}`,
	run: (recorder) => recorder.all(cases(era)),
}));
