// An MCP server on Workers whose long results are shortened, with what was cut in a Durable Object.
// `npm install loadline @modelcontextprotocol/server`, then `npx wrangler dev`.
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { objectStore, withContextProtection } from 'loadline/mcp';

export { SnapshotObject } from 'loadline/mcp';

/** @type {ReturnType<typeof createMcpHandler> | undefined} */
let handler;

export default {
	/**
	 * @param {Request} request
	 * @param {{ SNAPSHOTS: Parameters<typeof objectStore>[0], SECRET: string }} env
	 */
	fetch(request, env) {
		// Once for all requests: each gets a server of its own, and they share what is kept.
		const options = {
			config: { tokenBudgetThreshold: 4000 },
			store: objectStore(env.SNAPSHOTS),
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
