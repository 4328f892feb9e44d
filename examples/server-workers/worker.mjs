// An MCP server on Workers whose long results are shortened, with what was cut in Workers KV.
// `npm install loadline @modelcontextprotocol/server`, then `npx wrangler dev`.
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { kvStore, withContextProtection } from 'loadline/mcp';

/** @type {ReturnType<typeof createMcpHandler> | undefined} */
let handler;

export default {
	/**
	 * @param {Request} request
	 * @param {{ SNAPSHOTS: Parameters<typeof kvStore>[0], SECRET: string }} env
	 */
	fetch(request, env) {
		// Once for all requests: each gets a server of its own, and they share what is kept.
		const options = {
			config: { tokenBudgetThreshold: 4000 },
			store: kvStore(env.SNAPSHOTS),
			secret: env.SECRET,
		};
		handler ??= createMcpHandler(() => withContextProtection(tracker(), options), {
			legacy: 'stateless',
		});
		return handler.fetch(request);
	},
};

function tracker() {
	const server = new McpServer({ name: 'tracker', version: '1.0.0' });
	server.registerTool('list_issues', { description: 'All issues, newest first.' }, async () => ({
		content: [{ type: 'text', text: JSON.stringify(issues()) }],
	}));
	return server;
}

/** Stands for a database. */
function issues() {
	return Array.from({ length: 600 }, (_, n) => ({
		id: 600 - n,
		title: `Issue number ${600 - n}`,
		body: 'What happened, where, and what was done about it. '.repeat(4),
	}));
}
