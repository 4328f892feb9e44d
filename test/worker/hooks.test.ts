// The HTTP hooks of Claude Code, in the real Worker: events as it posts them, answers as it reads them.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callThrough, connectClient } from './clients';
import { type Loadline, startLoadline } from './serve';

const JSON_TYPE = { 'content-type': 'application/json' };
let loadline: Loadline;
let client: Client;

beforeAll(async () => {
	loadline = await startLoadline();
	client = await connectClient('v2 auto', `${loadline.url}/mcp`);
});
afterAll(async () => {
	await client.close();
	await loadline.stop();
});

interface Answer {
	readonly continue?: boolean;
	readonly stopReason?: string;
	readonly systemMessage?: string;
	readonly hookSpecificOutput?: {
		readonly additionalContext?: string;
		readonly updatedInput?: object;
		readonly updatedToolOutput?: { readonly stdout: string };
	};
}

const post = async (
	session_id: string,
	hook_event_name: string,
	more: object = {},
	host = 'claude-code',
): Promise<Answer> => {
	const event = {
		session_id,
		hook_event_name,
		cwd: '/project',
		transcript_path: '/t.jsonl',
		...more,
	};
	const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(event) };
	const response = await loadline.fetch(`/hooks/${host}`, init);
	expect(response.status).toBe(200);
	return (await response.json()) as Answer;
};
const call = async (name: string, args: Record<string, unknown>) =>
	(await callThrough(client, name, args)).data;

it('lets any tool\u2019s output in within the budget, in its own shape, and the rest behind a handle', async () => {
	const lines = Array.from({ length: 4_000 }, (_, at) => `${at}: an entry of the log`);
	const tool_response = {
		stdout: lines.join('\n'),
		stderr: '',
		interrupted: false,
		isImage: false,
	};
	const event = { tool_name: 'Bash', tool_input: { command: 'cat log' }, tool_response };
	const { hookSpecificOutput } = await post('s1', 'PostToolUse', event);
	const output = hookSpecificOutput?.updatedToolOutput;
	expect(output).toMatchObject({ stderr: '', interrupted: false, isImage: false });
	expect(output?.stdout.length).toBeLessThan(20_000);
	const handle = /"nextCursor":"([^"]+)"/.exec(output?.stdout ?? '')?.[1];
	const { texts } = await callThrough(client, 'read_result', { handle });
	expect(texts[0]).toContain('an entry of the log');
	const short = { ...event, tool_response: { ...tool_response, stdout: 'ok' } };
	expect(await post('s1', 'PostToolUse', short)).toEqual({});
	const file = { type: 'text', file: { filePath: '/a', content: lines.join('\n') } };
	const read = await post('s1', 'PostToolUse', { tool_name: 'Read', tool_response: file });
	expect(read.hookSpecificOutput?.updatedToolOutput).toMatchObject({ file: { filePath: '/a' } });
});

it('gives our own tools the session of the host, and nobody else\u2019s', async () => {
	const input = (tool_name: string) =>
		post('s2', 'PreToolUse', { tool_name, tool_input: { a: 1 } });
	const named = {
		hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { a: 1, session_id: 's2' } },
	};
	expect(await input('mcp__loadline__memsetup')).toEqual(named);
	expect(await input('mcp__plugin_loadline_loadline__workflow_start')).toEqual(named);
	expect(await input('mcp__loadline__workflow_list')).toEqual({});
	const sub = await post('s2', 'PreToolUse', {
		...{ tool_name: 'mcp__loadline__search_records', tool_input: { a: 1 }, agent_id: 'agent-7' },
	});
	expect(sub.hookSpecificOutput?.updatedInput).toEqual({ a: 1, session_id: 's2-agent-7' });
	expect(await input('mcp__other__memsetup')).toEqual({});
	expect(await input('Bash')).toEqual({});
});

it('asks for a context action until it was performed, and tells the fresh session where the work is', async () => {
	const started = await call('workflow_start', { workflow: 'draft-and-refine', session_id: 'w1' });
	const moved = await call('workflow_advance', { session_id: 'w1', if_position: 1 });
	expect(moved.contextAction).toBe('/compact');
	const tool_response = [{ type: 'text', text: JSON.stringify(moved) }];
	const tool_name = 'mcp__loadline__workflow_advance';
	expect(await post('w1', 'PostToolUse', { tool_name, tool_response })).toEqual({
		continue: false,
		stopReason: expect.stringContaining('Run /compact now'),
	});
	expect((await post('w1', 'Stop')).systemMessage).toContain('Run /compact now');
	// Another window of the project is told nothing.
	expect(await post('w2', 'Stop')).toEqual({});
	expect(await post('w2', 'SessionStart', { source: 'startup' })).toEqual({});
	const compacted = await post('w1', 'SessionStart', { source: 'compact' });
	expect(compacted.hookSpecificOutput?.additionalContext).toContain(`"if_position":2`);
	expect(await post('w1', 'Stop')).toEqual({});
	for (const position of [2, 3])
		await call('workflow_advance', { session_id: 'w1', if_position: position });
	const last = await call('workflow_advance', { session_id: 'w1', if_position: 4 });
	expect(last.contextAction).toBe('/clear');
	await post('w1', 'SessionEnd', { reason: 'clear' });
	const fresh = await post('w1-after', 'SessionStart', { source: 'clear' });
	expect(fresh.hookSpecificOutput?.additionalContext).toContain(String(started.run_id));
	expect(await post('w1-after', 'Stop')).toEqual({});
	expect(await call('workflow_status', { session_id: 'w1-after' })).toMatchObject({ position: 5 });
	// One that is cleared later has no run of anybody's.
	expect(await post('w3', 'SessionStart', { source: 'clear' })).toEqual({});
});

