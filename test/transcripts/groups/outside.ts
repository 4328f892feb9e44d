// Exchanges of hosts and models: hooks, and the pass-through to a model provider.
import { call, type Exchange, http } from '../exchange';
import type { Group } from '../groups';
import { SERVERS } from '../house';
import { publish } from './memory';

const era = '2026-07-28';
const hook = (
	session_id: string,
	hook_event_name: string,
	more: object = {},
	host = 'claude-code',
): Exchange =>
	http(
		`${host} ${hook_event_name} of ${session_id} ${JSON.stringify(more).slice(0, 60)}`,
		'POST',
		`/hooks/${host}`,
		{
			body: { session_id, hook_event_name, cwd: '/project', transcript_path: '/t.jsonl', ...more },
		},
	);
const stdout = Array.from({ length: 1200 }, (_, at) => `${at}: an entry of the log`).join('\n');
const tool_response = { stdout, stderr: '', interrupted: false, isImage: false };

const hooks: readonly Exchange[] = [
	publish,
	hook('s1', 'PostToolUse', {
		tool_name: 'Bash',
		tool_input: { command: 'cat log' },
		tool_response,
	}),
	hook('s1', 'PostToolUse', {
		tool_name: 'Bash',
		tool_input: {},
		tool_response: { ...tool_response, stdout: 'ok' },
	}),
	hook('s1', 'PostToolUse', {
		tool_name: 'Read',
		tool_response: { type: 'text', file: { filePath: '/a', content: stdout } },
	}),
	...[
		'mcp__loadline__memsetup',
		'mcp__loadline__workflow_list',
		'mcp__other__memsetup',
		'Bash',
	].map((tool_name) => hook('s2', 'PreToolUse', { tool_name, tool_input: { a: 1 } })),
	call('start', 'workflow_start', { workflow: 'draft-and-refine', session_id: 'w1' }, { era }),
	call('advance', 'workflow_advance', { session_id: 'w1', if_position: 1 }, { era }),
	hook('w1', 'Stop'),
	hook('w2', 'Stop'),
	hook('w1', 'SessionStart', { source: 'compact' }),
	hook('w1', 'Stop'),
	...[2, 3, 4].map((if_position) =>
		call(`advance ${if_position}`, 'workflow_advance', { session_id: 'w1', if_position }, { era }),
	),
	hook('w1', 'SessionEnd', { reason: 'clear' }),
	hook('w3', 'SessionStart', { source: 'clear' }),
	hook('r1', 'SessionStart', { source: 'startup' }),
	call('setup', 'memsetup', { session_id: 'm1', knownHashes: { 'META_PROMPT.md': '' } }, { era }),
	call(
		'activate',
		'memactivate',
		{ session_id: 'm1', task: 'commit to the main branch, with naming' },
		{ era },
	),
	hook('m1', 'PreCompact', { trigger: 'manual' }),
	hook('m1', 'SessionStart', { source: 'compact' }),
	hook('m1', 'UserPromptSubmit', { prompt: 'go on' }),
	call(
		'start of Gemini',
		'workflow_start',
		{ workflow: 'draft-and-refine', session_id: 'g1' },
		{ era },
	),
	...[1, 2, 3, 4].map((if_position) =>
		call(
			`Gemini advances ${if_position}`,
			'workflow_advance',
			{ session_id: 'g1', if_position },
			{ era },
		),
	),
	hook('g1', 'AfterAgent', { prompt: 'x', prompt_response: 'y' }, 'gemini-cli'),
	hook('g1', 'AfterAgent', { stop_hook_active: true }, 'gemini-cli'),
	hook(
		'g1',
		'BeforeTool',
		{ tool_name: 'mcp_loadline_workflow_advance', tool_input: { if_position: 5 } },
		'gemini-cli',
	),
	hook(
		'g1',
		'AfterTool',
		{ tool_name: 'run_shell_command', tool_response: { llmContent: stdout } },
		'gemini-cli',
	),
	hook(
		'g1',
		'AfterTool',
		{ tool_name: 'run_shell_command', tool_response: { llmContent: 'ok' } },
		'gemini-cli',
	),
	hook('a', 'Stop', {}, 'nobody'),
	...['[]', '{}', '{', '{"session_id":"../x","hook_event_name":"Stop"}'].map((body) =>
		http(`a hook ${body}`, 'POST', '/hooks/claude-code', {
			body,
			headers: { 'content-type': 'application/json' },
		}),
	),
	http('GET of a hook', 'GET', '/hooks/claude-code'),
];

