// Instructions for connecting each client.
interface Line {
	readonly client: string;
	/** File or terminal that takes it. */
	readonly where: string;
	readonly text: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** @param url of the MCP endpoint */
export const connectLines = (url: string): readonly Line[] => [
	{ client: 'Claude', where: 'Settings, Connectors, Add custom connector', text: url },
	{
		client: 'Claude Code',
		where: 'in a terminal',
		text: `claude mcp add --transport http loadline ${url}`,
	},
	{ client: 'ChatGPT', where: 'Settings, Apps, with developer mode on, Create', text: url },
	{
		client: 'VS Code',
		where: 'in a terminal',
		text: `code --add-mcp '${JSON.stringify({ name: 'loadline', type: 'http', url })}'`,
	},
	{
		client: 'Cursor',
		where: '~/.cursor/mcp.json',
		text: json({ mcpServers: { loadline: { url } } }),
	},
	{
		client: 'Codex',
		where: '~/.codex/config.toml',
		text: `[mcp_servers.loadline]\nurl = "${url}"`,
	},
	{
		client: 'Gemini CLI',
		where: 'in a terminal',
		text: `gemini mcp add --transport http loadline ${url}`,
	},
	{
		client: 'opencode',
		where: 'opencode.json',
		text: json({ mcp: { loadline: { type: 'remote', url } } }),
	},
];

/** Hosts that reach servers from their own machines. */
const FROM_AFAR = ['Claude', 'ChatGPT'];

/** Shows the instructions for connecting clients. */
export const ConnectLines = ({ origin, isLocal }: { origin: string; isLocal: boolean }) => (
	<section aria-labelledby="connect-title">
		<h2 id="connect-title">Connect a client</h2>
		<p>
			{isLocal
				? 'Nothing else is needed on this machine.'
				: 'The client opens a page on which you log in. One that cannot sends a token, '}
			{!isLocal && (
				<>
					<code>Authorization: Bearer TOKEN</code>: <a href="/people">make one</a>.
				</>
			)}
		</p>
		<div class="lines">
			{connectLines(`${origin}/mcp`).map(({ client, where, text }) => (
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
