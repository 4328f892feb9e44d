// One conversation: its hull, and what to do about it; and the list of all.
import type { Window } from '../../../config';
import type { SessionService, SessionSummary } from '../../../session';
import { heaviestTool } from '../../../transient';
import { Drawing } from './drawing';
import { type Names, Person } from './names';
import { Peeks } from './peeks';
import { Figure, Name, number, percent, Time } from './shell';
import { Table } from './table';

/** Names of the demo's conversations. */
export const DEMO_SESSIONS: ReadonlySet<string> = new Set(['demo', 'demo-log']);

/** Returns whether a conversation is a trial: of the demo or the playground. */
export const isTrial = (id: string): boolean =>
	DEMO_SESSIONS.has(id) || id.startsWith('playground-');

/** Cost of the tool definitions that `/mcp` lists today, by server; own tools under `Loadline`. */
export type Definitions = ReadonlyMap<string, number>;

/** A conversation, as the API tells it. */
export type Session = ReturnType<SessionService['view']> & {
	readonly id: string;
	readonly principal: string;
	readonly window: Window;
};
/** A conversation, as lists show it. */
export type Listed = Omit<SessionSummary, 'session'> & { readonly id: string };

/** The address of a conversation; another's names whose it is. */
export const addressOf = (
	{ id, principal }: { readonly id: string; readonly principal: string },
	me: string,
): string =>
	`/sessions/${encodeURIComponent(id)}${principal === me ? '' : `?principal=${encodeURIComponent(principal)}`}`;

/** A conversation to draw with its figures, and whoever looks at it. */
export interface SideProps {
	readonly session: Session;
	readonly me: string;
	/** The conversation's context window. */
	readonly window: Window;
	/** The reader may change settings. */
	readonly mayChange: boolean;
	/** Every result is kept as it was sent. */
	readonly texts: boolean;
	/** Undefined where the list of tools is not known. */
	readonly definitions: Definitions | undefined;
}

/** What leaving came to by the provider's own numbers. */
function priceNote({ paid, would, disagrees }: NonNullable<Session['prompts']>): string {
	const difference = Math.round(paid - would);
	const change =
		difference === 0 ? '' : `${difference > 0 ? '+' : '−'}${number(Math.abs(difference))}: `;
	const doubt = disagrees ? ', but its provider counts otherwise, so nothing more leaves' : '';
	return `${change}${number(Math.round(would))} without leaving${doubt}`;
}

/** A conversation as a ship's side, and its figures. */
export const Side = ({ session, me, window, mayChange, texts, definitions }: SideProps) => {
	const { calls, trace, totals, prompts } = session;
	const heaviest = heaviestTool(calls);
	const address = addressOf(session, me);
	const inDefinitions = definitions && [...definitions.values()].reduce((a, b) => a + b, 0);
	return (
		<>
			{DEMO_SESSIONS.has(session.id) && (
				<p class="aside">
					<span class="badge amber">demo</span> Recorded on this machine by really calling the demo.{' '}
					<a href="/upstreams">Connect a client</a> to <code>/mcp</code>, and its conversation takes
					this place.
				</p>
			)}
			<dl class="figures">
				<Figure name="Calls" value={number(totals.calls)} />
				<Figure name="Sent" value={number(totals.tokensBefore)} note="tokens of results" />
				<Figure
					name="Left"
					value={number(totals.tokensReleased)}
					note={`${number(totals.left)} ${totals.left === 1 ? 'result' : 'results'}`}
				/>
				<Figure
					name="Could leave"
					value={number(totals.tokensReleasable - totals.tokensReleased)}
					note="used, and still there"
				/>
				<Figure name="Held" value={number(totals.tokensAfter)} note="tokens of results" />
				{prompts && prompts.told > 0 && (
					<Figure
						name="Prompts paid"
						value={number(Math.round(prompts.paid))}
						note={`${priceNote(prompts)}; in uncached tokens, ${number(prompts.told)} of ${number(prompts.requests)} requests`}
					/>
				)}
				{inDefinitions !== undefined && (
					<Figure
						name="Definitions"
						value={number(inDefinitions)}
						note="tokens of /mcp's tools, today"
					/>
				)}
			</dl>
			<Drawing
				{...{ calls, trace, window }}
				definitions={inDefinitions}
				linkOf={(id) => `${address}#${id}`}
			/>
			<Inside calls={calls} total={totals.calls} definitions={definitions} />
			<Peeks session={session} address={address} texts={texts} />
			{heaviest && <Advice heaviest={heaviest} mayChange={mayChange} />}
		</>
	);
};

