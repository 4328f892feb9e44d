// A host that speaks the context extension (docs/context-extension.md) with nothing but Node: an MCP client, a loop
// around the Messages API, and the few lines that leave used results out. Tested by
// `npx loadline conformance --client -- node host.mjs`, which says in its environment where server and model are.
const {
	ANTHROPIC_BASE_URL = 'https://api.anthropic.com',
	ANTHROPIC_API_KEY = '',
	MCP_URL = '',
} = process.env;
const EXTENSION = 'dev.loadline/context';

/** @typedef {Record<string, any>} Json */

let ids = 0;
/** @param {string} method @param {Json} params @returns {Promise<Json>} */
async function mcp(method, params) {
	const response = await fetch(MCP_URL, {
		method: 'POST',
		headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
		body: JSON.stringify({ jsonrpc: '2.0', id: ++ids, method, params }),
	});
	const { result, error } = await response.json();
	if (error) throw new Error(error.message);
	return result;
}

/** Pairs of consumer and tool, and transient results that wait for theirs. @type {Set<string>} */
const pairs = new Set();
/** @type {{ id: string, tool: string, summary: string }[]} */
let waiting = [];
/** Summaries sent in place of results, the same in every request from then on. @type {Map<string, string>} */
const collapsed = new Map();

/** Takes note of a result, in call order. @param {string} id @param {string} tool @param {Json} result */
function observe(id, tool, { isError, _meta = {} }) {
	if (isError) return;
	const marks = _meta[EXTENSION] ?? { ..._meta.context, hints: _meta.contextHints };
	for (const hint of Array.isArray(marks.hints) ? marks.hints : [])
		if (hint?.lifecycle === 'transient')
			for (const consumer of [hint.consumedBy].flat()) pairs.add(`${consumer} ${hint.tool}`);
	if (marks.consumed === true) {
		const isUsed = (/** @type {{ tool: string }} */ each) => pairs.has(`${tool} ${each.tool}`);
		for (const each of waiting.filter(isUsed)) collapsed.set(each.id, each.summary);
		waiting = waiting.filter((each) => !isUsed(each));
	}
	if (
		marks.lifecycle === 'transient' &&
		typeof marks.summary === 'string' &&
		marks.summary.trim() !== ''
	)
		waiting.push({ id, tool, summary: marks.summary.slice(0, 1_000) });
}

/** The conversation as it is sent; the one that is kept stays whole. @param {Json[]} messages */
const sent = (messages) =>
	messages.map(({ role, content }) => ({
		role,
		content: Array.isArray(content)
			? content.map((block) =>
					collapsed.has(block.tool_use_id)
						? { ...block, content: [{ type: 'text', text: collapsed.get(block.tool_use_id) }] }
						: block,
				)
			: content,
	}));

await mcp('initialize', {
	protocolVersion: '2025-11-25',
	capabilities: { extensions: { [EXTENSION]: {} } },
	clientInfo: { name: 'example-host', version: '1.0.0' },
});
const { tools } = await mcp('tools/list', {});
/** @type {Json[]} */
const messages = [
	{ role: 'user', content: process.argv[2] ?? 'Read every page and store what you find.' },
];
for (;;) {
	const response = await fetch(`${ANTHROPIC_BASE_URL}/v1/messages`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'x-api-key': ANTHROPIC_API_KEY,
			'anthropic-version': '2023-06-01',
		},
		body: JSON.stringify({
			model: 'claude-sonnet-4-5',
			max_tokens: 4_000,
			tools: tools.map((/** @type {Json} */ { name, description, inputSchema }) => ({
				name,
				description,
				input_schema: inputSchema,
			})),
			messages: sent(messages),
		}),
	});
	if (!response.ok)
		throw new Error(`the model answers ${response.status}: ${await response.text()}`);
	const { content, stop_reason } = await response.json();
	messages.push({ role: 'assistant', content });
	if (stop_reason !== 'tool_use') break;
	const results = [];
	for (const { type, id, name, input } of content) {
		if (type !== 'tool_use') continue;
		const result = await mcp('tools/call', { name, arguments: input });
		observe(id, name, result);
		results.push({
			type: 'tool_result',
			tool_use_id: id,
			content: result.content,
			is_error: result.isError === true,
		});
	}
	messages.push({ role: 'user', content: results });
}
