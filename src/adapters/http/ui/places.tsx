// The other pages: servers behind, configuration, memory, runs, people. Each shows what the API answers.
import type { Child } from 'hono/jsx';
import { Empty, number, when } from './shell';

export const Table = ({
	caption,
	head,
	rows,
	empty,
}: {
	caption: string;
	head: readonly string[];
	rows: readonly (readonly Child[])[];
	empty: string;
}) =>
	rows.length === 0 ? (
		<Empty>{empty}</Empty>
	) : (
		<div class="scroll" tabindex={0}>
			<table>
				<caption>{caption}</caption>
				<thead>
					<tr>
						{head.map((name) => (
							<th scope="col" class="left">
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr>
							{row.map((cell) => (
								<td class="left wrap">{cell}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);

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

export interface Change {
	readonly path: string;
	readonly before: unknown;
	readonly after: unknown;
}

export interface Version {
	readonly version: number;
	readonly at: number;
	readonly by: string;
	readonly action: string;
	readonly changes: readonly Change[];
}

export const Changes = ({ changes }: { changes: readonly Change[] }) => (
	<Table
		caption="What changes"
		head={['Key', 'Before', 'After']}
		empty="Nothing changes."
		rows={changes.map(({ path, before, after }) => [path, shown(before), shown(after)])}
	/>
);

export const ConfigPage = ({
	text,
	values,
	versions,
	version,
	csrf,
}: {
	text: string;
	values: readonly (readonly [path: string, value: unknown, layer: string])[];
	versions: readonly Version[];
	version: number;
	csrf: string;
}) => (
	<>
		<div class="columns">
			<form method="post" action="/config">
				<h2>The runtime document, version {version}</h2>
				<input type="hidden" name="csrf" value={csrf} />
				<input type="hidden" name="version" value={String(version)} />
				<label for="text">YAML</label>
				<textarea id="text" name="text" spellcheck={false}>
					{text}
				</textarea>
				<div class="row">
					<button type="submit" name="do" value="check">
						Check
					</button>
					<button type="submit" name="do" value="save" class="quiet">
						Put in force
					</button>
				</div>
			</form>
			<Table
				caption="History"
				head={['Version', 'When', 'What changed', '']}
				empty="No version was put in force yet."
				rows={versions.map((one) => [
					String(one.version),
					when(one.at),
					one.changes.map(({ path }) => path).join(', ') || one.action,
					one.version === version ? (
						'in force'
					) : (
						<form class="plain" method="post" action="/config/rollback">
							<input type="hidden" name="csrf" value={csrf} />
							<input type="hidden" name="version" value={String(one.version)} />
							<button type="submit" class="quiet small">
								Go back to it
							</button>
						</form>
					),
				])}
			/>
		</div>
		<h2>In force</h2>
		<Table
			caption="Every value and the layer it is from"
			head={['Key', 'Value', 'Layer']}
			empty=""
			rows={values.map(([path, value, layer]) => [path, shown(value), layer])}
		/>
	</>
);

const shown = (value: unknown): string =>
	value === undefined || value === null
		? '–'
		: typeof value === 'string'
			? value
			: JSON.stringify(value);

export interface Rule {
	readonly id: string;
	readonly path: string;
	readonly resource?: string;
	readonly version?: number;
	readonly constraints?: number | readonly unknown[];
	readonly unbound?: number;
	readonly tokens?: number;
}

export interface Draft {
	readonly id: string;
	readonly path: string;
	readonly state: string;
	readonly author: string;
	readonly operation?: string;
}

export interface Dead {
	readonly path: string;
	readonly loaded?: number;
	readonly tokens?: number;
}

export const MemoryPage = ({
	rules,
	total,
	drafts,
	csrf,
}: {
	rules: readonly Rule[];
	total: number;
	drafts: readonly Draft[];
	csrf: string;
}) => (
	<>
		<Table
			caption={`Published, ${number(total)}`}
			head={['Path', 'Kind', 'Version', 'Constraints']}
			empty="Nothing is published yet: loadline memory push brings the rules of a repository."
			rows={rules.map(({ id, path, resource = '', version = 0, constraints = 0 }) => [
				<a href={`/memory/${encodeURIComponent(id)}`}>{path}</a>,
				resource,
				String(version),
				String(typeof constraints === 'number' ? constraints : constraints.length),
			])}
		/>
		<h2>Drafts</h2>
		<Table
			caption="To be reviewed, and being written"
			head={['Path', 'State', 'By', '']}
			empty="No draft waits."
			rows={drafts.map(({ id, path, state, author }) => [
				<a href={`/memory/drafts/${encodeURIComponent(id)}`}>{path}</a>,
				state,
				author,
				state === 'submitted' ? <Review id={id} csrf={csrf} /> : '',
			])}
		/>
	</>
);

export const Review = ({ id, csrf }: { id: string; csrf: string }) => (
	<form class="plain" method="post" action={`/memory/drafts/${encodeURIComponent(id)}`}>
		<input type="hidden" name="csrf" value={csrf} />
		<button type="submit" name="do" value="approve" class="small">
			Approve
		</button>{' '}
		<button type="submit" name="do" value="reject" class="quiet small">
			Reject
		</button>
	</form>
);

export interface Run {
	readonly id?: string;
	readonly run_id?: string;
	readonly workflow: string;
	readonly state?: string;
	readonly status?: string;
	readonly startedAt?: number | string;
	readonly position?: number;
	readonly step?: string;
}

export const RunsPage = ({
	workflows,
	runs,
}: {
	workflows: readonly {
		readonly name: string;
		readonly description?: string;
		readonly steps?: number | readonly unknown[];
	}[];
	runs: readonly Run[];
}) => (
	<>
		<Table
			caption="Runs"
			head={['Run', 'Workflow', 'State', 'Step', 'Started']}
			empty="No run yet: workflow_start begins one."
			rows={runs.map(({ id, run_id, workflow, state, status, step, startedAt }) => [
				id ?? run_id ?? '',
				workflow,
				state ?? status ?? '',
				step ?? '',
				startedAt === undefined ? '' : when(startedAt),
			])}
		/>
		<h2>Workflows</h2>
		<Table
			caption="What can be started"
			head={['Name', 'What it does', 'Steps']}
			empty="No workflow is defined."
			rows={workflows.map(({ name, description = '', steps = 0 }) => [
				name,
				description,
				String(typeof steps === 'number' ? steps : steps.length),
			])}
		/>
	</>
);

export const PeoplePage = ({
	me,
	tokens,
	members,
	audit,
	csrf,
}: {
	me: {
		readonly id: string;
		readonly name?: string;
		readonly workspace: string;
		readonly scopes: readonly string[];
	};
	tokens:
		| readonly {
				readonly id: string;
				readonly name: string;
				readonly scopes: readonly string[];
				readonly expiresAt?: number;
				readonly usedAt?: number;
		  }[]
		| undefined;
	members:
		| readonly { readonly id?: string; readonly name?: string; readonly role?: string }[]
		| undefined;
	audit:
		| readonly {
				readonly n: number;
				readonly at: string;
				readonly name: string;
				readonly action: string;
				readonly target: string;
		  }[]
		| undefined;
	csrf: string;
}) => (
	<>
		<p>
			You are {me.name ?? me.id} in the workspace {me.workspace}, and may{' '}
			{me.scopes.join(', ') || 'nothing'}.
		</p>
		{tokens && (
			<Table
				caption="API tokens"
				head={['Name', 'May', 'Ends', 'Last used', '']}
				empty="No token was made here: loadline token create makes one."
				rows={tokens.map(({ id, name, scopes, expiresAt, usedAt }) => [
					name,
					scopes.join(', '),
					expiresAt === undefined ? 'never' : when(expiresAt),
					usedAt === undefined ? 'never' : when(usedAt),
					<form class="plain" method="post" action="/people/revoke">
						<input type="hidden" name="csrf" value={csrf} />
						<input type="hidden" name="id" value={id} />
						<button type="submit" class="quiet small">
							Revoke
						</button>
					</form>,
				])}
			/>
		)}
		{members && (
			<Table
				caption="Members"
				head={['Name', 'Role']}
				empty="Nobody but you."
				rows={members.map(({ id = '', name, role = '' }) => [name ?? id, role])}
			/>
		)}
		{audit && (
			<Table
				caption="Audit log"
				head={['When', 'Who', 'What', 'To what']}
				empty="Nothing was noted yet."
				rows={audit.map(({ at, name, action, target }) => [when(at), name, action, target])}
			/>
		)}
	</>
);

export const Document = ({ path, text, more }: { path: string; text: string; more?: Child }) => (
	<>
		<p>
			<code>{path}</code>
		</p>
		{more}
		<pre tabindex={0}>{text}</pre>
	</>
);
