import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildReplayPayload } from '../../src/replay/build';
import { validateReplayPayload } from '../../src/replay/validate';
import { built, run } from './payloads';

describe('buildReplayPayload', () => {
	it('keeps the order of actions, repetitions included, and sorts everything else', () => {
		const input = {
			...run(['b', 'a', 'b'], ['b>a:CAUSAL', 'a>b:BLOCKER', 'a>b:CAUSAL', 'b>away:RECOVERY']),
			state: { permission_scopes: { b: ['🚢', 'ﬁ', 'z', 'z'], 'not in the trace': ['x'] } },
		};
		expect(JSON.stringify(built(input))).toBe(
			JSON.stringify({
				task: 'a_task',
				constraints: ['b:z', 'b:ﬁ', 'b:🚢', 'not in the trace:x'],
				required_order: ['b', 'a', 'b'],
				blockers: [['a', 'b']],
				dependency_chains: [
					['a', 'b'],
					['b', 'a'],
				],
				recovery: [['b', 'away']],
			}),
		);
	});

	it('takes names that objects have of their own for plain names', () => {
		const scopes = JSON.parse('{"__proto__": ["constructor"]}');
		const input = { ...run(['__proto__', 'toString'], ['__proto__>toString:CAUSAL']) };
		const payload = built({ ...input, state: { permission_scopes: scopes } });
		expect(payload.constraints).toEqual(['__proto__:constructor']);
		expect(payload.dependency_chains).toEqual([['__proto__', 'toString']]);
	});

	it('needs neither state nor graph, and passes an objective on', () => {
		const { task, trace } = run(['a']);
		const payload = built({ task, trace, objective: 'ship it' });
		expect(payload).toMatchObject({ objective: 'ship it', constraints: [], recovery: [] });
		const events = [{ action: 'a' }, { action: 'b' }];
		expect(built({ task, trace: { events }, state: null, dependency_graph: null })).toMatchObject({
			required_order: ['a', 'b'],
			blockers: [],
			dependency_chains: [],
		});
	});

	it('does not depend on the order of edges, scopes and nodes', () => {
		const edges = ['a>b:CAUSAL', 'b>c:BLOCKER', 'c>a:RECOVERY', 'a>c:TEMPORAL', 'b>c:CAUSAL'];
		const scopes = ['x', 'y', 'z'];
		fc.assert(
			fc.property(
				fc.shuffledSubarray(edges, { minLength: 5 }),
				fc.shuffledSubarray(scopes, { minLength: 3 }),
				(edges, scopes) => {
					const input = run(['a', 'b', 'c'], edges);
					const state = { permission_scopes: { a: scopes } };
					expect(JSON.stringify(built({ ...input, state }))).toBe(
						JSON.stringify(
							built({
								...run(['a', 'b', 'c'], [...edges].sort()),
								state: { permission_scopes: { a: ['x', 'y', 'z'] } },
							}),
						),
					);
				},
			),
		);
	});

	it('keeps cycles, which validation then shows as edges', () => {
		const payload = built(run(['a', 'b'], ['a>b:CAUSAL', 'b>a:RECOVERY', 'a>a:CAUSAL']));
		expect(payload.dependency_chains).toHaveLength(3);
		expect(validateReplayPayload(payload).issues).toMatchObject([
			{
				evidence: [
					['a', 'a'],
					['b', 'a'],
				],
			},
		]);
	});

	const nodes = [{ node_id: 'a' }];
	it.each([
		[null, 'the recorded run must be an object, not null'],
		[{ ...run(['a']), trace: undefined }, 'trace must be an object, not missing'],
		[{ ...run(['a']), trace: {} }, 'trace.events must be a list of {action, step}'],
		[{ ...run(['a']), trace: { events: 'a' } }, 'trace.events must be a list, not a string'],
		[run(['a', '']), 'trace.events[1].action must not be empty'],
		[
			{
				...run([]),
				trace: {
					events: [
						{ action: 'a', step: 2 },
						{ action: 'b', step: 2 },
					],
				},
			},
			'trace.events[1].step is 2, which is also that of [0]; give each event its own',
		],
		[
			{ ...run([]), trace: { events: [{ action: 'a', step: 'two' }] } },
			'trace.events[0].step must be a number, not "two"',
		],
		[
			{ ...run([]), trace: { events: [{ action: 'a', step: 'x'.repeat(61) }] } },
			`trace.events[0].step must be a number, not "${'x'.repeat(60)}…"`,
		],
		[
			{ ...run([]), trace: { events: [{ action: 'a', step: 'x'.repeat(60) }] } },
			`trace.events[0].step must be a number, not "${'x'.repeat(60)}"`,
		],
		[
			{ ...run([]), trace: { events: [{ action: 'a', step: [] }] } },
			'trace.events[0].step must be a number, not a list',
		],
		[{ ...run([]), trace: { events: [null] } }, 'trace.events[0] must be an object, not null'],
		[
			{ ...run(['a']), state: { permission_scopes: 'all' } },
			'state.permission_scopes must be an object, not a string',
		],
		[
			{ ...run(['a']), dependency_graph: { nodes: [null] } },
			'dependency_graph.nodes[0] must be an object, not null',
		],
		[
			{ ...run(['a']), dependency_graph: { nodes: [{ node_id: '' }] } },
			'dependency_graph.nodes[0].node_id must not be empty',
		],
		[{ ...run(['a']), objective: true }, 'objective must be a string, not a boolean'],
		[
			{ ...run(['a']), state: { permission_scopes: { a: ['x', 7] } } },
			'state.permission_scopes["a"][1] must be a string, not a number',
		],
		[
			run(['a', 'b'], ['a>b:GUESS']),
			'dependency_graph.edges[0].relation is "GUESS"; use one of BLOCKER, CAUSAL, DATA_FLOW, PREREQUISITE, RECOVERY, TEMPORAL',
		],
		[
			{ ...run(['a']), dependency_graph: { nodes, ...run([], ['a>b:CAUSAL']).dependency_graph } },
			'dependency_graph.edges[0].target is "b", which is the node_id of none of the nodes; add the node',
		],
	])('says what is wrong with %j', (input, message) => {
		expect(buildReplayPayload(input)).toEqual({
			ok: false,
			error: { code: 'invalid_trace', message },
		});
	});

	it.each(['../etc/passwd', 'a/b', 'a\\b', '.hidden', '..', 'C:', 'a\0', '', 'x'.repeat(129), 7])(
		'refuses %j as a task',
		(task) => {
			const refused = buildReplayPayload({ ...run(['a']), task });
			expect(refused).toMatchObject({
				ok: false,
				error: {
					code: 'invalid_task_id',
					message: expect.stringMatching(
						/^task is .+; use 1 to 128 letters, digits, spaces or _ - \. @ \+, and no dot first$/,
					),
				},
			});
		},
	);

	it('answers with a value whatever it is given', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (trace, state, graph) => {
				const input = { task: 'a', trace: { events: trace }, state, dependency_graph: graph };
				expect(typeof buildReplayPayload(input).ok).toBe('boolean');
			}),
		);
	});
});
