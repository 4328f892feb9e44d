// An interceptor server (experimental: the draft SEP-2624 of MCP): what the pass-through does, for whoever asks it
// instead of sending the request through. JSON-RPC over HTTP, a message a request; it has no tools.
import { isRecord, type JsonObject } from '../../shared/json-values';
import { VERSION } from '../../shared/version';
import { markFaults, marksIn } from '../../transient';
import type { Dialect } from './conversation';

const INTERCEPTORS = [
	{
		name: 'used-results',
		description: 'Leaves used results out of a prompt where that pays under its provider’s cache.',
		type: 'mutation',
		hook: { events: ['llm/completion'], phase: 'request' },
		// Late: what others change of a prompt is what is cached.
		priorityHint: { request: 5_000 },
	},
	{
		name: 'context-marks',
		description: 'Says which marks of the context extension on a result have not their form.',
		type: 'validation',
		hook: { events: ['tools/call'], phase: 'response' },
	},
].map((each) => ({ ...each, version: VERSION, failOpen: true }));

const EVENTS = [...new Set(INTERCEPTORS.flatMap(({ hook }) => hook.events))];

/** Leaves used results out of a prompt, as JSON; undefined where it goes as it came. */
export type LeaveOut = (prompt: string, dialect: Dialect) => Promise<string | undefined>;

/** Answers a message; undefined for a notification. */
export async function intercepted(message: unknown, leaveOut: LeaveOut) {
	if (!isRecord(message) || typeof message.method !== 'string')
		return { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no JSON-RPC request' } };
	const { id, method } = message;
	if (id === undefined) return undefined;
	const params = isRecord(message.params) ? message.params : {};
	return { jsonrpc: '2.0', id, ...(await answered(method, params, leaveOut)) };
}

async function answered(method: string, params: JsonObject, leaveOut: LeaveOut) {
	const told = {
		capabilities: { interceptor: { supportedEvents: EVENTS } },
		serverInfo: { name: 'loadline-interceptors', version: VERSION },
	};
	if (method === 'initialize') return { result: { protocolVersion: '2025-11-25', ...told } };
	if (method === 'ping') return { result: {} };
	if (method === 'interceptors/list') {
		const { event = '*' } = params;
		const hooked = INTERCEPTORS.filter(
			({ hook }) => event === '*' || hook.events.includes(String(event)),
		);
		return { result: { interceptors: hooked } };
	}
	if (method !== 'interceptor/invoke') return refused(`there is no method ${method}`, -32_601);
	const { name, event, phase, payload } = params;
	const found = INTERCEPTORS.find((each) => each.name === name);
	if (!found || !isRecord(payload))
		return refused('name an interceptor of the list, and its payload');
	const { type, hook } = found;
	if (!hook.events.includes(String(event)) || phase !== hook.phase)
		return refused(`${found.name} is for ${hook.events[0]}, ${hook.phase}`);
	const head = { interceptor: found.name, type, phase };
	if (type === 'validation') return { result: { ...head, ...validated(payload) } };
	const text = JSON.stringify(payload);
	// The draft's common form is that of Chat Completions; prompts of other APIs are known by their blocks.
	const common = /"type":"tool_(?:use|result)"/.test(text) ? 'anthropic' : 'chat';
	const left = await leaveOut(text, Array.isArray(payload.input) ? 'responses' : common);
	const changed: unknown = left === undefined ? payload : JSON.parse(left);
	return { result: { ...head, modified: left !== undefined, payload: changed } };
}

const refused = (message: string, code = -32_602) => ({ error: { code, message } });

/** Judges the marks of a result, given alone or within its response: they have no effect, so it only warns. */
function validated(payload: JsonObject): JsonObject {
	const { _meta } = isRecord(payload.result) ? payload.result : payload;
	const messages = Object.entries(marksIn(_meta)).flatMap(([name, marks]) =>
		markFaults(marks).map((fault) => ({
			path: '_meta',
			message: `${name === 'named' ? 'dev.loadline/context' : 'context'}: ${fault} has not the form of docs/context-extension.md`,
			severity: 'warn',
		})),
	);
	if (messages.length === 0) return { valid: true, severity: 'info' };
	return { valid: false, severity: 'warn', messages };
}
