// One server behind: its state and why, its address, what its tools cost, and which of them are offered.
import type { AnswerOf } from '../../../contract';
import type { Group } from './figures';
import { Act, Confirm, Post } from './form';
import { MANY_FAIL } from './overview';
import { FactList, number, Time } from './shell';
import { SideBySide } from './side-by-side';
import { givenOf, hasOwnLogin, upstreamForm } from './upstream-form';
import type { cardsOf } from './upstream-routes';

/** One server behind, and what whoever looks may do. */
type CardProps = Awaited<ReturnType<typeof cardsOf>>[number];

const COLOURS: Readonly<Record<string, string>> = { ok: 'good', down: 'bad' };
const isName = (text: string): boolean => !/[*?[\]{}]/.test(text);

/** A server: its state, its tools and what they cost, and what can be done. */
export const UpstreamCard = (card: CardProps) => {
	const { upstream, tools, wantsLogin, origin, entry, calls, tried } = card;
	const { name, reason } = upstream;
	const isFailing = upstream.status === 'ok' && (calls?.errorPercent ?? 0) >= MANY_FAIL;
	const status = wantsLogin ? 'wants your login' : upstream.status;
	return (
		<section class="server" aria-labelledby={`server-${name}`}>
			<header class="plain-header">
				<h2 id={`server-${name}`}>{name}</h2>
				<span class={wantsLogin || isFailing ? 'mind' : COLOURS[status]}>
					<span aria-hidden="true">{upstream.status === 'ok' ? '●' : '○'}</span> {status}
					{upstream.since !== undefined && !wantsLogin && [' since ', <Time at={upstream.since} />]}
					{isFailing && ', but calls fail'}
				</span>
				<span class="soft">{costOf(tools)}</span>
			</header>
			{reason !== undefined && !wantsLogin && (
				<p class={upstream.status === 'ok' ? 'note' : 'bad'}>{reason}</p>
			)}
			<Tried {...card} />
			<ToolChanges {...card} />
			<FactList
				of={Object.entries({
					'Its address': entry && (
						<code>{[entry.url || entry.command, ...(entry.args ?? [])].join(' ')}</code>
					),
					'Calls of the last day': calls && called(calls, name),
					'Tried in the last day': tried && `${number(tried)} on the playground, counted apart`,
					'For clients': <code>{`${origin}/mcp/${name}`}</code>,
				})}
			/>
			<Tools {...card} />
			{entry?.url && upstreamForm(name, givenOf(entry))}
			<Acts {...card} />
		</section>
	);
};

/** Calls of a server: how many, the share that failed, and their times. */
const called = ({ count, outcomes, errorPercent, latencyMs, upstreamMs }: Group, name: string) => (
	<>
		{number(count)},{' '}
		{outcomes.error === 0 ? (
			'none failed'
		) : (
			<a
				class={(errorPercent ?? 0) >= MANY_FAIL ? 'over' : ''}
				href={`/overview?outcome=error&q=${name}__`}
			>
				{number(outcomes.error)} failed ({Math.round(errorPercent ?? 0)} %)
			</a>
		)}
		; {number(latencyMs.p95)} ms p95
		{upstreamMs.average !== null && `, ${number(upstreamMs.average)} ms there on average`}
	</>
);

const toolsOf = (tools: readonly unknown[]): string =>
	tools.length === 1 ? '1 tool' : `${number(tools.length)} tools`;

function costOf(tools: CardProps['tools']): string {
	if (tools === undefined) return 'its tools are not known';
	const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
	return `${toolsOf(tools)}, ${number(tokens)} tokens in every conversation`;
}

/** Outcome of a test; for a missing login, the way to log in. */
const Tried = ({ upstream: { name }, tools, took, wantsLogin }: CardProps) => {
	if (wantsLogin)
		return (
			<p class="notice mind" role={took === undefined ? undefined : 'status'}>
				It answers, and wants your login there before it shows its tools.{' '}
				<a href={`/connect/${name}`}>Log in there</a>
			</p>
		);
	if (took === undefined) return null;
	return (
		<p class={`notice ${tools ? 'good' : 'bad'}`} role="status">
			It {tools ? `listed ${toolsOf(tools)} in` : 'gave no list of tools within'} {number(took)} ms.
		</p>
	);
};

