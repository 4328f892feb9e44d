import { describe, expect, it } from 'vitest';
import type { CallContext, ToolCall, ToolSource } from '../../src/gateway/contract/tool-source';
import { LOGIN_TOOL, withLogin } from '../../src/gateway/upstream/with-login';
import type { JsonObject } from '../../src/shared/json-values';
import { err, ok } from '../../src/shared/result';
import { textResult } from '../../src/shared/tool-result';

const url = 'https://loadline.example/connect/notes?workspace=ws-a';
const missing = err({
	code: 'unavailable',
	message: `Upstream "notes" needs your own login. Open ${url}`,
	login: { upstream: 'notes', url },
} as const);

/** A source whose caller logs in after so many looks. */
function sourceOf(looks: number) {
	let time = 0;
	let left = looks;
	const calls: ToolCall[] = [];
	const isIn = () => left-- <= 0;
	const source: ToolSource = {
		name: 'notes',
		listTools: async () => (isIn() ? ok([{ name: 'read', inputSchema: {} }]) : missing),
		callTool: async (call) => {
			if (!isIn()) return missing;
			calls.push(call);
			return ok({ kind: 'result', result: textResult('read it') });
		},
		declared: async () => (isIn() ? ok({ capabilities: { prompts: {} } }) : missing),
	};
	const wait = async (ms: number) => {
		time += ms;
	};
	return { calls, source: withLogin(source, { wait, now: () => time }) };
}

const context = (
	capabilities: JsonObject = {},
	era: 'modern' | 'legacy' = 'modern',
): CallContext => ({
	principal: { id: 'u-1', workspace: 'ws-a', scopes: ['mcp:use'] },
	era,
	correlationId: 'c',
	signal: new AbortController().signal,
	meta: {},
	clientCapabilities: capabilities,
	notify: () => {},
});
const canOpen = { elicitation: { url: {} } };
const replied = (action: string) => ({
	name: 'read',
	args: {},
	continuation: { inputResponses: { loadline_login: { action } } },
});

describe('a server that its caller has not logged in at', () => {
	it('lists one tool and declares itself, so that a client can connect', async () => {
		const { source } = sourceOf(9);
		const listed = await source.listTools(context());
		expect(listed).toMatchObject({ ok: true, value: [{ name: LOGIN_TOOL }] });
		expect(await source.declared?.(context())).toMatchObject({
			ok: true,
			value: { capabilities: { tools: {} } },
		});
	});

	it.each([
		['cannot open pages', context({ elicitation: { form: {} } })],
		['speaks an older revision and cannot be asked', context(canOpen, 'legacy')],
	])('answers with the link where the client %s', async (_, asked) => {
		expect(await sourceOf(9).source.callTool({ name: 'read', args: {} }, asked)).toBe(missing);
		expect(await sourceOf(9).source.callTool({ name: LOGIN_TOOL, args: {} }, asked)).toBe(missing);
	});

	it('asks the client to open it, and goes on once the user is back', async () => {
		const { source, calls } = sourceOf(3);
		const asked = await source.callTool({ name: 'read', args: {} }, context(canOpen));
		expect(asked).toMatchObject({
			ok: true,
			value: {
				kind: 'input_required',
				value: { inputRequests: { loadline_login: { params: { mode: 'url', url } } } },
			},
		});
		const answered = await source.callTool(replied('accept'), context(canOpen));
		expect(answered).toMatchObject({ ok: true, value: { kind: 'result' } });
		// The server behind never sees what was said to Loadline.
		expect(calls).toEqual([{ name: 'read', args: {} }]);
	});

	it('waits a minute and no longer, and not at all for a user who declines', async () => {
		const never = sourceOf(Number.POSITIVE_INFINITY);
		expect(await never.source.callTool(replied('accept'), context(canOpen))).toBe(missing);
		const declined = await sourceOf(9).source.callTool(replied('decline'), context(canOpen));
		expect(declined).toMatchObject({ ok: true, value: { result: { isError: true } } });
	});

	it('says that the login is there, once it is', async () => {
		const told = await sourceOf(0).source.callTool({ name: LOGIN_TOOL, args: {} }, context());
		expect(JSON.stringify(told)).toContain('logged in at notes');
	});
});
