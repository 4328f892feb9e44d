// The calls of one conversation: a table of them, and what is known of each; and its rules: those that bind in it, line by line
// as it was told them, and those that a call names.
import type { Child } from 'hono/jsx';
import type { AnswerOf } from '../../../contract';
import { isRecord, jsonIn, parseSpelled } from '../../../shared/json-values';
import type { LedgerCall } from '../../../transient';
import { coloursOf, STATES } from './drawing';
import { toolIn } from './figures';
import { isOverflow, type Request, VARIANTS } from './overview';
import { addressOf, type Session } from './sessions';
import { FactList, Link, number, Time } from './shell';
import { Find, Order, Table } from './table';

const LISTED = 50;

/** The badges, texts (every result is kept as it was sent), words and order of a list of calls. */
interface Listing extends Readonly<Record<'hints' | 'hasTexts', boolean>> {
	readonly search: string;
	readonly offset: number;
	readonly by: 'newest' | 'largest';
}

/** The calls of a conversation; each opens what it asked, and its text where kept. @param me who looks */
export const callTable = (
	session: Session,
	me: string,
	{ hints, hasTexts, search, offset, by }: Listing,
) => {
	const { calls, totals } = session;
	const colours = coloursOf(calls);
	const address = addressOf(session, me);
	const [path = '', whose] = address.split('?');
	const principal = new URLSearchParams(whose).get('principal') ?? undefined;
	const words = search.toLowerCase();
	const found = calls
		.filter((call) => wordsOf(call).some((text) => text?.toLowerCase().includes(words)))
		.reverse();
	const query = { principal, q: search, by: by === 'newest' ? undefined : by };
	if (by === 'largest') found.sort((a, b) => givenOf(b) - givenOf(a));
	return (
		<>
			<Find path={path} value={search} keep={{ principal }}>
				<Order of={{ newest: 'newest', largest: 'largest' }} value={by} />
			</Find>
			<Table
				caption={`${number(found.length)} of ${number(totals.calls)} calls, ${by} first`}
				empty="No call has these words."
				rows={found.slice(offset, offset + LISTED)}
				columns={{
					Tool: (call) => {
						const { state, tokensBefore, tokensCollapsed = 0 } = call;
						const isUsed = state === 'collapsed' || state === 'used' || state === 'forgotten';
						const [, shade, text] = hints ? STATES[state] : [];
						return (
							<span id={call.id}>
								<i class={isUsed ? 'dot gone' : `dot t${colours.get(call.tool) ?? 0}`} />
								<Link to={callAddress(address, call)}>{call.tool}</Link>{' '}
								{call.failed && <span class="badge red">failed</span>}
								{text !== undefined && (
									<span class={`badge ${shade}`}>
										{text}
										{state === 'collapsed' && `, ${number(tokensBefore - tokensCollapsed)} saved`}
									</span>
								)}
							</span>
						);
					},
					Asked: (call) => {
						const { state, summary, arguments: asked } = call;
						const isGone = state === 'collapsed';
						const isKept = call.tokensCollapsed !== undefined || hasTexts;
						const line = isGone ? summary : asked && <AskedLine text={asked} />;
						if (!isKept && line === undefined) return '–';
						return (
							<details class={isGone ? 'call soft' : 'call'}>
								<summary>{line ?? 'its text'}</summary>
								{asked !== undefined && <Asked text={asked} />}
								{isKept && <pre tabindex={0} data-text={callAddress(address, call, '/text')} />}
							</details>
						);
					},
					When: 'at',
					Given: givenOf,
					Sent: 'tokensBefore',
					Held: 'tokensAfter',
				}}
				pages={{ path, query, offset, limit: LISTED, total: found.length }}
			/>
		</>
	);
};

/** The texts by which a call is found, `failed` among them where it did. */
export const wordsOf = ({ tool, arguments: asked, summary, failed }: LedgerCall) =>
	[tool, asked, summary, failed ? 'failed' : undefined] as const;

const givenOf = (call: LedgerCall): number => call.tokensOriginal ?? call.tokensBefore;

const PARTNERS: Readonly<Record<string, string>> = { consumed: 'Used up', forgotten: 'Cleared by' };

/**
 * Returns what is known of a call: its tool, time, cost and arguments, and what became of its result.
 * @param record of it, in telemetry @param rules that its arguments name
 */
