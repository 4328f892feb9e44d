// The plug-ins of opencode and pi, with messages in the shapes of these hosts.
import { expect, it } from 'vitest';
import { opencodeHooks, type PiApi, piExtension, type Reaching } from '../../src/client';

const PAGE = {
	context: { lifecycle: 'transient', summary: '15 records' },
	contextHints: [
		{ tool: 'search_records', lifecycle: 'transient', consumedBy: 'store_analysis_memory' },
	],
	'dev.loadline/transient': { id: 'r1' },
};
const USED = { context: { consumed: true } };
const TEXT = '15 records\n[collapsed; original: expand_result {"id":"r1"}]';
const LONG = 'a line of the log\n'.repeat(500);

/** A server that answers this, or nobody. */
function server(answer: (path: string, body: Record<string, unknown>) => unknown) {
	const posted: string[] = [];
	let now = 0;
	const reaching: Reaching = {
		now: () => now,
		async post(path, body) {
			posted.push(path);
			return answer(path, body as Record<string, unknown>);
		},
	};
	return { reaching, posted, pass: (milliseconds: number) => (now += milliseconds) };
}
const shorter = () => ({ hookSpecificOutput: { updatedToolOutput: 'short' } });
const nobody = () => {
	throw new Error('down');
};

it('opencode: used results leave, of a session that is opened again too', async () => {
	const hooks = opencodeHooks(server(shorter).reaching);
	const part = async (tool: string, callID: string, text: string, _meta: object) => {
		const output: Record<string, unknown> = { content: [{ type: 'text', text }], _meta };
		await hooks['tool.execute.after']({ tool, sessionID: 's', callID }, output);
		const state = { status: 'completed', input: {}, output: text, metadata: output.metadata };
		return { type: 'tool', tool, callID, state };
	};
	const parts = [
		await part('loadline_search_records', 'c1', 'all of the data', PAGE),
		await part('loadline_store_analysis_memory', 'c2', 'Stored.', USED),
	];
	const output = { messages: [{ info: { role: 'assistant' }, parts }] as unknown[] };
	const again = structuredClone(output);
	// Nothing but the messages says what was observed.
	for (const { messages } of [output, again])
		await opencodeHooks(server(nobody).reaching)['experimental.chat.messages.transform'](
			{},
			{ messages },
		);
	expect(output.messages).toMatchObject([
		{ parts: [{ state: { output: TEXT } }, { state: { output: 'Stored.' } }] },
	]);
	expect(again).toEqual(output);
	const args = async (tool: string) => {
		const called = { args: {} as Record<string, unknown> };
		await hooks['tool.execute.before']({ tool, sessionID: 's', callID: 'c' }, called);
		return called.args.session_id;
	};
	expect(await args('loadline_workflow_start')).toBe('s');
	for (const tool of ['loadline_workflow_list', 'loadline_demo__get_booking', 'memsetup'])
		expect(await args(tool)).toBeUndefined();
});

it('opencode: other outputs come within the budget; a server that is away is left alone for a minute', async () => {
	const after = async (reaching: Reaching, output: string) => {
		const result = { output };
		await opencodeHooks(reaching)['tool.execute.after'](
			{ tool: 'bash', sessionID: 's', callID: 'c' },
			result,
		);
		return result.output;
	};
	expect(await after(server(shorter).reaching, LONG)).toBe('short');
	expect(await after(server(shorter).reaching, 'ok')).toBe('ok');
	const { reaching, posted, pass } = server(nobody);
	for (let calls = 0; calls < 3; calls++) expect(await after(reaching, LONG)).toBe(LONG);
	expect(posted).toHaveLength(1);
	pass(61_000);
	await after(reaching, LONG);
	expect(posted).toHaveLength(2);
});

interface Registered {
	readonly name: string;
	execute(
		id: string,
		params: object,
		signal: undefined,
		on: undefined,
		at: object,
	): Promise<object>;
}

/** pi as far as an extension sees it. */
async function pi(reaching: Reaching) {
	const tools = new Map<string, Registered>();
	const handlers = new Map<string, (event: unknown, at: object) => Promise<unknown>>();
	const at = { sessionManager: { getSessionId: () => 'p1' } };
	const api = {
		registerTool: (tool: Registered) => tools.set(tool.name, tool),
		on: (event: string, handler: (event: unknown, at: object) => Promise<unknown>) =>
			handlers.set(event, handler),
	};
	await piExtension(api as unknown as PiApi, reaching);
	const on = (event: string, value: object) => handlers.get(event)?.(value, at);
	const call = (name: string) => tools.get(name)?.execute('c1', {}, undefined, undefined, at);
	return { tools, on, call };
}

it('pi: Loadline’s tools are its own, and used results leave', async () => {
	const asked: unknown[] = [];
	const { reaching } = server((path, { method, params }) => {
		if (path !== '/mcp') return shorter();
		asked.push(params);
		if (method === 'tools/list')
			return {
				result: {
					tools: [
						{ name: 'search_records', inputSchema: { type: 'object' } },
						{ name: 'demo__x', inputSchema: {} },
					],
				},
			};
		const { name } = params as { name: string };
		return name === 'demo__x'
			? { result: { isError: true, content: [{ type: 'text', text: 'No such booking.' }] } }
			: { result: { content: [{ type: 'text', text: 'all of the data' }], _meta: PAGE } };
	});
	const { tools, on, call } = await pi(reaching);
	expect([...tools.keys()]).toEqual(['loadline_search_records', 'loadline_demo__x']);
	const page = await call('loadline_search_records');
	expect(page).toEqual({
		content: [{ type: 'text', text: 'all of the data' }],
		details: { loadline: PAGE },
	});
	expect(asked[1]).toMatchObject({ name: 'search_records', arguments: { session_id: 'p1' } });
	await expect(call('loadline_demo__x')).rejects.toThrow('No such booking.');
	const messages = [
		{
			role: 'toolResult',
			toolCallId: 'c1',
			toolName: 'loadline_search_records',
			isError: false,
			...page,
		},
		{
			role: 'toolResult',
			toolCallId: 'c2',
			toolName: 'loadline_store_analysis_memory',
			content: [],
			isError: false,
			details: { loadline: USED },
		},
	];
	expect(await on('context', { messages })).toMatchObject({
		messages: [{ content: [{ text: TEXT }] }, {}],
	});
	const log = { toolName: 'bash', content: [{ type: 'text', text: LONG }] };
	expect(await on('tool_result', log)).toEqual({ content: [{ type: 'text', text: 'short' }] });
});

it('pi: without a server there are no tools of its, and nothing else changes', async () => {
	const { tools, on } = await pi(server(nobody).reaching);
	expect(tools.size).toBe(0);
	const log = { toolName: 'bash', content: [{ type: 'text', text: LONG }] };
	expect(await on('tool_result', log)).toBeUndefined();
	const messages = [{ role: 'user', content: 'Hi' }];
	expect(await on('context', { messages })).toEqual({ messages });
});
