// The other own tools with good and bad arguments: records, workflow, replay, results.
import { call, type Era, HANDLE, http, initialize, rpc } from '../exchange';
import type { Group } from '../groups';

const CLEARING = `name: clear-in-the-middle
description: Plans, forgets, builds
agents: { builder: { description: Builds } }
loops:
  work:
    - { id: do, agent: builder, instructions: "Do {task.title}" }
    - { id: check, on_fail: retry, instructions: "Check {task.title}" }
steps:
  - { id: plan, type: action, artefacts: true, instructions: Make a plan }
  - { id: work, type: loop }
  - { id: build, type: action, agent: builder, context: clear, instructions: Build it }
`;
const TASK = 'release_rollout_v1';
const trace = {
	events: ['run_tests', 'approve_release', 'deploy'].map((action, step) => ({ step, action })),
};
const state = { permission_scopes: { deploy: ['requires_approval', 'requires_canary'] } };
const graph = {
	nodes: ['run_tests', 'approve_release', 'deploy', 'page'].map((node_id) => ({ node_id })),
	edges: [
		{ source: 'run_tests', target: 'approve_release', relation: 'PREREQUISITE' },
		{ source: 'approve_release', target: 'deploy', relation: 'BLOCKER' },
		{ source: 'deploy', target: 'page', relation: 'RECOVERY' },
	],
};
const PAYLOAD = {
	task: TASK,
	constraints: ['deploy:requires_approval'],
	required_order: ['run_tests', 'approve_release', 'deploy'],
	blockers: [['approve_release', 'deploy']],
	dependency_chains: [['run_tests', 'approve_release']],
	recovery: [['deploy', 'page']],
};

type Row = readonly [name: string, tool: string, args: object, keep?: Record<string, RegExp>];
const SEARCH = 'search_records';
const model = 'activity';
const RUN = { run: /"run_id\\*":\\*"([^"\\]+)/ };

