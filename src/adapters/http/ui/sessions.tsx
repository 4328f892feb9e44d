// One conversation: its hull, and what to do about it; and the list of all.
import type { AnswerOf } from '../../../contract';
import { costWords, givesRules, heldByTool } from '../../../transient';
import { callAddress } from './calls';
import { Drawing } from './drawing';
import { type Definitions, INSTRUCTIONS } from './figures';
import type { sideOf } from './session-routes';
import { Figures, Link, Name, number, percent, Tabs } from './shell';
import { Find, type Names, Person, Table, withQuery } from './table';

const DEMO_SESSIONS: ReadonlySet<string> = new Set(['demo', 'demo-log']);

/** Returns whether a conversation is a trial: of the playground, or of the demo, where that is one. */
export const isTrial = (id: string, isDemo = true): boolean =>
	(isDemo && DEMO_SESSIONS.has(id)) || id.startsWith('playground-');

/** A conversation, as the API tells it. */
export type Session = AnswerOf<'GET /api/sessions/:id'>;

/** Says with which client a conversation is: `, with Claude Code 2.1.0`. */
export const calledBy = ({ id, client }: Session): string => {
	if (client?.name === undefined || DEMO_SESSIONS.has(id)) return '';
	return `, with ${client.name}${client.version === undefined ? '' : ` ${client.version}`}`;
};

/** The address of a conversation; another's names whose it is. */
export const addressOf = ({ id, principal }: { id: string; principal: string }, me: string) =>
	`/sessions/${encodeURIComponent(id)}${principal === me ? '' : `?principal=${encodeURIComponent(principal)}`}`;

/** A conversation to draw with its figures, and whoever looks at it. */
type SideProps = Awaited<ReturnType<typeof sideOf>>;

/** A conversation as a ship's side, and its figures. */
export const Side = ({ session, me, window, mayChange, definitions }: SideProps) => {
	const { calls, trace, totals, prompts } = session;
	const heaviest = heldByTool(calls).find(({ tokens }) => tokens > 0);
	const address = addressOf(session, me);
	const { left, tokensAfter } = totals;
	const words = prompts && costWords(prompts);
	const could = totals.tokensReleasable - totals.tokensReleased;
	const cleared = totals.tokensBefore - totals.tokensReleased - tokensAfter;
	const inDefinitions = [...(definitions?.values() ?? [])].reduce((a, b) => a + b, 0);
	const listed = heldIn(calls);
	const earlier = { calls: totals.calls - calls.length, held: Math.max(0, tokensAfter - listed) };
	return (
		<>
			{DEMO_SESSIONS.has(session.id) && (
				<p class="aside">
					<span class="badge amber">demo</span> Recorded on this machine by really calling the demo.{' '}
					<a href="/upstreams">Connect a client</a> to <code>/mcp</code>, and its conversation takes
					this place.
				</p>
			)}
			<Figures
				of={{
					Calls: [totals.calls],
					Sent: [totals.tokensBefore, 'tokens of results'],
					Left: [totals.tokensReleased, `${number(left)} ${left === 1 ? 'result' : 'results'}`],
					Cleared: cleared > 0 && [cleared, 'with the context'],
					Held: [
						tokensAfter,
						could > 0 ? `${number(could)} used: could leave` : 'tokens of results',
					],
					'Prompts paid': words !== undefined && [prompts?.paid ?? 0, words],
					Definitions: definitions && [inDefinitions, 'tokens of tools and instructions, today'],
				}}
			/>
			<Drawing
				{...{ calls, trace, window, earlier }}
				definitions={definitions && inDefinitions}
				linkOf={(call) => callAddress(address, call)}
			/>
			{inside(session, window, earlier, definitions)}
			{heaviest && (
				<div class="advice">
					<strong>
						<Name>{heaviest.tool}</Name>
					</strong>{' '}
					carries {earlier.calls === 0 ? '' : 'at least '}
					{heavyWords(heaviest, tokensAfter)}.{' '}
					{mayChange && (
						<a href={`/overview?endpoint=${encodeURIComponent(heaviest.tool)}#mend`}>
							Settings of this tool
						</a>
					)}
				</div>
			)}
		</>
	);
};

const heldIn = (calls: Session['calls']): number =>
	calls.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0);

