// Memory as an agent uses it, the errors of each tool, and the same from the API's side.
import { call, type Era, http, initialize, rpc } from '../exchange';
import type { Group } from '../groups';

const STYLE =
	'---\ndescription: How code looks\n---\n# Style\n\n## Naming\n\n- snake_case functions\n- PascalCase types\n';
const CODING = '# Coding\n\n## Steps\n\nInspect the diff and suggest a commit message.\n';
const LONG = `# Long\n\n## Must\n\n- stay whole\n\n# Story\n\n${'One "sentence" after another.\n'.repeat(900)}`;
const FLAGS = '# Rules\n\n- Feature flags begin with quokka_\n- Never commit to the main branch\n';
const FILES = Object.entries({
	'rules/style.md': STYLE,
	'workflow/coding.md': CODING,
	'context/a.md': 'A',
	'rules/long.md': LONG,
	'AGENTS.md': FLAGS,
}).map(([file, content]) => ({ file, content, base: null }));

export const publish = http('publish', 'POST', '/api/memory/sync/apply', {
	body: { files: FILES, note: 'first' },
	keep: {
		style: /"id":"([^"]+)","path":"STYLE/,
		coding: /"id":"([^"]+)","path":"workflow\/CODING/,
		context: /"id":"([^"]+)","path":"A\.md/,
		long: /"id":"([^"]+)","path":"LONG/,
	},
});
const NONE = { 'META_PROMPT.md': '' };
const session_id = 'thread-1';
const op = (resource: string, name: string, details: object) => ({
	session_id,
	resource,
	op: { [name]: details },
});

/** Calls that must be refused. */
const WRONG: readonly (readonly [tool: string, args: object])[] = [
	['memsetup', { knownHashes: NONE }],
	['memsetup', { session_id: 5, knownHashes: NONE }],
	['memsetup', { session_id: 'a b', knownHashes: NONE }],
	['memsetup', { session_id: 'other' }],
	['memsetup', { session_id: 'other', knownHashes: {} }],
	['memdisc', { session_id, kind: 'mpf' }],
	['memdisc', { session_id, query: 7 }],
	['memdisc', { session_id: 'stranger' }],
	['memload', { session_id }],
	['memload', { session_id, ids: '$style$' }],
	['memload', { session_id, ids: ['$style$'] }],
	['memload', { session_id, ids: ['$style$'], knownHashes: {} }],
	['memload', { session_id, ids: ['p-none'], knownHashes: { 'p-none': '' } }],
	['memref', { session_id }],
	['memref', { session_id, refs: [] }],
	['memref', { session_id, refs: [{ ruleId: 'p-none', constraintId: 'Steps' }] }],
	['memref', { session_id, refs: [{ ruleId: '$context$', constraintId: 'Steps' }] }],
	['memref', { session_id, refs: [{ ruleId: '$coding$', constraintId: 'Step' }] }],
	['agentreport', { session_id }],
	['agentreport', { session_id, summary: '' }],
	['agentrejected', { session_id, reason: {} }],
	['artifact', { session_id, op: {} }],
	['artifact', { session_id, resource: 'rule', op: 'create' }],
	['artifact', { session_id, resource: 'rule', op: {} }],
	['artifact', op('rule', 'create', { path: '../x.md', body: 'x' })],
	['artifact', op('rule', 'create', { path: 'workflow/coding.md', body: 'x' })],
	['artifact', op('rule', 'update', { id: 'p-none', body: 'x' })],
	['artifact', op('rule', 'discard', { id: '$coding$' })],
	['artifact', op('mpf', 'rename', {})],
	['memactivate', { session_id, task: '' }],
	['memactivate', { session_id, task: 'x', token_budget: 'all' }],
	['memdisc', { session_id, what: 1 }],
];

