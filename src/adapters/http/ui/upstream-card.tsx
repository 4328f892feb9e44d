// One server behind: its state and why, what its tools cost, which of them are offered, and descriptions
// that have changed.
import { number, when } from './shell';

export interface Upstream {
	readonly name: string;
	readonly status: string;
	readonly since?: string;
	readonly reason?: string;
}

export interface ListedTool {
	readonly name: string;
	readonly description?: string;
	/** Of its definition, as estimated. */
	readonly tokens: number;
}

export interface ToolChange {
	readonly upstream: string;
	readonly tool: string;
	readonly changedAt: string;
	/** Not listed until it is accepted. */
	readonly held: boolean;
}

export interface CardProps {
	readonly upstream: Upstream;
	/** Undefined where it does not tell. */
	readonly tools: readonly ListedTool[] | undefined;
	/** Names and patterns that are held back by the configuration. */
	readonly denied: readonly string[];
	/** The only ones it may offer, if the configuration says so. */
	readonly allowed: readonly string[] | undefined;
	readonly changes: readonly ToolChange[];
	/** Milliseconds that its list just took, where it was tested. */
	readonly took: number | undefined;
	/** Whether the configuration has an entry of it. */
	readonly canChange: boolean;
	/** Whether each user logs in there. */
	readonly hasLogin: boolean;
	readonly origin: string;
	readonly csrf: string;
}

/** A name, not a pattern. */
const isName = (text: string): boolean => !/[*?[\]{}]/.test(text);

export const UpstreamCard = (card: CardProps) => {
	const { upstream, tools, took, canChange, hasLogin, origin, csrf } = card;
	const { name, status, since, reason } = upstream;
	const tokens = (tools ?? []).reduce((sum, tool) => sum + tool.tokens, 0);
	return (
		<section class="server" aria-labelledby={`server-${name}`}>
			<header class="plain-header">
				<h2 id={`server-${name}`}>{name}</h2>
				<span class={`state-${status}`}>
					<span aria-hidden="true">{status === 'ok' ? '●' : '○'}</span> {status}
					{since !== undefined && ` since ${when(since)}`}
				</span>
				<span class="soft">
					{tools === undefined
						? 'its tools are not known'
						: `${number(tools.length)} tools, ${number(tokens)} tokens in every conversation`}
				</span>
			</header>
			{reason !== undefined && <p class={status === 'ok' ? 'note' : 'bad'}>{reason}</p>}
			{took !== undefined && (
				<p class={`notice ${tools ? 'good' : 'bad'}`} role="status">
					{tools
						? `It listed ${number(tools.length)} tools in ${number(took)} ms.`
						: `It gave no list of tools within ${number(took)} ms.`}
				</p>
			)}
			<Changes {...card} />
			<p>
				<code>{`${origin}/mcp/${name}`}</code>
			</p>
			<Tools {...card} />
			<div class="row">
				<a class="button quiet small" href={`/upstreams?test=${name}#server-${name}`}>
					Test
				</a>
				<a class="button quiet small" href={`/playground?server=${name}`}>
					Try its tools
				</a>
				{hasLogin && (
					<a class="button quiet small" href={`/connect/${name}`}>
						Log in there
					</a>
				)}
				{canChange && (
					<form class="plain" method="post" action="/upstreams/remove">
						<input type="hidden" name="csrf" value={csrf} />
						<input type="hidden" name="name" value={name} />
						<button type="submit" class="quiet small" aria-label={`Remove ${name}`}>
							Remove
						</button>
					</form>
				)}
			</div>
		</section>
	);
};

const Changes = ({ upstream: { name }, changes, csrf }: CardProps) =>
	changes.length === 0 ? null : (
		<form class="changed" method="post" action="/upstreams/accept">
			<input type="hidden" name="csrf" value={csrf} />
			<input type="hidden" name="name" value={name} />
			<p>
				<strong>Described otherwise than when first seen:</strong>{' '}
				{changes
					.map(
						({ tool, changedAt, held }) =>
							`${tool} (${when(changedAt)}${held ? ', held back until accepted' : ''})`,
					)
					.join(', ')}
			</p>
			{changes.some(({ held }) => held) && (
				<button type="submit" class="small">
					Accept what is held back
				</button>
			)}
		</form>
	);

const Tools = ({ upstream: { name }, tools = [], denied, allowed, canChange, csrf }: CardProps) => {
	const hidden = denied.filter(isName);
	const patterns = denied.filter((text) => !isName(text));
	if (tools.length + hidden.length === 0) return null;
	return (
		<details class="tools">
			<summary>Tools, and what each costs</summary>
			<form method="post" action="/upstreams/offer">
				<input type="hidden" name="csrf" value={csrf} />
				<input type="hidden" name="name" value={name} />
				<ul>
					{tools.map(({ name: tool, description = '', tokens }) => (
						<Switch
							{...{ tool, description, canChange }}
							isOn={true}
							cost={`${number(tokens)} tokens`}
						/>
					))}
					{hidden.map((tool) => (
						<Switch {...{ tool, canChange }} description="" isOn={false} cost="held back" />
					))}
				</ul>
				{allowed && <p class="note">Nothing but {allowed.join(', ')} may be offered.</p>}
				{patterns.length > 0 && <p class="note">Held back, too: {patterns.join(', ')}.</p>}
				{canChange && (
					<button type="submit" class="small">
						Offer what is ticked
					</button>
				)}
			</form>
		</details>
	);
};

const Switch = ({
	tool,
	description,
	cost,
	isOn,
	canChange,
}: {
	tool: string;
	description: string;
	cost: string;
	isOn: boolean;
	canChange: boolean;
}) => (
	<li>
		{canChange ? (
			<label class="check">
				<input type="checkbox" name="offered" value={tool} checked={isOn} />
				<What tool={tool} description={description} />
			</label>
		) : (
			<What tool={tool} description={description} />
		)}
		<input type="hidden" name="tool" value={tool} />
		<span class="soft cost">{cost}</span>
	</li>
);

const What = ({ tool, description }: { tool: string; description: string }) => (
	<span>
		<strong>{tool}</strong> <span class="soft">{description.slice(0, 160)}</span>
	</span>
);
