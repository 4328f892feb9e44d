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
/** @type {{ id: string, tool: string, summary: string, ids: Set<string> }[]} */
let waiting = [];
/** Summaries sent in place of results, the same in every request from then on. @type {Map<string, string>} */
const collapsed = new Map();

/** Values of members that name things: `id`, `record_ids`, `orderId`. @param {any} value */
function idsIn(value, isNaming = false, /** @type {Set<string>} */ found = new Set()) {
	if (Array.isArray(value)) for (const each of value) idsIn(each, isNaming, found);
	else if (typeof value === 'object')
		for (const [key, each] of Object.entries(value ?? {}))
			idsIn(each, /(?:^|_)ids?$|[a-z]Ids?$/i.test(key), found);
	else if (isNaming) found.add(String(value));
	return found;
}

/** Ids that a result holds. @param {Json} result */
function idsOf({ structuredContent, content }) {
	const found = idsIn(structuredContent ?? null);
	for (const { text } of content ?? [])
		try {
			idsIn(JSON.parse(text), false, found);
		} catch {
			// A text that is no JSON names nothing.
		}
	return found;
}

/** Takes note of a result, in call order. @param {string} id @param {string} tool @param {Json} args @param {Json} result */
function observe(id, tool, args, result) {
	if (result.isError) return;
	const {
		[EXTENSION]: named,
		'dev.loadline/used': used,
		context,
		contextHints,
	} = result._meta ?? {};
	const marks = named ?? { used, ...context, hints: contextHints };
	for (const hint of Array.isArray(marks.hints) ? marks.hints : [])
		if (hint?.lifecycle === 'transient')
			for (const consumer of [hint.consumedBy].flat()) pairs.add(`${consumer} ${hint.tool}`);
	if (marks.consumed === true) {
		const paired = waiting.filter((each) => pairs.has(`${tool} ${each.tool}`));
		const ids = idsIn(args);
		for (const each of Array.isArray(marks.used) ? marks.used : []) ids.add(String(each));
		const holding = paired.filter((each) => [...each.ids].some((held) => ids.has(held)));
		const gone = holding.length > 0 ? holding : paired;
		for (const each of gone) collapsed.set(each.id, each.summary);
		waiting = waiting.filter((each) => !gone.includes(each));
	}
	const { lifecycle, summary } = marks;
	const isSummary = typeof summary === 'string' && summary.trim() !== '' && summary.length <= 1_000;
	if (lifecycle === 'transient' && isSummary)
		waiting.push({ id, tool, summary, ids: idsOf(result) });
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
		observe(id, name, input, result);
		results.push({
			type: 'tool_result',
			tool_use_id: id,
			content: result.content,
			is_error: result.isError === true,
		});
	}
	messages.push({ role: 'user', content: results });
}
