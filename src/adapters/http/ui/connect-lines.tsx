// Lines for clients, so that they connect.

interface Line {
	readonly client: string;
	/** File or terminal that takes it. */
	readonly where: string;
	readonly text: string;
}

const TERMINAL = 'in a terminal';

/** @param url of the MCP endpoint */
const linesFor = (url: string): readonly Line[] => {
	const line = (client: string, where: string, text: string | object): Line => ({
		...{ client, where },
		text: typeof text === 'string' ? text : JSON.stringify(text, null, 2),
	});
	const add = `mcp add --transport http loadline ${url}`;
	const entry = JSON.stringify({ name: 'loadline', type: 'http', url });
	return [
		line('Claude', 'Settings, Connectors, Add custom connector', url),
		line('Claude Code', TERMINAL, `claude ${add}`),
		line('ChatGPT', 'Settings, Apps, with developer mode on, Create', url),
		line('VS Code', TERMINAL, `code --add-mcp '${entry}'`),
		line('Cursor', '~/.cursor/mcp.json', { mcpServers: { loadline: { url } } }),
		line('Codex', '~/.codex/config.toml', `[mcp_servers.loadline]\nurl = "${url}"`),
		line('Gemini CLI', TERMINAL, `gemini ${add}`),
		line('opencode', 'opencode.json', { mcp: { loadline: { type: 'remote', url } } }),
	];
};

/** Hosts that reach servers from their own machines. */
const FROM_AFAR = ['Claude', 'ChatGPT'];

/**
 * Shows the instructions for connecting clients.
 * @param isLocal served to this machine alone, where nobody logs in
 */
export const ConnectLines = ({ origin, isLocal }: { origin: string; isLocal: boolean }) => (
	<section aria-labelledby="connect-title">
		<h2 id="connect-title">Connect a client</h2>
		<p>
			{isLocal ? (
				'Nothing else is needed on this machine.'
			) : (
				<>
					The client opens a page on which you log in. One that cannot sends a token,{' '}
					<code>Authorization: Bearer TOKEN</code>: <a href="/people">make one</a>.
				</>
			)}
		</p>
		<div class="lines">
			{linesFor(`${origin}/mcp`).map(({ client, where, text }) => (
				<details name="client" open={client === 'Claude Code'}>
					<summary>{client}</summary>
					<p class="note">{where}</p>
					<pre tabindex={0}>{text}</pre>
					{isLocal && FROM_AFAR.includes(client) && (
						<p class="note">
							{client} calls from its own servers: it needs a deployment that it can reach.
						</p>
					)}
				</details>
			))}
		</div>
		<p class="note">
			For one server alone, under the names it gave its tools, end the address in{' '}
			<code>/mcp/NAME</code>.
		</p>
	</section>
);
