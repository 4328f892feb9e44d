// One conversation: its hull, and what to do about it; and the list of all.
import type { Window } from '../../../config';
import type { SessionService, SessionSummary } from '../../../session';
import { heaviestTool } from '../../../transient';
import { consumersOf } from './consumers';
import { Drawing } from './drawing';
import { Mend } from './mend';
import { Peeks } from './peeks';
import { Figure, Name, number, percent, Time } from './shell';
import { Table } from './table';

/** Names of the demo's conversations. */
export const DEMO_SESSIONS: ReadonlySet<string> = new Set(['demo', 'demo-log']);

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
	/** Fields that results of the heaviest tool are known to have; undefined for who may not change settings. */
	readonly fields: readonly string[] | undefined;
	/** Every result is kept as it was sent. */
	readonly texts: boolean;
	readonly csrf: string;
}

/** A conversation as a ship's side, and its figures. */
export const Side = ({ session, me, window, fields, texts, csrf }: SideProps) => {
	const { calls, trace, totals } = session;
	const heaviest = heaviestTool(calls);
	const address = addressOf(session, me);
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
				<Figure name="Held" value={number(totals.tokensAfter)} note="tokens" />
			</dl>
			<Drawing {...{ calls, trace, window }} linkOf={(id) => `${address}#${id}`} />
			<Peeks session={session} address={address} texts={texts} />
			{heaviest && (
				<Advice heaviest={heaviest}>
					{fields && (
						<Mend
							tool={heaviest.tool}
							from={address}
							csrf={csrf}
							consumers={consumersOf(calls, heaviest.tool)}
							fields={fields}
							mayLeave={calls.some(
								({ tool, state }) => tool === heaviest.tool && state !== 'plain',
							)}
						/>
					)}
				</Advice>
			)}
		</>
	);
};

/** Advises in one sentence what to remove, compress or pin. */
const Advice = ({
	heaviest: { tool, share, results, idle, releasable, tokens },
	children,
}: {
	heaviest: NonNullable<ReturnType<typeof heaviestTool>>;
	children?: unknown;
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
		.{children as never}
	</div>
);

/** The list of conversations, a page of it. */
export const SessionTable = ({
	sessions,
	me,
	offset,
	limit,
}: {
	sessions: readonly Listed[];
	me: string;
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
					{DEMO_SESSIONS.has(session.id) && <span class="badge amber">demo</span>}
					{session.principal !== me && <small> of {session.principal}</small>}
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