export const factsOf = (
	call: LedgerCall,
	address: string,
	record: Request | undefined,
	rules: readonly { readonly id: string; readonly path: string }[],
): Readonly<Record<string, Child>> => {
	const { state, summary, tool, partner, partners, leftBy } = call;
	return {
		Tool: <a href={`/overview?endpoint=${encodeURIComponent(calledIn(call))}`}>{tool}</a>,
		When: <Time at={call.at} />,
		Took: record && `${number(record.totalMs)} ms`,
		'Correlation id': record && <code>{record.correlationId}</code>,
		Outcome: call.failed && <span class="badge red">failed</span>,
		Context: `${STATES[state][0]}${leftBy === undefined ? '' : `, by the word of the ${leftBy}`}`,
		'As the tool gave it': `${number(givenOf(call))} tokens`,
		Sent: `${number(call.tokensBefore)} tokens`,
		'Held now': `${number(call.tokensAfter)} tokens`,
		[state === 'collapsed' ? 'In its place' : 'In its place once it leaves']: summary,
		[PARTNERS[state] ?? 'Used by']:
			partner !== undefined &&
			(partners ?? [partner]).map((id) => <a href={callAddress(address, { id })}>{id} </a>),
		Asked: call.arguments !== undefined && <Asked text={call.arguments} />,
		'Its rules':
			rules.length > 0 && rules.map(({ id, path }) => <a href={ruleAddress(id)}>{path} </a>),
	};
};

/** Says of a call that was sent over the limits why it was, and what to do. */
export const Overflow = ({ record, isJson }: { record: Request; isJson: boolean }) => {
	const { endpoint, variant, errorCode, estimatedTokens } = record;
	if (!isOverflow(record)) return null;
	const settings = `/overview?endpoint=${encodeURIComponent(toolIn(endpoint))}#mend`;
	const [why, mend] =
		variant !== 'on'
			? [VARIANTS[variant], 'Protect it in the settings of this tool']
			: errorCode !== ''
				? ['it says what failed, which is sent whole', 'Look at what the tool answers']
				: [
						'nothing shorter could be made of it',
						isJson ? 'Leave some of its fields out' : 'See the settings of this tool',
					];
	return (
		<p class="advice">
			<span class="over">Sent over the limits</span>: {number(estimatedTokens)} tokens, because{' '}
			{why}. <a href={settings}>{mend}</a>
		</p>
	);
};

/** Returns the tool of a call, which a dry one names in part. */
export const calledIn = ({ tool }: Pick<LedgerCall, 'tool'>) => tool.replace(/ \(dry\)$/, '');

/** Returns the address of a call's page; its `end` for scripts is the text. */
export const callAddress = (address: string, { id }: Pick<LedgerCall, 'id'>, end = ''): string => {
	const [path, whose] = address.split('?');
	return `${path}/calls/${encodeURIComponent(id)}${end}${whose ? `?${whose}` : ''}`;
};

/** Reads arguments as a session keeps them (src/session/call-arguments.ts), numbers as they were spelled. */
const entriesOf = (text: string): readonly (readonly [string, string])[] => {
	const args = jsonIn(text, parseSpelled);
	return isRecord(args)
		? Object.entries(args).map(([name, value]) => [
				name,
				typeof value === 'string' ? value : JSON.stringify(value),
			])
		: [];
};

/** Beside a tool's name; what does not fit is cut off by the page. */
const AskedLine = ({ text }: { text: string }) => (
	<code class="asked-line">
		{entriesOf(text)
			.map(([name, value]) => `${name}: ${value}`)
			.join(', ')}
	</code>
);

/** The arguments of a call name by name, from their JSON text; empty where it is no object. */
const Asked = ({ text }: { text: string }) => (
	<FactList
		of={entriesOf(text).map(([name, value]) => [<code>{name}</code>, <code>{value}</code>])}
	/>
);

type Rule = AnswerOf<'GET /api/sessions/:id/rules'>['rules'][number];

const TOLD = {
	...{ told: 'told', untold: 'not told' },
	...{ new: 'in force since, not told', gone: 'told, no longer in force' },
};

export const ruleAddress = (id: string): string => `/memory/${encodeURIComponent(id)}`;

/** The rules that bind in a conversation, each with its lines and whether they were told. */
export const RulesTold = ({ rules }: { rules: readonly Rule[] }) => (
	<section id="rules">
		<h2>Rules that bind here</h2>
		<Table
			caption="What the conversation was told of each, and what of it is in force now"
			empty="It was told no rule: none binds it."
			rows={rules}
			columns={{
				Rule: ({ id, path, alias }) => (
					<>
						<Link to={ruleAddress(id)}>{path}</Link> <small class="soft">{alias}</small>
					</>
				),
				Lines: ({ lines }) => (
					<details class="plain">
						<summary>{lines[0]?.text ?? 'No line of it binds.'}</summary>
						<ul>
							{lines.map(({ id, text, state }) => (
								<li>
									<code>{id}</code> {text}{' '}
									<span class={`badge ${TOLD[state].endsWith('not told') ? 'amber' : 'grey'}`}>
										{TOLD[state]}
									</span>
								</li>
							))}
						</ul>
					</details>
				),
				Told: 'told',
				'In force': 'inForce',
			}}
		/>
	</section>
);

/** Short names of rules, workflows and context in a text, such as `r12`. */
export const shortNamesIn = (text: string): readonly string[] => [
	...new Set(text.match(/\b[rwcm][1-9]\d{0,8}\b/g) ?? []),
];