const KEY = { 'x-api-key': 'sk-ant-secret', 'content-type': 'application/json' };
const ask = (
	name: string,
	path: string,
	body: unknown,
	headers: Record<string, string> = KEY,
	method = 'POST',
): Exchange =>
	http(name, method, path, {
		body: typeof body === 'string' ? body : JSON.stringify(body),
		headers,
	});
const session = { ...KEY, 'x-claude-code-session-id': 'llm-1' };
const use = (id: string, name: string, input: object) => ({
	role: 'assistant',
	content: [{ type: 'tool_use', id, name, input }],
});
const told = (tool_use_id: string, text: string) => ({
	role: 'user',
	content: [{ type: 'tool_result', tool_use_id, content: [{ type: 'text', text }] }],
});
const TOOLS = ['search_records', 'store_analysis_memory', 'expand_result'].map((name) => ({
	name: `mcp__loadline__${name}`,
	input_schema: { type: 'object' },
}));
const file = 'line of the file\n'.repeat(300);
const turns = [
	{ role: 'user', content: 'Read it.' },
	use('t1', 'Bash', { command: 'ls' }),
	told('t1', 'a.ts '.repeat(600)),
	use('t2', 'Bash', { command: 'ls' }),
	told('t2', 'a.ts '.repeat(600)),
	use('t3', 'Read', { file_path: '/a.ts' }),
	told('t3', file),
	use('t4', 'Edit', { file_path: '/a.ts', old_string: '1', new_string: '2' }),
	told('t4', 'ok'),
	{ role: 'assistant', content: 'Done.' },
	{ role: 'user', content: 'And now?' },
];
const request = (messages: readonly object[]) => ({
	model: 'm',
	max_tokens: 100,
	// Longer than what a provider caches at least: nothing leaves before.
	system: 'Read it all, and note it. '.repeat(400),
	tools: TOOLS,
	messages,
});

const llm: readonly Exchange[] = [
	http('no provider yet', 'POST', '/llm/anthropic/v1/messages', { body: {}, headers: KEY }),
	http('configuration', 'PUT', '/api/config', {
		body: {
			demo: true,
			exactSampleRate: 0,
			llm: { anthropic: { url: SERVERS.model }, openai: { url: `${SERVERS.model}/v1` } },
		},
	}),
	ask(
		'plain',
		'/llm/anthropic/v1/messages?beta=true',
		'{"model":"m", "big": 12345678901234567890, "messages":[{"role":"user","content":"hé"}]}',
	),
	ask(
		'stream',
		'/llm/anthropic/v1/messages',
		'{"model":"m","stream":true,"messages":[{"role":"user","content":"Hi"}]}',
	),
	http('models', 'GET', '/llm/anthropic/v1/models?limit=5', { headers: KEY }),
	ask('embeddings', '/llm/openai/v1/embeddings', '{"input":"x"}'),
	ask('another provider', '/llm/other/v1', {}),
	ask('a way out', '/llm/anthropic/v1/%2e%2e/%2e%2e/admin', {}),
	ask('no JSON', '/llm/anthropic/v1/messages', '{"model"'),
	...turns
		.map((_, at) => at + 1)
		.filter((count) => count % 2 === 1)
		.map((count) =>
			ask(
				`conversation of ${count}`,
				'/llm/anthropic/v1/messages',
				request(turns.slice(0, count)),
				session,
			),
		),
	ask(
		'conversation, more',
		'/llm/anthropic/v1/messages',
		request([...turns, { role: 'assistant', content: 'More.' }, { role: 'user', content: 'On.' }]),
		session,
	),
	ask(
		'as OpenAI does',
		'/llm/openai/v1/chat/completions',
		{
			model: 'm',
			messages: [
				{ role: 'user', content: 'Read.' },
				{
					role: 'assistant',
					tool_calls: [
						{
							id: 'c1',
							type: 'function',
							function: { name: 'Bash', arguments: '{"command":"ls"}' },
						},
					],
				},
				{ role: 'tool', tool_call_id: 'c1', content: 'a '.repeat(3000) },
			],
		},
		session,
	),
	http('what left', 'GET', '/api/sessions/llm-1'),
];

export const outside: readonly Group[] = [
	{ name: 'hooks', run: (recorder) => recorder.all(hooks) },
	{ name: 'llm', run: (recorder) => recorder.all(llm) },
];