const RECORDS: readonly Row[] = [
	['search', SEARCH, { model }, { cursor: /"nextCursor\\*":\\*"([^"\\]+)/ }],
	['search, next', SEARCH, { cursor: '$cursor$' }],
	['search, words', SEARCH, { model, query: 'web meeting', limit: 3 }],
	[
		'search, where',
		SEARCH,
		{
			model,
			where: { minutes: { $gte: 120 }, 'person.team': 'Data' },
			fields: ['id', 'person.name'],
			sort: '-minutes',
			limit: 2,
		},
	],
	['search, lean', SEARCH, { model, lean: true }],
	['search, no model', SEARCH, {}],
	['search, unknown model', SEARCH, { model: 'ships' }],
	['search, unknown field', SEARCH, { model, where: { team: 1 } }],
	['search, unknown operator', SEARCH, { model, where: { minutes: { $near: 1 } } }],
	['search, bad sort', SEARCH, { model, sort: 'nope' }],
	['search, bad limit', SEARCH, { model, limit: 0 }],
	['search, bad cursor', SEARCH, { cursor: 'zzz' }],
	['search, unknown argument', SEARCH, { model, wher: {} }],
	['find', 'find_records', { model, ids: [72, 80, 9999] }],
	['find five', 'find_records', { model, ids: [72, 73, 74, 75, 76] }],
	['find none', 'find_records', { model, ids: [] }],
	['find without ids', 'find_records', { model }],
	[
		'store',
		'store_analysis_memory',
		{ finding: '3 activities to Web Dev', record_ids: [72, 80], tags: ['reclassify'] },
	],
	[
		'store, shared',
		'store_analysis_memory',
		{ finding: 'For all', details: 'Long story', shared: true },
	],
	['store nothing', 'store_analysis_memory', { finding: '' }],
	['store, bad tags', 'store_analysis_memory', { finding: 'x', tags: 'a' }],
	['recall', 'recall_analysis', { query: 'web activities' }],
	['recall by tags', 'recall_analysis', { tags: ['reclassify'] }],
	['recall all', 'recall_analysis', {}],
	['recall nothing', 'recall_analysis', { query: 'zebra' }],
	['recall, bad', 'recall_analysis', { tags: [''] }],
];
const WORKFLOW: readonly Row[] = [
	['list', 'workflow_list', {}],
	[
		'start',
		'workflow_start',
		{ workflow: 'clear-in-the-middle', summary: 'a house', key: 'k1' },
		RUN,
	],
	['start again', 'workflow_start', { workflow: 'clear-in-the-middle', key: 'k1' }],
	['start unknown', 'workflow_start', { workflow: 'nothing' }],
	['start none', 'workflow_start', {}],
	[
		'tasks',
		'workflow_set_tasks',
		{
			run_id: '$run$',
			loop_id: 'work',
			tasks: [
				{ id: 'a', title: 'Walls' },
				{ id: 'b', title: 'Roof', description: 'red' },
			],
		},
	],
	['tasks of no loop', 'workflow_set_tasks', { run_id: '$run$', loop_id: 'play', tasks: [] }],
	[
		'tasks without title',
		'workflow_set_tasks',
		{ run_id: '$run$', loop_id: 'work', tasks: [{ id: 'a' }] },
	],
	['status', 'workflow_status', { run_id: '$run$' }],
	['status of none', 'workflow_status', { run_id: 'r-none' }],
	[
		'advance',
		'workflow_advance',
		{ run_id: '$run$', if_position: 1, output: 'a plan', artefacts: ['plan.md'] },
	],
	['advance, stale', 'workflow_advance', { run_id: '$run$', if_position: 1 }],
	['advance, ahead', 'workflow_advance', { run_id: '$run$', if_position: 99 }],
	['advance, bad outcome', 'workflow_advance', { run_id: '$run$', outcome: 'maybe' }],
	['advance to the check', 'workflow_advance', { run_id: '$run$', output: 'walls' }],
	[
		'advance, failed',
		'workflow_advance',
		{ run_id: '$run$', outcome: 'failed', output: 'crooked' },
	],
	...[1, 2, 3, 4].map(
		(n) => [`advance, on ${n}`, 'workflow_advance', { run_id: '$run$', output: `o${n}` }] as const,
	),
	['status after the clear', 'workflow_status', { run_id: '$run$' }],
	['context', 'workflow_context', { run_id: '$run$' }],
	['advance to the end', 'workflow_advance', { run_id: '$run$', output: 'built' }],
	['advance after the end', 'workflow_advance', { run_id: '$run$' }],
	['list at the end', 'workflow_list', {}],
	['step by number', 'get_workflow_step', { workflow: 'clear-in-the-middle', step: 1 }],
	['step by id', 'get_workflow_step', { workflow: 'clear-in-the-middle', step: 'work' }],
	['step of none', 'get_workflow_step', { workflow: 'clear-in-the-middle', step: 9 }],
	['step, bad', 'get_workflow_step', { workflow: 'clear-in-the-middle', step: {} }],
	['context of no run', 'workflow_context', { session_id: 'nobody' }],
];
const REPLAY: readonly Row[] = [
	['build', 'build_replay_payload', { task: TASK, trace, state, dependency_graph: graph }],
	['build of this session', 'build_replay_payload', {}],
	['build, bad task', 'build_replay_payload', { task: '../x', trace }],
	[
		'build, bad edge',
		'build_replay_payload',
		{
			task: TASK,
			trace,
			dependency_graph: { nodes: [], edges: [{ source: 'a', target: 'b', relation: 'X' }] },
		},
	],
	['build, bad trace', 'build_replay_payload', { task: TASK, trace: { events: [{ step: 0 }] } }],
	['render', 'render_prompt_context', { payload: PAYLOAD }],
	['render nothing', 'render_prompt_context', {}],
	['render, bad', 'render_prompt_context', { payload: { task: 7 } }],
	['validate', 'validate_replay_payload', { payload: PAYLOAD }],
	[
		'validate against',
		'validate_replay_payload',
		{
			payload: { ...PAYLOAD, constraints: [], required_order: ['deploy', 'run_tests'] },
			baseline: PAYLOAD,
		},
	],
	[
		'validate against another',
		'validate_replay_payload',
		{ payload: PAYLOAD, baseline: { ...PAYLOAD, task: 'other' } },
	],
	['validate, no payload', 'validate_replay_payload', { baseline: PAYLOAD }],
	['save', 'save_context', { payload: PAYLOAD }],
	['save, shared', 'save_context', { payload: { ...PAYLOAD, task: 'shared_task' }, shared: true }],
	['save, bad', 'save_context', { payload: [] }],
	['load', 'load_context', { task_id: TASK }],
	['load none', 'load_context', { task_id: 'none' }],
	['load without id', 'load_context', {}],
];
const RESULTS: readonly Row[] = [
	['a list', 'demo__list_bookings', {}, { handle: HANDLE }],
	['read all', 'read_result', { handle: '$handle$' }],
	['show the context', 'show_context', {}],
	['show, bad', 'show_context', { what: 1 }],
	['expand unknown', 'expand_result', { id: 'nothing' }],
	['expand without id', 'expand_result', {}],
	['find a tool', 'find_tools', { query: 'bookings' }],
];

const cases = (era: Era, rows: readonly Row[], toolset: string) => {
	const path = `/mcp?toolsets=${toolset}`;
	return [
		...(era === '2026-07-28' ? [] : initialize(era, { path })),
		...(toolset === 'workflow'
			? [
					http('define', 'PUT', '/api/workflows/clear-in-the-middle', {
						body: CLEARING,
						headers: { 'content-type': 'application/yaml' },
					}),
				]
			: []),
		rpc('tools', 'tools/list', {}, { era, path }),
		...rows.map(([name, tool, args, keep]) =>
			call(name, tool, args, { era, path, ...(keep && { keep }) }),
		),
	];
};

export const tools: readonly Group[] = (['2025-11-25', '2026-07-28'] as const).map((era) => ({
	name: `tools-${era}`,
	run: async (recorder) => {
		await recorder.all(cases(era, RECORDS, 'records'));
		await recorder.all(cases(era, WORKFLOW, 'workflow'));
		await recorder.all(cases(era, REPLAY, 'replay'));
		await recorder.all(cases(era, RESULTS, 'results,upstreams'));
	},
}));
