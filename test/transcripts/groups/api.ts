// Every route of the API, the writes too, with good and bad requests.
import { call, type Exchange, HANDLE, http } from '../exchange';
import type { Group } from '../groups';
import { SERVERS } from '../house';
import { people } from './api-people';
import { publish } from './memory';
import { get, post, put, remove } from './requests';

const era = '2026-07-28';

const YAML = { headers: { 'content-type': 'application/yaml' } };
const SHOP = { name: 'shop', url: SERVERS.shop };
const FLOW =
	'name: two\ndescription: Two steps\nsteps:\n  - {id: a, type: action, instructions: First}\n  - {id: b, type: action, context: clear, instructions: Then}\n';

const config: readonly Exchange[] = [
	get('/api/config'),
	put('/api/config?dryRun=true', { demo: true, exactSampleRate: 0, upstreams: [SHOP] }),
	put('/api/config', {
		demo: true,
		exactSampleRate: 0,
		exportLinkSeconds: 60,
		sessionTexts: true,
		upstreams: [SHOP],
		alerts: { rules: [] },
	}),
	put('/api/config', {
		demo: true,
		exactSampleRate: 0,
		exportLinkSeconds: 60,
		sessionTexts: true,
		upstreams: [SHOP],
	}),
	put('/api/config', 'defaultPageSize: 0\nnothing: 1\nupstreams: [{name: "a b"}]\n', YAML),
	put('/api/config', '{"a":', { headers: { 'content-type': 'application/json' } }),
	put('/api/config', 'a: [', YAML),
	put('/api/config', { demo: true }, { headers: { 'if-match': '"99"' } }),
	put('/api/config', 'x', { headers: { 'content-type': 'text/plain' } }),
	get('/api/config/document'),
	get('/api/config/document?version=0'),
	get('/api/config/document?version=99'),
	get('/api/config/history'),
	get('/api/config/history?limit=1'),
	get('/api/config/history?limit=x'),
	put('/api/config/upstreams/legacy', {
		url: SERVERS.legacy,
		headers: { authorization: 'Bearer literal-secret' },
	}),
	put('/api/config/upstreams/bad', { url: 'ftp://x' }),
	put('/api/config/upstreams/gone', { url: SERVERS.gone }),
	get('/api/config/upstreams/shop/changes'),
	get('/api/config/upstreams/nobody/changes'),
	post('/api/config/upstreams/shop/accept'),
	remove('/api/config/upstreams/gone'),
	remove('/api/config/upstreams/gone'),
	post('/api/config/rollback', { version: 1 }),
	post('/api/config/rollback', { version: 77 }),
	post('/api/config/rollback', {}),
	get('/api/config'),
];
const documents: readonly Exchange[] = [
	get('/health'),
	get('/api/openapi.json'),
	get('/llms.txt'),
	get('/docs/gateway.md'),
	get('/docs/nothing.md'),
	get('/api/me'),
	get('/api'),
	get('/api/nothing'),
	http('PATCH /api/config', 'PATCH', '/api/config', { body: {} }),
];
const memory: readonly Exchange[] = [
	publish,
	{ ...publish, name: 'publish again', keep: {} },
	post('/api/memory/sync/plan', {
		files: [
			{ file: 'rules/style.md', hash: 'x' },
			{ file: 'rules/new.md', hash: 'y' },
		],
	}),
	post('/api/memory/sync/plan', { files: 7 }),
	post('/api/memory/sync/apply', { files: [{ file: '../x', content: 'a', base: null }] }),
	http('GET /api/memory/objects', 'GET', '/api/memory/objects', {
		keep: { object: /"id":"([^"]+)"[^{}]*"path":"STYLE\.md"/, version: /"version":(\d+)/ },
	}),
	get('/api/memory/objects?kind=workflow'),
	get('/api/memory/objects?kind=none'),
	get('/api/memory/objects?query=commit&limit=1'),
	get('/api/memory/objects/$object$'),
	get('/api/memory/objects/p-none'),
	get('/api/memory/objects/$object$/versions'),
	post('/api/memory/sync/apply', {
		files: [{ file: 'rules/style.md', content: '# Style\n\n- short lines\n', base: 'wrong' }],
	}),
	post('/api/memory/objects/$object$/rollback', { version: 1 }),
	post('/api/memory/objects/$object$/rollback', { version: 9 }),
	get('/api/memory/export'),
	get('/api/memory/overlaps'),
	get('/api/memory/usage'),
	get('/api/memory/attestations?order=oldest&limit=3'),
	get('/api/memory/attestations?format=csv'),
	get('/api/memory/attestations?limit=0'),
	post('/api/memory/standing', { session_id: 's1' }),
	post('/api/memory/standing', { session_id: 's1', held: ['000000000000'], token_budget: 200 }),
	post('/api/memory/standing', { session_id: '../x' }),
	call(
		'setup',
		'memsetup',
		{ session_id: 'api-1', knownHashes: { 'META_PROMPT.md': '' } },
		{ era },
	),
	call(
		'draft',
		'artifact',
		{
			session_id: 'api-1',
			resource: 'rule',
			op: { create: { path: 'fresh.md', body: '# Fresh\n\n- be kind\n' } },
		},
		{ era, keep: { draft: /(tmp-[\w-]+)/ } },
	),
	call(
		'another draft',
		'artifact',
		{
			session_id: 'api-1',
			resource: 'context',
			op: { create: { path: 'other.md', body: '# Other\n' } },
		},
		{ era, keep: { other: /(tmp-[\w-]+)/ } },
	),
	get('/api/memory/drafts'),
	get('/api/memory/drafts?state=none'),
	get('/api/memory/drafts/$draft$'),
	get('/api/memory/drafts/none'),
	post('/api/memory/drafts/$draft$/approve', {}),
	post('/api/memory/drafts/$draft$/submit', { comment: 'please' }),
	post('/api/memory/drafts/$draft$/submit', {}),
	post('/api/memory/drafts/$draft$/approve', { comment: 'fine' }),
	post('/api/memory/drafts/$draft$/approve', {}),
	post('/api/memory/drafts/$other$/submit', {}),
	post('/api/memory/drafts/$other$/reject', { comment: 'no' }),
	post('/api/memory/drafts/$other$/reject', { what: 1 }),
];
const data: readonly Exchange[] = [
	get('/api/records'),
	get('/api/records/activity?limit=2&fields=id,title'),
	get(
		`/api/records/activity?where=${encodeURIComponent('{"minutes":{"$gte":100}}')}&sort=-minutes&limit=1`,
	),
	get('/api/records/activity?where=x'),
	get('/api/records/none'),
	post('/api/records/ships', [
		{ id: 1, name: 'Argo', crew: 50 },
		{ id: 2, name: 'Pequod', crew: 30 },
	]),
	post('/api/records/ships', 'id,name,crew\n3,Nautilus,20\n', {
		headers: { 'content-type': 'text/csv' },
	}),
	post('/api/records/ships', '{"id":4,"name":"Fram","crew":13}\n{"id":', {
		headers: { 'content-type': 'application/x-ndjson' },
	}),
	post('/api/records/ships', [{ name: 'no id' }]),
	get('/api/records/ships?query=argo'),
	remove('/api/records/ships'),
	remove('/api/records/ships'),
	call('finding', 'store_analysis_memory', { finding: 'It leaks', tags: ['hull'] }, { era }),
	get('/api/findings'),
	get('/api/findings?tags=hull&query=leaks'),
	get('/api/findings?tags='),
	remove('/api/findings/1'),
	remove('/api/findings/1'),
	remove('/api/findings/x'),
	call(
		'a kept list',
		'shop__list_items',
		{},
		{ era, meta: { 'dev.loadline/session': 'api-2' }, keep: { handle: HANDLE } },
	),
	get('/api/results/$handle$'),
	get('/api/results/$handle$?format=csv&select=%5B0%3A3%5D.%7Bid%3Aid%2Cname%3Aname%7D'),
	get('/api/results/$handle$?pointer=/0'),
	get('/api/results/$handle$?format=ndjson&select=%5B0%3A2%5D'),
	get('/api/results/$handle$?format=xml'),
	get('/api/results/$handle$?select=%5B'),
	get(`/api/results/${'A'.repeat(44)}`),
	http('POST link', 'POST', '/api/results/$handle$/link?format=csv', {
		keep: { link: /"url":"https?:\/\/[^/]+([^"]+)"/ },
	}),
	get('$link$'),
	get('/api/results/$handle$?link=wrong'),
];
const work: readonly Exchange[] = [
	get('/api/workflows'),
	put('/api/workflows/two', FLOW, YAML),
	put('/api/workflows/two', FLOW, YAML),
	put('/api/workflows/two', FLOW.replace('First', 'At first'), YAML),
	put('/api/workflows/two', 'name: [', YAML),
	put(
		'/api/workflows/two',
		'name: bad\ndescription: d\nsteps:\n  - {id: a, type: ralph, n: 0}\n',
		YAML,
	),
	get('/api/workflows/two'),
	get('/api/workflows/none'),
	call(
		'start',
		'workflow_start',
		{ workflow: 'two', session_id: 'api-2' },
		{ era, keep: { run: /"run_id\\*":\\*"([^"\\]+)/ } },
	),
	call('advance', 'workflow_advance', { run_id: '$run$', output: 'x' }, { era }),
	get('/api/runs'),
	get('/api/runs?limit=0'),
	get('/api/runs/$run$'),
	get('/api/runs/none'),
	http('GET /api/sessions', 'GET', '/api/sessions', { keep: { session: /"id":"([^"]+)"/ } }),
	http('GET /api/sessions/api-2', 'GET', '/api/sessions/api-2', {
		keep: { call: /"id":"([^"]+)"/ },
	}),
	get('/api/sessions/none'),
	get('/api/sessions/api-2/calls/$call$/original'),
	get('/api/sessions/api-2/calls/none/original'),
	post('/api/sessions/api-2/left', { results: ['$call$', 'other'] }),
	post('/api/sessions/api-2/left', { results: 'x' }),
	get('/api/telemetry'),
	get('/api/telemetry?groupBy=endpoint,outcome'),
	get('/api/telemetry?groupBy=moon'),
	get('/api/telemetry?from=x'),
	get('/api/telemetry/requests?limit=3'),
	get('/api/telemetry/requests?endpoint=shop__list_items'),
	get('/api/telemetry/alerts'),
	remove('/api/sessions/api-2'),
	remove('/api/sessions/api-2'),
	remove('/api/sessions'),
];

export const api: readonly Group[] = [
	{ name: 'api-config', run: (recorder) => recorder.all([...documents, ...config]) },
	{ name: 'api-memory', run: (recorder) => recorder.all(memory) },
	{
		name: 'api-data',
		run: (recorder) =>
			recorder.all([
				put('/api/config', {
					demo: true,
					exactSampleRate: 0,
					exportLinkSeconds: 60,
					upstreams: [SHOP],
				}),
				...data,
			]),
	},
	{
		name: 'api-work',
		run: async (recorder) => {
			await recorder.all([
				put('/api/config', {
					demo: true,
					exactSampleRate: 0,
					sessionTexts: true,
					upstreams: [SHOP],
				}),
				call(
					'a kept list',
					'shop__list_items',
					{},
					{ era, meta: { 'dev.loadline/session': 'api-2' } },
				),
				call('a text', 'shop__get_prose', {}, { era, meta: { 'dev.loadline/session': 'api-2' } }),
			]);
			await recorder.house.settle();
			await recorder.all(work);
		},
	},
	{ name: 'api-people', run: (recorder) => recorder.all(people) },
];
