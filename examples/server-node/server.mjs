// An MCP server on Node whose long results are shortened, with what was cut in files of this machine.
// `npm install loadline @modelcontextprotocol/server`, then give a client `node server.mjs` as its command.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { fileStore, withContextProtection } from 'loadline/mcp';

const server = new McpServer({ name: 'tracker', version: '1.0.0' });
server.registerTool('list_issues', { description: 'All issues, newest first.' }, async () => ({
	content: [{ type: 'text', text: JSON.stringify(issues()) }],
}));

const options = {
	config: { tokenBudgetThreshold: 4000 },
	store: fileStore(process.env.STATE ?? './state'),
	// Handles are good after a restart, and in every process that has the same secret.
	...(process.env.SECRET && { secret: process.env.SECRET }),
};
await withContextProtection(server, options).connect(new StdioServerTransport());

/** Stands for a database. */
function issues() {
	return Array.from({ length: 600 }, (_, n) => ({
		id: 600 - n,
		title: `Issue number ${600 - n}`,
		body: 'What happened, where, and what was done about it. '.repeat(4),
	}));
}
