// The text that `npm start` prints once it answers: the addresses, and a line to paste for each client.

/**
 * @param {string} base the server's origin, `http://localhost:8787`
 * @param {boolean} dev without development mode a client must send a token
 * @returns {string} text to print
 */
export function clientLines(base, dev) {
	const url = `${base}/mcp`;
	const token = 'Authorization: Bearer YOUR_TOKEN';
	const server = dev
		? { type: 'http', url }
		: { type: 'http', url, headers: { Authorization: 'Bearer YOUR_TOKEN' } };
	const { type: _, ...cursor } = server;
	const header = dev ? '' : ` --header "${token}"`;
	return `
  Loadline is serving. Open ${base} in a browser.

  MCP     ${url}
  Health  ${base}/health

  Claude Code
    claude mcp add --transport http loadline ${url}${header}
  VS Code
    code --add-mcp '${JSON.stringify({ name: 'loadline', ...server })}'
  Cursor (~/.cursor/mcp.json)
    ${JSON.stringify({ mcpServers: { loadline: cursor } })}
`;
}
