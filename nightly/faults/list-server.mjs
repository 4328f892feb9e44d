// A server over stdio with one tool: a list whose items say where they stand, under the tag that was asked.
import { createInterface } from 'node:readline';

/** @param {string} tag */
const lists = (tag) =>
	Array.from({ length: 400 }, (_, n) => ({ id: `${tag}-${n}`, note: `${n} `.repeat(40) }));
/** @type {Record<string, (params: { arguments: { tag: string } }) => object>} */
const answers = {
	initialize: () => ({
		protocolVersion: '2025-11-25',
		capabilities: { tools: {} },
		serverInfo: { name: 'lists', version: '1' },
	}),
	'tools/list': () => ({
		tools: [
			{
				name: 'list',
				description: 'A list',
				inputSchema: { type: 'object', properties: { tag: { type: 'string' } } },
			},
		],
	}),
	'tools/call': ({ arguments: { tag } }) => ({
		content: [{ type: 'text', text: JSON.stringify(lists(tag)) }],
	}),
};
createInterface({ input: process.stdin }).on('line', (line) => {
	const { id, method, params } = JSON.parse(line);
	if (id === undefined) return;
	const result = answers[method]?.(params);
	const said = result ? { result } : { error: { code: -32601, message: 'no such method' } };
	process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`);
});