const cases = (era: Era) => {
	const path = '/mcp?toolsets=memory,results';
	const say = (name: string, tool: string, args: object, keep?: Record<string, RegExp>) =>
		call(name, tool, args, { era, path, ...(keep && { keep }) });
	const load = (name: string, id: string, hash: string, more: object = {}) =>
		say(name, 'memload', { session_id, ids: [id], knownHashes: { [id]: hash }, ...more });
	return [
		...(era === '2026-07-28' ? [] : initialize(era, { path })),
		publish,
		rpc('tools', 'tools/list', {}, { era, path }),
		rpc('prompts', 'prompts/list', {}, { era, path }),
		rpc('the prompt of the rules', 'prompts/get', { name: 'rules' }, { era, path }),
		rpc(
			'resources',
			'resources/list',
			{},
			{ era, path, keep: { uri: /"uri":"([^"]*STYLE[^"]*)"/ } },
		),
		rpc('a rule as a resource', 'resources/read', { uri: '$uri$' }, { era, path }),
		say(
			'setup',
			'memsetup',
			{ session_id, knownHashes: NONE },
			{ meta: /"hash\\*":\\*"([^"\\]+)/ },
		),
		say('setup again', 'memsetup', { session_id, knownHashes: { 'META_PROMPT.md': '$meta$' } }),
		say('setup, new', 'memsetup', { session_id: 'new', knownHashes: NONE }),
		say('all', 'memdisc', { session_id }),
		say('all, in full', 'memdisc', { session_id, shape: 'full' }),
		say('of a kind', 'memdisc', { session_id, kind: 'workflow' }),
		say('of a group', 'memdisc', { session_id, group: 'workflow' }),
		say('by words', 'memdisc', { session_id, query: 'how code looks' }),
		say('by words of none', 'memdisc', { session_id, query: 'zebra' }),
		load('load', '$style$', ''),
		load('load, in full', '$coding$', '', { shape: 'full' }),
		load('load, held', '$style$', 'wrong'),
		load('load a long one', '$long$', ''),
		say('refer', 'memref', {
			session_id,
			refs: [{ ruleId: '$coding$', constraintId: 'Steps', reason: 'did so' }],
		}),
		say('activate', 'memactivate', { session_id, task: 'suggest a commit message' }),
		say('activate, in full', 'memactivate', {
			session_id,
			task: 'name functions',
			files: ['src/a.ts'],
			shape: 'full',
		}),
		say('activate, little room', 'memactivate', { session_id, task: 'commit', token_budget: 60 }),
		...WRONG.map(([tool, args]) => say(`wrong ${tool} ${JSON.stringify(args)}`, tool, args)),
		say('create', 'artifact', op('context', 'create', { path: 'Drafts/one.md', body: '# New\n' }), {
			draft: /(tmp-context-[0-9a-f]{12})/,
		}),
		load('the draft', '$draft$', '', { draft: true }),
		say(
			'update',
			'artifact',
			op('rule', 'update', {
				id: '$style$',
				body: `${STYLE}- short lines\n`,
				description: 'lines',
			}),
		),
		say(
			'rename',
			'artifact',
			op('context', 'rename', { id: '$draft$', new_path: 'Drafts/two.md' }),
		),
		say('delete', 'artifact', op('context', 'delete', { id: '$draft$' })),
		say(
			'learn',
			'artifact',
			op('rule', 'learn', { text: 'Ask before you delete a file', example: 'rm x' }),
		),
		say('the prompt of all', 'artifact', op('mpf', 'update', { body: '# Meta\n\nRead it.\n' })),
		say('report', 'agentreport', { session_id, summary: 'done' }),
		say('reject', 'agentrejected', { session_id, reason: 'ignored the style' }),
		http('drafts', 'GET', '/api/memory/drafts'),
		http('attestations', 'GET', '/api/memory/attestations?order=oldest'),
		http('usage', 'GET', '/api/memory/usage'),
		http('overlaps', 'GET', '/api/memory/overlaps'),
	];
};

export const memory: readonly Group[] = (['2025-11-25', '2026-07-28'] as const).map((era) => ({
	name: `memory-${era}`,
	run: (recorder) => recorder.all(cases(era)),
}));
