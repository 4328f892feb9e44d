// Servers behind, one card each, a form that adds one, and how clients connect.
import { Empty } from './shell';
import { type CardProps, UpstreamCard } from './upstream-card';

interface Line {
	readonly client: string;
	/** File or terminal that takes it. */
	readonly where: string;
	readonly text: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** @param url of the MCP endpoint */
const connectLines = (url: string): readonly Line[] => [
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
const ConnectLines = ({ origin, isLocal }: { origin: string; isLocal: boolean }) => (
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

/** The servers behind, and the origin that the lines to connect a client name. */
export interface UpstreamsProps {
	readonly cards: readonly CardProps[];
	readonly origin: string;
	/** Served to this machine alone, where nobody logs in. */
	readonly isLocal: boolean;
	readonly csrf: string;
}

/** The servers behind, a card each. */
export const Upstreams = ({ cards, origin, isLocal, csrf }: UpstreamsProps) => (
	<>
		{cards.length === 0 ? (
			<Empty>No server stands behind yet: add one below.</Empty>
		) : (
			cards.map((card) => <UpstreamCard {...card} />)
		)}
		<div class="columns">
			<AddServer csrf={csrf} />
			<ConnectLines origin={origin} isLocal={isLocal} />
		</div>
	</>
);

const NOTHING = { url: '', name: '', way: 'none' };
const WAYS = [
	['none', 'nothing'],
	['oauth', 'each user’s own login'],
	['secret', 'a token or key, the same for all'],
] as const;

interface AddProps {
	readonly csrf: string;
	/** The form's earlier values, after a refusal. */
	readonly given?: { readonly url: string; readonly name: string; readonly way: string };
}

/** First where it is, then what it wants. */
export const AddServer = ({ csrf, given: { url, name, way } = NOTHING }: AddProps) => (
	<form method="post" action="/upstreams" class="add">
		<h2>Add a server</h2>
		<input type="hidden" name="csrf" value={csrf} />
		<label for="url">Address of its streamable HTTP endpoint</label>
		<input
			id="url"
			name="url"
			type="url"
			required
			value={url}
			placeholder="https://mcp.example.com/mcp"
		/>
		<label for="name">Name, which goes before its tools</label>
		<input
			id="name"
			name="name"
			required
			value={name}
			pattern="[a-z0-9][a-z0-9\-]*"
			maxlength={32}
			placeholder="example"
			autocomplete="off"
			aria-describedby="name-note"
		/>
		<p id="name-note" class="note">
			Small letters, digits and -
		</p>
		<fieldset>
			<legend>It wants</legend>
			{WAYS.map(([value, title]) => (
				<label class="check">
					<input type="radio" name="way" value={value} checked={value === way} /> {title}
				</label>
			))}
		</fieldset>
		<div class="field when-secret">
			<label for="secret">The token</label>
			<input
				id="secret"
				name="secret"
				type="password"
				autocomplete="off"
				aria-describedby="secret-note"
			/>
			<p id="secret-note" class="note">
				Kept sealed, sent to this server alone as <code>Authorization: Bearer</code>, and never
				shown again.
			</p>
		</div>
		<button type="submit">Add and try it</button>
	</form>
);
