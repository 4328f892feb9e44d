// The calls of one conversation, one below the other: each closed until it is opened, by mouse or keyboard.
import type { LedgerCall } from '../../../transient';
import { Asked, AskedLine } from './asked';
import { coloursOf } from './drawing';
import { textOf } from './peeks';
import { addressOf, type Session } from './sessions';
import { Empty, Name, number, Time } from './shell';
import { STATES } from './states';

const BADGE: Readonly<Record<string, readonly [colour: string, text: string]>> = {
	transient: ['amber', 'transient'],
	used: ['amber', 'transient, could leave'],
	consumed: ['green', 'consumed'],
	collapsed: ['grey', 'collapsed'],
	forgotten: ['grey', 'gone with a cleared context'],
};

/** Relation of a partner to a call. */
const PARTNERS: Readonly<Record<string, string>> = { consumed: 'Used up', forgotten: 'Cleared by' };

/** A conversation to list call by call; `me` is the principal who looks. */
export interface TimelineProps {
	readonly session: Session;
	readonly me: string;
	/** Every result is kept as it was sent. */
	readonly texts: boolean;
	/** Badges are shown. */
	readonly hints: boolean;
}

/** The calls of a conversation, one below the other. */
export const Timeline = ({ session, me, texts, hints }: TimelineProps) => {
	const { calls, totals } = session;
	const colours = coloursOf(calls);
	return calls.length === 0 ? (
		<Empty>No call is listed.</Empty>
	) : (
		<>
			{totals.calls > calls.length && (
				<p class="soft">
					The newest {number(calls.length)} of {number(totals.calls)} calls.
				</p>
			)}
			<ol class="timeline">
				{calls.map((call) => (
					<Line
						call={call}
						colour={colours.get(call.tool) ?? 0}
						address={addressOf(session, me)}
						texts={texts}
						hints={hints}
					/>
				))}
			</ol>
		</>
	);
};

interface LineProps {
	readonly call: LedgerCall;
	/** Of its tool. */
	readonly colour: number;
	readonly address: string;
	readonly texts: boolean;
	readonly hints: boolean;
}

const Line = ({ call, colour, address, texts, hints }: LineProps) => {
	const { state, summary, tool, tokensBefore, tokensAfter } = call;
	const isGone = state === 'collapsed';
	const isUsed = isGone || state === 'used' || state === 'forgotten';
	const isKept = call.tokensCollapsed !== undefined || texts;
	return (
		<li id={call.id}>
			<details class={`is-${state}`} open={state === 'transient'}>
				<summary>
					<i class={isUsed ? 'gone' : `t${colour}`} />
					<span class="what">{isGone ? (summary ?? tool) : <Name>{tool}</Name>}</span>
					{call.arguments !== undefined && !isGone && <AskedLine text={call.arguments} />}
					{call.failed && <span class="badge red">failed</span>}
					{hints && <Badge call={call} />}
					<span class="tokens">
						{tokensAfter < tokensBefore ? `${number(tokensBefore)} → ` : ''}
						{number(tokensAfter)} <small>tokens</small>
					</span>
				</summary>
				<div class="opened">
					<Facts call={call} />
					{isKept && <pre tabindex={0} data-text={textOf(address, call)} />}
					<a href={pageOf(address, call)}>This call</a>
				</div>
			</details>
		</li>
	);
};

/** What is known of a call: its tool, time, cost and arguments, and what became of its result. */
export const Facts = ({ call }: { call: LedgerCall }) => {
	const { state, summary, tool, partner, partners, leftBy, tokensOriginal } = call;
	return (
		<dl class="facts">
			<Fact name="Tool">
				<Name>{tool}</Name>
			</Fact>
			<Fact name="At, UTC">
				<Time at={call.at} />
			</Fact>
			<Fact name="Context">
				{STATES[state]}
				{leftBy === undefined ? '' : `, by the word of the ${leftBy}`}
			</Fact>
			<Fact name="Sent">
				{number(call.tokensBefore)} tokens
				{call.tokensAfter < call.tokensBefore && `; ${number(call.tokensAfter)} of it now`}
			</Fact>
			{tokensOriginal !== undefined && (
				<Fact name="As the tool gave it">{number(tokensOriginal)} tokens</Fact>
			)}
			{summary !== undefined && (
				<Fact name={state === 'collapsed' ? 'In its place' : 'In its place once it leaves'}>
					{summary}
				</Fact>
			)}
			{partner !== undefined && (
				<Fact name={PARTNERS[state] ?? 'Used by'}>
					{(partners ?? [partner]).map((id) => (
						<>
							<a href={`#${id}`}>{id}</a>{' '}
						</>
					))}
				</Fact>
			)}
			{call.arguments !== undefined && (
				<Fact name="Asked">
					<Asked text={call.arguments} />
				</Fact>
			)}
		</dl>
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
	<div>
		<dt>{name}</dt>
		<dd>{children as never}</dd>
	</div>
);

/** The page of one original. */
const pageOf = (address: string, call: LedgerCall): string =>
	textOf(address, call).replace('/text', '');