/** The window by tool and by server, in a table that is closed at first. */
const inside = (
	{ calls, earlierRules = 0 }: Session,
	window: SideProps['window'],
	earlier: { readonly calls: number; readonly held: number },
	definitions: Definitions = new Map(),
) => {
	const tools = Map.groupBy(calls, ({ tool }) => tool);
	const rules = heldIn(calls.filter(givesRules));
	const older = Math.max(0, earlier.held - earlierRules);
	const newest = earlier.calls > 0 ? `, of the newest ${number(calls.length)} calls` : '';
	const parts: readonly (readonly [part: string, tokens: number])[] = [
		...[...definitions].map(([server, tokens]) => {
			return [server === INSTRUCTIONS ? server : `Definitions of ${server}`, tokens] as const;
		}),
		['Rules, as memory tools gave them', rules + earlierRules],
		[`Results of all other tools, with their images${newest}`, heldIn(calls) - rules],
		...(earlier.calls > 0
			? [[`Results of the ${number(earlier.calls)} calls before those`, older] as const]
			: []),
	];
	const all = parts.reduce((total, [, tokens]) => total + tokens, 0);
	const share = `In all, ${percent(all / window.tokens)} of ${number(window.tokens)}`;
	const sorted = [...tools].sort(([, a], [, b]) => heldIn(b) - heldIn(a));
	return (
		<details class="inside">
			<summary>What is in the window</summary>
			<Table
				caption="The whole window, in tokens; definitions are estimated from what clients are told today"
				empty="What tools and instructions take is not known here."
				rows={definitions.size === 0 ? [] : [...parts, [share, all] as const]}
				columns={{ Part: ([part]) => part, Tokens: ([, tokens]) => tokens }}
			/>
			<Table
				caption={`Results by tool${newest}`}
				rows={sorted}
				columns={{
					Tool: ([tool]) => <Name>{tool}</Name>,
					Calls: ([, own]) => own.length,
					Sent: ([, own]) => own.reduce((all, call) => all + call.tokensBefore, 0),
					Held: ([, own]) => heldIn(own),
				}}
			/>
			<p class="note">
				The host's own part (its system prompt, its tools, what was said) is not known here.
			</p>
		</details>
	);
};

function heavyWords(heaviest: ReturnType<typeof heldByTool>[number], held: number): string {
	const { results, idle, releasable, tokens } = heaviest;
	const count = results === 1 ? 'one result' : `${number(results)} results`;
	const share = `${percent(tokens / held)} of what is held (${number(tokens)} tokens in ${count})`;
	if (releasable > 0)
		return `${share}; ${number(releasable)} tokens of it were used and could leave`;
	return idle >= 3 ? `${share}, and nothing used it for ${number(idle)} calls` : share;
}

/** Conversations of a page of the list. */
export const LISTED = 20;

const VIEWS = [
	['latest', 'all', 'Latest'],
	['fullest', 'all', 'Fullest'],
	['latest', 'mine', 'My latest'],
	['fullest', 'mine', 'My fullest'],
] as const;

/**
 * The list of conversations: latest or fullest, all or the reader's own, searched by name.
 * @param asked by the address @param person that the list is filtered by
 */
export const sessionTable = (
	{ sessions, total }: AnswerOf<'GET /api/sessions'>,
	asked: { offset: number; search: string; by: 'latest' | 'fullest'; whose: 'mine' | 'all' },
	{ id: me, maySeeAll }: { readonly id: string; readonly maySeeAll: boolean },
	names: Names,
	person: string | undefined,
) => {
	const { offset, search, by, whose } = asked;
	const keep = { by: by === 'latest' ? undefined : by, whose: whose === 'all' ? undefined : whose };
	return (
		<section>
			<div class="heading">
				<Tabs
					label="Conversations"
					of={VIEWS.filter(([, of]) => maySeeAll || of === 'all').map(([order, of, title]) => {
						const to = withQuery('/', { q: search, by: order, whose: of });
						return [to, title, order === by && of === whose];
					})}
				/>
				<Find path="/" value={search} keep={keep} label="Name or person" />
			</div>
			<Table
				caption={
					<>Conversations{person !== undefined && [' of ', <Person id={person} names={names} />]}</>
				}
				empty={
					search !== '' || offset > 0 ? (
						<>
							No conversation is here, by this name or of such a person. <a href="/">All of them</a>
						</>
					) : (
						<>
							No conversation yet. Connect a client to <code>/mcp</code> and let it call a tool:{' '}
							<a href="/upstreams">lines for your client</a>.
						</>
					)
				}
				rows={sessions}
				columns={{
					Conversation: (session) => (
						<>
							<Link to={addressOf(session, me)}>{session.id}</Link>{' '}
							{isTrial(session.id) && (
								<span class="badge amber">
									{DEMO_SESSIONS.has(session.id) ? 'demo' : 'playground'}
								</span>
							)}
						</>
					),
					Of: ({ principal }) => <Person id={principal} names={names} />,
					'Last call': 'lastAt',
					Calls: 'calls',
					Sent: 'tokensBefore',
					'Could leave': ({ tokensReleasable, tokensReleased }) =>
						tokensReleasable - tokensReleased,
					Left: 'tokensReleased',
					Held: 'tokensAfter',
				}}
				pages={{ path: '/', query: { ...keep, q: search }, offset, limit: LISTED, total }}
			/>
		</section>
	);
};
