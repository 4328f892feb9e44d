// The form of a server behind, to add one and to change it: its address, and what it wants of who calls; lines for clients.
import type { AnswerOf } from '../../../contract';
import { isRecord } from '../../../shared/json-values';
import { Form } from './form';

/** A server's entry in the configuration, secrets hidden. */
export type Entry = NonNullable<AnswerOf<'GET /api/config'>['config']['upstreams']>[number];

/** Values of the form; those of secrets are never shown again. */
export type Given = Readonly<Record<string, string>>;

const WAYS = [
	['none', 'nothing'],
	['oauth', 'each user’s own login'],
	['secret', 'a token or key, the same for all'],
	['header', 'a key in a header of its own'],
	['account', 'a service account: OAuth client credentials'],
] as const;

/** Returns the values that the form shows of an entry. */
export const givenOf = ({ url, timeoutMs, auth, headers }: Entry): Given => {
	const isKept = auth !== undefined || Object.keys(headers ?? {}).length > 0;
	return { url, way: isKept ? 'keep' : 'none', timeoutMs: timeoutMs ? `${timeoutMs}` : '' };
};

/** The form: of a new server, or of `name`, which stays. */
export const upstreamForm = (name?: string, given: Given = { way: 'none' }) => {
	const off = { autocomplete: 'off', spellcheck: false };
	const ways = given.way === 'keep' ? ([['keep', 'what it has now'], ...WAYS] as const) : WAYS;
	return (
		<Form
			{...(name === undefined
				? { title: 'Add a server' }
				: { of: name, fold: 'Change its address or credentials' })}
			class="add"
			to={name === undefined ? '/upstreams' : '/upstreams/change'}
			hidden={{ name }}
			submit={name === undefined ? 'Add and try it' : 'Change and try it'}
			fields={[
				{
					name: 'url',
					label: 'Address of its streamable HTTP endpoint',
					...{ type: 'url', required: true, value: given.url },
					placeholder: 'https://mcp.example.com/mcp',
				},
				...(name === undefined
					? [
							{
								name: 'name',
								label: 'Name, which goes before its tools',
								...{ required: true, value: given.name, pattern: '[a-z0-9][a-z0-9\\-]*' },
								...{ maxlength: 32, placeholder: 'example', ...off },
								note: 'Small letters, digits and -',
							},
						]
					: []),
				{ name: 'way', label: 'It wants', type: 'radio', value: given.way, options: ways },
				{
					name: 'header',
					label: 'Name of the header',
					when: 'header',
					value: given.header,
					...off,
				},
				{ name: 'client', label: 'Client id', when: 'account', value: given.client, ...off },
				{
					name: 'secret',
					label: 'The secret',
					...{ type: 'password', when: 'secret header account', autocomplete: 'off' },
					note: 'Kept sealed, sent to this server alone (a token as Authorization: Bearer), and never shown again. The one before is kept while a version of the configuration names it.',
				},
				{
					name: 'timeoutMs',
					label:
						'Milliseconds of silence after which a call is given up; empty: as long as its caller waits',
					...{ type: 'number', min: 100, max: 3_600_000, value: given.timeoutMs },
				},
			]}
		/>
	);
};

/** Names a secret of a server as no other was or will be: each version of the configuration keeps the value it names. */
export const secretFor = (name: string): string =>
	`TOKEN_${name}_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
		.toUpperCase()
		.replaceAll(/[^A-Z0-9]/g, '_');

/** Returns the entry that a form makes of a server, upon the one that it has. @param secret name of its secret */
export function entryIn(form: URLSearchParams, secret: string, before?: Entry) {
	const text = (field: string) => form.get(field)?.trim() ?? '';
	const { auth, headers, timeoutMs: _, ...rest } = before ?? {};
	const reference = `\${secret:${secret}}`;
	const ways: Readonly<Record<string, object>> = {
		keep: { ...(auth !== undefined && { auth }), ...(headers && { headers }) },
		oauth: { auth: 'oauth' },
		secret: { headers: { authorization: `Bearer ${reference}` } },
		header: { headers: { [text('header') || 'x-api-key']: reference } },
		account: {
			auth: { type: 'client_credentials', clientId: text('client'), clientSecret: reference },
		},
	};
	const timeoutMs = text('timeoutMs');
	return {
		...rest,
		url: text('url'),
		...ways[text('way')],
		...(timeoutMs !== '' && { timeoutMs: Number(timeoutMs) }),
	};
}

/** Returns whether each user logs in at a server. */
export const hasOwnLogin = (entry: Entry | undefined): boolean =>
	isRecord(entry?.auth) ? entry.auth.type === 'oauth' : entry?.auth === 'oauth';

const TERMINAL = 'in a terminal';

/** Returns clients, each with the file or terminal that takes a text, and the text. @param url of the MCP endpoint */
const linesFor = (url: string) => {
	const add = `mcp add --transport http loadline ${url}`;
	const entry = JSON.stringify({ name: 'loadline', type: 'http', url });
	const json = (document: object) => JSON.stringify(document, null, 2);
	return [
		['Claude', 'Settings, Connectors, Add custom connector', url],
		['Claude Code', TERMINAL, `claude ${add}`],
		['ChatGPT', 'Settings, Apps, with developer mode on, Create', url],
		['VS Code', TERMINAL, `code --add-mcp '${entry}'`],
		['Cursor', '~/.cursor/mcp.json', json({ mcpServers: { loadline: { url } } })],
		['Codex', '~/.codex/config.toml', `[mcp_servers.loadline]\nurl = "${url}"`],
		['Gemini CLI', TERMINAL, `gemini ${add}`],
		['opencode', 'opencode.json', json({ mcp: { loadline: { type: 'remote', url } } })],
	] as const;
};

/** Hosts that reach servers from their own machines. */
const FROM_AFAR: readonly string[] = ['Claude', 'ChatGPT'];

/** Shows the instructions for connecting clients. @param isLocal served to this machine alone, where nobody logs in */
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
			{linesFor(`${origin}/mcp`).map(([client, where, text]) => (
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
