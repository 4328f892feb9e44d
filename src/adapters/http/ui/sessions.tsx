// One conversation: its hull, what to do about it, and its timeline.
import type { SessionView } from '../../../session/service';
import type { SessionSummary } from '../../../session/store';
import { type Heaviest, heaviestOf, hullOf } from '../../../transient/hull';
import type { LedgerCall } from '../../../transient/ledger';
import { coloursOf, cutsOf, Drawing } from './drawing';
import { Empty, Figure, number, percent, Time } from './shell';

export type Session = SessionView & { readonly id: string; readonly principal: string };
export type Listed = Omit<SessionSummary, 'session'> & { readonly id: string };

/** Tokens of the windows that hosts have today. */
export const WINDOWS = [32_000, 128_000, 200_000, 1_000_000] as const;

export const Side = ({
	session,
	room,
	canChange,
	csrf,
}: {
	session: Session;
	room: number;
	canChange: boolean;
	csrf: string;
}) => {
	const { calls, trace, totals } = session;
	const hull = hullOf(calls);
	const tools = calls.map(({ tool }) => tool);
	const colours = coloursOf(tools);
	const heaviest = heaviestOf(calls);
	return (
		<>
			<Drawing
				hull={hull}
				room={room}
				colours={colours}
				cuts={cutsOf(trace, calls)}
				linkOf={(id) => `/sessions/${session.id}#${id}`}
			/>
			<ul class="legend">
				{[...colours].slice(0, 12).map(([tool, colour]) => (
					<li>
						<i class={`t${colour}`} />
						{tool}
					</li>
				))}
				<li>
					<i class="gone" />
					used
				</li>
				<li>– – as tools gave it, and nothing left</li>
			</ul>
			{heaviest && (
				<Advice heaviest={heaviest} canChange={canChange} csrf={csrf} session={session.id} />
			)}
			<dl class="figures">
				<Figure name="Calls" value={number(totals.calls)} />
				<Figure name="Sent" value={number(totals.tokensBefore)} note="tokens of results" />
				<Figure
					name="Left"
					value={number(totals.tokensReleased)}
					note={`${number(totals.left)} results, by somebody’s word`}
				/>
				<Figure
					name="Could leave"
					value={number(totals.tokensReleasable - totals.tokensReleased)}
					note="used, and still there"
				/>
				<Figure name="Held" value={number(totals.tokensAfter)} note="tokens" />
			</dl>
		</>
	);
};

/** What to remove, compress or pin now, in one sentence. */
const Advice = ({
	heaviest: { tool, share, results, idle, releasable, tokens },
	canChange,
	csrf,
	session,
}: {
	heaviest: Heaviest;
	canChange: boolean;
	csrf: string;
	session: string;
}) => {
	const isUnused = idle >= 5;
	return (
		<div class="advice">
			<strong>{tool}</strong> carries {percent(share)} of what is held ({number(tokens)} tokens in{' '}
			{results === 1 ? 'one result' : `${number(results)} results`})
			{isUnused ? `, and nothing came of it for ${number(idle)} calls` : ''}.{' '}
			{releasable > 0
				? `${number(releasable)} tokens of it were used and could leave: connect the host by the pass-through or loadline/client.`
				: ''}
			{canChange && (
				<div class="row">
					{CHANGES.map(({ key, name }) => (
						<form class="plain" method="post" action="/config/propose">
							<input type="hidden" name="csrf" value={csrf} />
							<input type="hidden" name="tool" value={tool} />
							<input type="hidden" name="change" value={key} />
							<input type="hidden" name="from" value={`/sessions/${session}`} />
							<button type="submit" class="quiet small">
								{name}
							</button>
						</form>
					))}
				</div>
			)}
		</div>
	);
};

/** Settings that a sentence offers; what each writes is in config-routes.tsx. */
export const CHANGES = [
	{ key: 'glance', name: 'Shorter first answers' },
	{ key: 'page', name: 'Smaller pages' },
	{ key: 'leave', name: 'Let it leave once used' },
] as const;

const BADGE: Readonly<Record<string, readonly [string, string]>> = {
	transient: ['amber', 'transient'],
	used: ['amber', 'could leave'],
	consumed: ['green', 'consumed'],
	collapsed: ['grey', 'collapsed'],
	forgotten: ['grey', 'gone with a cleared context'],
};

export const Timeline = ({ session, hints }: { session: Session; hints: boolean }) =>
	session.calls.length === 0 ? (
		<Empty>No call is listed.</Empty>
	) : (
		<ol class="timeline">
			{session.calls.map((call) => (
				<Line call={call} session={session} hints={hints} />
			))}
		</ol>
	);

const Line = ({ call, session, hints }: { call: LedgerCall; session: Session; hints: boolean }) => {
	const badge = hints ? BADGE[call.state] : undefined;
	const isGone = call.state === 'collapsed';
	return (
		<li id={call.id}>
			<details class={`is-${call.state}`}>
				<summary>
					<span>{isGone ? (call.summary ?? call.tool) : call.tool}</span>
					{badge && <span class={`badge ${badge[0]}`}>{badge[1]}</span>}
					<span class="tokens">
						{isGone ? `${number(call.tokensBefore)} → ` : ''}
						{number(call.tokensAfter)} tokens
					</span>
				</summary>
				<dl>
					<dt>Tool</dt>
					<dd>{call.tool}</dd>
					<dt>At</dt>
					<dd>
						<Time at={call.at} />
					</dd>
					{call.summary !== undefined && (
						<>
							<dt>In its place once it leaves</dt>
							<dd>{call.summary}</dd>
						</>
					)}
					{call.partner !== undefined && (
						<>
							<dt>{call.state === 'consumed' ? 'Used up' : 'Used by'}</dt>
							<dd>
								<a href={`#${call.partner}`}>{call.partner}</a>
							</dd>
						</>
					)}
					{call.leftBy !== undefined && (
						<>
							<dt>Left by the word of</dt>
							<dd>{call.leftBy}</dd>
						</>
					)}
				</dl>
				{call.state !== 'plain' && call.state !== 'consumed' && (
					<a href={`/sessions/${session.id}/calls/${call.id}`}>The original</a>
				)}
			</details>
		</li>
	);
};

export const SessionTable = ({ sessions }: { sessions: readonly Listed[] }) =>
	sessions.length === 0 ? (
		<Empty>
			No conversation yet. Connect a client to <code>/mcp</code> and let it call a tool.
		</Empty>
	) : (
		<div class="scroll" tabindex={0}>
			<table>
				<caption>Conversations</caption>
				<thead>
					<tr>
						<th scope="col">Session</th>
						<th scope="col">Last call</th>
						<th scope="col">Calls</th>
						<th scope="col">Sent</th>
						<th scope="col">Could leave</th>
						<th scope="col">Left</th>
						<th scope="col">Held</th>
					</tr>
				</thead>
				<tbody>
					{sessions.map((session) => (
						<tr>
							<td>
								<a href={`/sessions/${session.id}`}>{session.id}</a>
							</td>
							<td>
								<Time at={session.lastAt} />
							</td>
							<td>{number(session.calls)}</td>
							<td>{number(session.tokensBefore)}</td>
							<td>{number(session.tokensReleasable - session.tokensReleased)}</td>
							<td>{number(session.tokensReleased)}</td>
							<td>{number(session.tokensAfter)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
