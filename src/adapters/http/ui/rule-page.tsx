// One rule: what of it binds, how often each part was used, and its text with what binds nobody marked.
import type { AnswerOf } from '../../../contract';
import { parseConstraints } from '../../../memory';
import { Act } from './form';
import { type Names, Person } from './names';
import { addressOf } from './sessions';
import { Figures, number, Time } from './shell';
import { Table } from './table';

/** A line of a rule's text, without its end, and whether it binds. */
interface MarkedLine {
	readonly text: string;
	readonly kind: 'binds' | 'frame' | 'unbound';
	readonly id?: string;
}

/**
 * @param known ids of its constraints, in order, as they are stored
 * @returns undefined where the text is not what was stored: nothing of it can be told then
 */
export function markedLines(
	content: string,
	known: readonly string[],
): readonly MarkedLine[] | undefined {
	const { constraints, places, unboundLines } = parseConstraints(content);
	if (constraints.length !== known.length || constraints.some(({ id }, at) => id !== known[at]))
		return undefined;
	const holders = new Map<number, string>();
	for (const [at, { id }] of constraints.entries())
		for (const [from, to] of places[at] ?? [])
			for (let line = from; line < to; line++) holders.set(line, id);
	return content.split('\n').map((text, at): MarkedLine => {
		const id = holders.get(at);
		if (text.trim() === '') return { text, kind: 'frame' };
		if (id !== undefined) return { text, kind: 'binds', id };
		const why = unboundLines.get(at);
		return { text, kind: why === undefined || why === 'frontMatter' ? 'frame' : 'unbound' };
	});
}

export type Version = AnswerOf<'GET /api/memory/objects/:id/versions'>['versions'][number];

type Counts = Omit<
	AnswerOf<'GET /api/memory/usage'>['objects'][number]['constraints'][number],
	'id'
>;

/** The number of times that a rule or a part of it was broken, marked where it was. */
export const Broken = ({ times = 0 }: { times: number | undefined }) => (
	<span class={times > 0 ? 'over' : ''}>{number(times)}</span>
);

/** An attestation: who loaded, referred to or broke the rule. */
export type Use = AnswerOf<'GET /api/memory/attestations'>['attestations'][number] & {
	readonly session?: string;
};

/** A published object and its use; `counts` are undefined where the API does not tell. */
export interface RuleProps {
	readonly rule: AnswerOf<'GET /api/memory/objects/:id'>;
	readonly versions: readonly Version[];
	readonly counts: Counts | undefined;
	readonly used: ReadonlyMap<string, Counts>;
	readonly tokens: number;
	readonly names: Names;
	readonly uses: readonly Use[];
	readonly csrf: string;
}

/** Attestations of use, not of a change, in words for people. */
export const USES: Readonly<Record<string, string>> = {
	load: 'loaded',
	activate: 'activated',
	refer: 'referred to',
	'.reject': 'broken',
};
const LATEST = 20;
const WEEK_MS = 7 * 86_400_000;

/** Counts uses by person, those who used it last first. @param uses the newest first */
const byPerson = (uses: readonly Use[]) =>
	[...Map.groupBy(uses, ({ principal }) => principal)].map(([id, own]) => ({
		id,
		all: own.length,
		week: own.filter(({ at }) => at > Date.now() - WEEK_MS).length,
		last: own[0]?.at,
	}));

const LONGEST = 140;

/** A rule with what binds in it, its use, its cost and its versions. */
export const RulePage = (props: RuleProps) => {
	const { rule, versions, counts, used, tokens, names, uses, csrf } = props;
	const { id, kind, content, constraints } = rule;
	const binds = kind !== 'context' && kind !== 'mpf';
	const ids = constraints.map(({ id: part }) => part);
	const lines = binds ? markedLines(content, ids) : undefined;
	const unbound = lines?.filter((line) => line.kind === 'unbound').length;
	return (
		<>
			<p>
				{kind}, version {rule.version}
			</p>
			<Figures
				of={[
					['Parts that bind', constraints.length],
					unbound !== undefined && ['Lines unbound', unbound, 'grey below: they bind nobody'],
					['A load costs', tokens, 'tokens'],
					['Loaded', counts?.loads ?? 0],
					['Referred to', counts?.references ?? 0],
					['Broken', counts?.rejections ?? 0],
				]}
			/>
			{binds && (
				<Table
					caption="What binds, and what came of it"
					empty="Nothing of it binds."
					rows={constraints}
					columns={[
						['Part', ({ id: part }) => <code>{part}</code>],
						['Text', ({ text }) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)],
						['Loaded', ({ id: part }) => number(used.get(part)?.loads ?? 0), 'number'],
						['Referred to', ({ id: part }) => number(used.get(part)?.references ?? 0), 'number'],
						['Broken', ({ id: part }) => <Broken times={used.get(part)?.rejections} />, 'number'],
					]}
				/>
			)}
			<h2>The text</h2>
			<pre class="rule" tabindex={0}>
				{lines?.map(({ text, kind: of, id: part }) => (
					<span class={`line-${of}`} title={part}>{`${text}\n`}</span>
				)) ?? content}
			</pre>
			<Table
				caption={
					uses.length < 1000
						? 'Who used it'
						: `Who used it, of the newest ${number(uses.length)} uses`
				}
				empty="Nobody that you may see used it yet."
				rows={byPerson(uses)}
				columns={[
					['Who', ({ id: whose }) => <Person id={whose} names={names} />],
					['In the last week', ({ week }) => number(week), 'number'],
					['In all', ({ all }) => number(all), 'number'],
					['Last', ({ last }) => <Time at={last} />],
				]}
			/>
			{uses.length > 0 && (
				<Table
					caption={`The latest ${number(Math.min(uses.length, LATEST))} uses`}
					rows={uses.slice(0, LATEST)}
					columns={[
						['Who', ({ principal }) => <Person id={principal} names={names} />],
						['What', ({ event }) => USES[event]],
						['When', ({ at }) => <Time at={at} />],
						[
							'Conversation',
							({ session, principal }) =>
								session ? <a href={addressOf({ id: session, principal }, '')}>{session}</a> : '–',
						],
					]}
				/>
			)}
			<Table
				caption="Versions"
				rows={versions}
				columns={[
					['Version', ({ version }) => version],
					['When', ({ at }) => <Time at={at} />],
					['By', ({ author }) => <Person id={author} names={names} />],
					['Through', ({ origin }) => origin],
					[
						'',
						({ version, deleted }) =>
							version === rule.version ? (
								'published'
							) : deleted ? (
								'withdrawn'
							) : (
								<Act to={`/memory/${id}/rollback`} fields={{ csrf, version, was: rule.version }}>
									Publish it again
								</Act>
							),
					],
				]}
			/>
		</>
	);
};