const Acts = ({ upstream: { name }, entry, wantsLogin }: CardProps) => (
	<div class="row">
		<a class="button quiet small" href={`/upstreams?test=${name}#server-${name}`}>
			Test
		</a>
		<a class="button quiet small" href={`/playground?server=${name}`}>
			Try its tools
		</a>
		{hasOwnLogin(entry) && !wantsLogin && (
			<a class="button quiet small" href={`/connect/${name}`}>
				Your login there
			</a>
		)}
		{entry && (
			<Act to="/upstreams/remove" fields={{ name }} label={`Remove ${name}`}>
				Remove
			</Act>
		)}
	</div>
);

const Tools = ({ upstream: { name }, tools = [], denied, allowed, entry }: CardProps) => {
	const hidden = denied.filter(isName);
	const patterns = denied.filter((text) => !isName(text));
	if (tools.length + hidden.length === 0) return null;
	const all = [
		...tools.map((tool) => ({ ...tool, isOn: true })),
		...hidden.map((tool) => ({ name: tool, isOn: false, tokens: 0, description: '' })),
	];
	return (
		<details class="tools">
			<summary>Tools, and what each costs</summary>
			<Post to="/upstreams/offer" hidden={{ name }}>
				<ul>
					{all.map(({ name: tool, description = '', tokens, isOn }) => (
						<li>
							<label class="check">
								<input
									type="checkbox"
									name="offered"
									value={tool}
									checked={isOn}
									disabled={!entry}
								/>
								<span>
									<strong>{tool}</strong> <span class="soft">{description.slice(0, 160)}</span>
								</span>
							</label>
							<input type="hidden" name="tool" value={tool} />
							<span class="soft cost">
								{isOn ? `${number(tokens)} tokens` : 'held back'}{' '}
								{isOn && (
									<a href={`/playground?server=${name}&tool=${encodeURIComponent(tool)}`}>Try</a>
								)}
							</span>
						</li>
					))}
				</ul>
				{allowed && <p class="note">Nothing but {allowed.join(', ')} may be offered.</p>}
				{patterns.length > 0 && <p class="note">Held back, too: {patterns.join(', ')}.</p>}
				{entry && (
					<button type="submit" class="small">
						Offer what is ticked
					</button>
				)}
			</Post>
		</details>
	);
};

/** A tool described otherwise than when first seen, with both texts for who may accept it. */
export type ToolChange = NonNullable<AnswerOf<'GET /health'>['changedTools']>[number] &
	Partial<AnswerOf<'GET /api/config/upstreams/:name/changes'>['changes'][number]>;

/** Tools that are described otherwise than first seen, what was said and is said, and the form that accepts it. */
const ToolChanges = ({ upstream: { name }, changes, mayAccept }: CardProps) => {
	if (changes.length === 0) return null;
	const held = changes.filter((change) => change.held).length;
	return (
		<div class="changed">
			<p>
				<strong>
					{changes.length === 1 ? 'A tool is' : `${number(changes.length)} tools are`} described
					otherwise than when first seen
				</strong>
				{held > 0 && `; ${number(held)} held back until you accept that`}.
			</p>
			{changes.map((change) => (
				<Changed {...change} />
			))}
			{mayAccept && (
				<Confirm
					to="/upstreams/accept"
					fields={{ name }}
					label="Accept what is said now"
					consequence="What was said before is forgotten, and what is held back is called again. This cannot be undone."
				>
					{held > 0 ? 'Accept' : 'I have seen it'}
				</Confirm>
			)}
		</div>
	);
};

const Changed = ({ tool, changedAt, held, before, after }: ToolChange) => (
	<details open={held}>
		<summary>
			<strong>{tool}</strong>{' '}
			<span class="soft">
				<Time at={changedAt} />
			</span>{' '}
			{held && <span class="badge amber">held back</span>}
		</summary>
		<SideBySide
			of={{
				[`What ${tool} says`]: {
					text: after,
					since: before ?? '',
					none: 'It is not kept, or not for you to see.',
				},
			}}
		/>
	</details>
);