/** The window by tool and by server, in a table that is closed at first. */
const Inside = ({
	calls,
	total,
	definitions = new Map(),
}: {
	calls: Session['calls'];
	total: number;
	definitions: Definitions | undefined;
}) => {
	const tools = new Map<string, { calls: number; sent: number; held: number }>();
	for (const { tool, tokensBefore, tokensAfter, state } of calls) {
		const { calls = 0, sent = 0, held = 0 } = tools.get(tool) ?? {};
		tools.set(tool, {
			calls: calls + 1,
			sent: sent + tokensBefore,
			held: held + (state === 'forgotten' ? 0 : tokensAfter),
		});
	}
	const sorted = [...tools].sort(([, a], [, b]) => b.held - a.held);
	return (
		<details class="inside">
			<summary>What is in the window</summary>
			<Table
				caption={`Results by tool${total > calls.length ? `, of the newest ${number(calls.length)} of ${number(total)} calls` : ''}`}
				head={['Tool', 'Calls', 'Sent', 'Held']}
				numbers="all"
				rows={sorted.map(([tool, each]) => [
					<Name>{tool}</Name>,
					number(each.calls),
					number(each.sent),
					number(each.held),
				])}
			/>
			<Table
				caption="Tool definitions, estimated from today's list at /mcp"
				head={['Server', 'Tokens']}
				numbers="all"
				empty="The list of tools could not be read."
				rows={[...definitions].map(([server, tokens]) => [server, number(tokens)])}
			/>
			<p class="note">
				The host's own part (its system prompt, its tools, what was said) is not known here.
			</p>
		</details>
	);
};

/** Advises in one sentence what to remove, compress or pin. */
const Advice = ({
	heaviest: { tool, share, results, idle, releasable, tokens },
	mayChange,
}: {
	heaviest: NonNullable<ReturnType<typeof heaviestTool>>;
	mayChange: boolean;
}) => (
	<div class="advice">
		<strong>
			<Name>{tool}</Name>
		</strong>{' '}
		carries {percent(share)} of what is held ({number(tokens)} tokens in{' '}
		{results === 1 ? 'one result' : `${number(results)} results`})
		{releasable > 0
			? `; ${number(releasable)} tokens of it were used and could leave`
			: idle >= 3
				? `, and nothing used it for ${number(idle)} calls`
				: ''}
		.{' '}
		{mayChange && (
			<a href={`/overview?endpoint=${encodeURIComponent(tool)}#mend`}>Settings of this tool</a>
		)}
	</div>
);

/** The list of conversations, a page of it. */
export const SessionTable = ({
	sessions,
	me,
	names,
	offset,
	limit,
}: {
	sessions: readonly Listed[];
	me: string;
	names: Names;
	offset: number;
	limit: number;
}) => (
	<>
		<Table
			caption="Conversations"
			head={['Session', 'Last call, UTC', 'Calls', 'Sent', 'Could leave', 'Left', 'Held']}
			wideOnly={['Calls', 'Could leave', 'Left']}
			numbers="all"
			empty={
				offset > 0 ? (
					<>
						No conversation is this old. <a href="/">The newest</a>
					</>
				) : (
					<>
						No conversation yet. Connect a client to <code>/mcp</code> and let it call a tool:{' '}
						<a href="/upstreams">lines for your client</a>.
					</>
				)
			}
			rows={sessions.map((session) => [
				<>
					<a href={addressOf(session, me)}>
						<Name>{session.id}</Name>
					</a>{' '}
					{isTrial(session.id) && (
						<span class="badge amber">{DEMO_SESSIONS.has(session.id) ? 'demo' : 'playground'}</span>
					)}
					{session.principal !== me && (
						<small>
							of <Person id={session.principal} names={names} />
						</small>
					)}
				</>,
				<Time at={session.lastAt} />,
				number(session.calls),
				number(session.tokensBefore),
				number(session.tokensReleasable - session.tokensReleased),
				number(session.tokensReleased),
				number(session.tokensAfter),
			])}
		/>
		<p class="pages">
			{offset > 0 && <a href={`/?offset=${Math.max(0, offset - limit)}`}>Newer</a>}
			{sessions.length === limit && <a href={`/?offset=${offset + limit}`}>Older</a>}
		</p>
	</>
);
