// The calls of one conversation, one below the other: each closed until it is opened, by mouse or keyboard.
import type { LedgerCall } from '../../../transient/ledger';
import { STATES } from './drawing';
import { addressOf, type Session, textOf } from './sessions';
import { Empty, number, Time } from './shell';

const BADGE: Readonly<Record<string, readonly [colour: string, text: string]>> = {
	transient: ['amber', 'transient'],
	used: ['amber', 'transient, could leave'],
	consumed: ['green', 'consumed'],
	collapsed: ['grey', 'collapsed'],
	forgotten: ['grey', 'gone with a cleared context'],
};

export interface TimelineProps {
	readonly session: Session;
	readonly me: string;
	/** Every result is kept as it was sent. */
	readonly texts: boolean;
	/** Badges are shown. */
	readonly hints: boolean;
}

export const Timeline = ({ session, me, texts, hints }: TimelineProps) =>
	session.calls.length === 0 ? (
		<Empty>No call is listed.</Empty>
	) : (
		<>
			{session.totals.calls > session.calls.length && (
				<p>
					The newest {number(session.calls.length)} of {number(session.totals.calls)} calls.
				</p>
			)}
			<ol class="timeline">
				{session.calls.map((call) => (
					<Line call={call} address={addressOf(session, me)} texts={texts} hints={hints} />
				))}
			</ol>
		</>
	);

const Line = ({
	call,
	address,
	texts,
	hints,
}: {
	call: LedgerCall;
	address: string;
	texts: boolean;
	hints: boolean;
}) => {
	const { state, summary, tool, partner, partners, tokensBefore, tokensAfter } = call;
	const isGone = state === 'collapsed';
	const isKept = call.tokensCollapsed !== undefined || texts;
	return (
		<li id={call.id}>
			<details class={`is-${state}`} open={state === 'transient'}>
				<summary>
					<span>{isGone ? (summary ?? tool) : tool}</span>
					{hints && <Badge call={call} />}
					<span class="tokens">
						{isGone ? `${number(tokensBefore)} → ` : ''}
						{number(tokensAfter)} tokens
					</span>
				</summary>
				<dl>
					<Fact name="Tool">{tool}</Fact>
					<Fact name="At, UTC">
						<Time at={call.at} />
					</Fact>
					<Fact name="Context">
						{STATES[state]}
						{call.leftBy === undefined ? '' : `, by the word of the ${call.leftBy}`}
					</Fact>
					{call.tokensOriginal !== undefined && (
						<Fact name="As the tool gave it">{number(call.tokensOriginal)} tokens</Fact>
					)}
					{summary !== undefined && (
						<Fact name={isGone ? 'In its place' : 'In its place once it leaves'}>{summary}</Fact>
					)}
					{partner !== undefined && (
						<Fact name={state === 'consumed' ? 'Used up' : 'Used by'}>
							{(partners ?? [partner]).map((id) => (
								<>
									<a href={`#${id}`}>{id}</a>{' '}
								</>
							))}
						</Fact>
					)}
				</dl>
				{isKept && (
					<>
						<pre tabindex={0} data-text={textOf(address, call.id)} />
						<a href={pageOf(address, call.id)}>The original</a>
					</>
				)}
			</details>
		</li>
	);
};

const Badge = ({
	call: { state, partner, tokensBefore, tokensCollapsed = 0 },
}: {
	call: LedgerCall;
}) => {
	const badge = BADGE[state];
	if (!badge) return null;
	const [colour, text] = badge;
	const said =
		state === 'collapsed' ? `${text}, ${number(tokensBefore - tokensCollapsed)} saved` : text;
	return state === 'consumed' && partner !== undefined ? (
		<a class={`badge ${colour}`} href={`#${partner}`}>
			{said}
		</a>
	) : (
		<span class={`badge ${colour}`}>{said}</span>
	);
};

const Fact = ({ name, children }: { name: string; children?: unknown }) => (
	<>
		<dt>{name}</dt>
		<dd>{children as never}</dd>
	</>
);

/** The page of one original. */
const pageOf = (address: string, call: string): string =>
	textOf(address, call).replace('/text', '');