it('tells again what a compaction took, once', async () => {
	const rule =
		'# Rules\n\n## Style\n\n- Use tabs for indentation\n- Never commit to the main branch\n';
	const files = [{ file: 'rules/STYLE.md', content: rule, base: null }];
	const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ files }) };
	expect((await loadline.fetch('/api/memory/sync/apply', init)).status).toBe(200);
	await call('memsetup', { session_id: 'm1', knownHashes: { 'META_PROMPT.md': '' } });
	const found = await call('memdisc', { session_id: 'm1' });
	const ids = [...JSON.stringify(found).matchAll(/"id":"([^"]+)"/g)].flatMap(([, id = '']) => id);
	const knownHashes = Object.fromEntries(ids.map((id) => [id, '']));
	const loaded = await callThrough(client, 'memload', { session_id: 'm1', ids, knownHashes });
	expect(loaded).toMatchObject({ isError: false });
	await post('m1', 'PreCompact', { trigger: 'manual' });
	const { hookSpecificOutput } = await post('m1', 'SessionStart', { source: 'compact' });
	const told = hookSpecificOutput?.additionalContext ?? '';
	expect(told).toContain('Never commit to the main branch');
	expect(await post('m1', 'UserPromptSubmit', { prompt: 'go on' })).toEqual({});
});

it('puts the rules that are always on before a session whenever its context begins, and binds it', async () => {
	const content = '# Rules\n\n- Feature flags begin with quokka_\n';
	const files = [{ file: 'AGENTS.md', content, base: null }];
	const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ files }) };
	expect((await loadline.fetch('/api/memory/sync/apply', init)).status).toBe(200);
	for (const source of ['startup', 'clear', 'compact', 'resume']) {
		const { hookSpecificOutput } = await post('r1', 'SessionStart', { source });
		expect(hookSpecificOutput?.additionalContext).toContain('begin with quokka_');
	}
	const loads = await loadline.fetch('/api/memory/attestations?event=load&session=r1');
	expect(await loads.json()).toMatchObject({ attestations: [{ path: 'AGENTS.md' }] });
});

it('lets Gemini CLI clear its own context and go on with the step', async () => {
	const gemini = (event: string, more: object = {}) => post('g1', event, more, 'gemini-cli');
	await call('workflow_start', { workflow: 'draft-and-refine', session_id: 'g1' });
	expect(await gemini('AfterAgent')).toEqual({});
	for (const if_position of [1, 2, 3, 4])
		await call('workflow_advance', { session_id: 'g1', if_position });
	const cleared = await gemini('AfterAgent', { prompt: 'x', prompt_response: 'y' });
	expect(cleared).toMatchObject({
		decision: 'deny',
		reason: expect.stringContaining('"if_position":5'),
		hookSpecificOutput: { clearContext: true },
	});
	// Once: the turn that follows ends as it will.
	expect(await gemini('AfterAgent', { stop_hook_active: true })).toEqual({});
	const tool_name = 'mcp_loadline_workflow_advance';
	expect(await gemini('BeforeTool', { tool_name, tool_input: { if_position: 5 } })).toEqual({
		hookSpecificOutput: {
			hookEventName: 'BeforeTool',
			tool_input: { if_position: 5, session_id: 'g1' },
		},
	});
	const llmContent = 'an entry of the log\n'.repeat(4_000);
	const shell = { tool_name: 'run_shell_command', tool_response: { llmContent } };
	expect(await gemini('AfterTool', shell)).toEqual({
		decision: 'deny',
		reason: expect.stringContaining('nextCursor'),
	});
	expect(await gemini('AfterTool', { ...shell, tool_response: { llmContent: 'ok' } })).toEqual({});
});

it('answers nothing to what is no event, and only to who may call', async () => {
	const init = (body: string) => ({ method: 'POST', headers: JSON_TYPE, body });
	const odd = ['[]', '{}', '{"session_id":"../x","hook_event_name":"Stop"}', '{"session_id":"a"}'];
	for (const body of odd) {
		const response = await loadline.fetch('/hooks/claude-code', init(body));
		expect(await response.json()).toEqual({});
	}
	expect((await loadline.fetch('/hooks/claude-code', init('{'))).status).toBe(400);
	expect((await loadline.fetch('/hooks/claude-code')).status).toBe(405);
});
