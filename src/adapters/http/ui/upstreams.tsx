// Servers behind: their state, what their tools cost, and how clients connect.
import { number, when } from './shell';
import { Table } from './table';

/** How a configuration names a secret. */
const SECRET_EXAMPLE = `Bearer \${secret:UPSTREAM_NAME}`;

export interface Upstream {
	readonly name: string;
	readonly status: string;
	readonly since?: string;
	readonly reason?: string;
}

export interface ToolCost {
	readonly tools: readonly { readonly name: string; readonly description?: string }[];
	/** Of the list, as estimated. */
	readonly tokens: number;
}

export const Upstreams = ({
	upstreams,
	costs,
	origin,
	csrf,
}: {
	upstreams: readonly Upstream[];
	costs: ReadonlyMap<string, ToolCost | undefined>;
	origin: string;
	csrf: string;
}) => (
	<>
		<Table
			caption="Servers behind"
			head={['Name', 'State', 'Since', 'Tools', 'List, tokens', 'Address', '']}
			empty="No server stands behind yet: add one below."
			rows={upstreams.map(({ name, status, since, reason }) => [
				name,
				<span class={`state-${status}`}>
					{reason === undefined ? status : `${status}: ${reason}`}
				</span>,
				since === undefined ? '' : when(since),
				<Tools cost={costs.get(name)} />,
				number(costs.get(name)?.tokens ?? 0),
				<code>{`${origin}/mcp/${name}`}</code>,
				name === 'demo' ? (
					''
				) : (
					<form class="plain" method="post" action="/upstreams/remove">
						<input type="hidden" name="csrf" value={csrf} />
						<input type="hidden" name="name" value={name} />
						<button type="submit" class="quiet small">
							Remove
						</button>
					</form>
				),
			])}
		/>
		<div class="columns">
			<form method="post" action="/upstreams">
				<h2>Add a server</h2>
				<input type="hidden" name="csrf" value={csrf} />
				<label for="name">Name</label>
				<input id="name" name="name" required pattern="[a-z0-9\-]+" autocomplete="off" />
				<label for="url">Address of its streamable HTTP endpoint</label>
				<input id="url" name="url" type="url" required placeholder="https://mcp.example.com/mcp" />
				<label for="header">Authorization, if it wants one</label>
				<input id="header" name="authorization" autocomplete="off" aria-describedby="header-note" />
				<p id="header-note">
					Name a secret rather than writing it: <code>{SECRET_EXAMPLE}</code>
				</p>
				<button type="submit">Add and try it</button>
			</form>
			<div>
				<h2>Connect a client</h2>
				<pre tabindex={0}>
					{[
						'# Claude Code',
						`claude mcp add --transport http loadline ${origin}/mcp`,
						'# VS Code',
						`code --add-mcp '{"name":"loadline","type":"http","url":"${origin}/mcp"}'`,
						'# Codex, ~/.codex/config.toml',
						'[mcp_servers.loadline]',
						`url = "${origin}/mcp"`,
						'# Gemini CLI',
						`gemini mcp add --transport http loadline ${origin}/mcp`,
						'# Cursor, ~/.cursor/mcp.json',
						`{"mcpServers":{"loadline":{"url":"${origin}/mcp"}}}`,
						'# opencode, opencode.json',
						`{"mcp":{"loadline":{"type":"remote","url":"${origin}/mcp"}}}`,
					].join('\n')}
				</pre>
				<p>Claude and ChatGPT take the address itself as a custom connector.</p>
			</div>
		</div>
	</>
);

const Tools = ({ cost }: { cost: ToolCost | undefined }) =>
	cost === undefined ? (
		<span>–</span>
	) : (
		<details class="plain">
			<summary>{number(cost.tools.length)}</summary>
			<ul>
				{cost.tools.map(({ name, description = '' }) => (
					<li>
						<code>{name}</code> {description.slice(0, 120)}
					</li>
				))}
			</ul>
		</details>
	);
