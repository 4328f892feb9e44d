// One tool: what was learnt of it, what a budget would come to, and its settings, each previewed before it is applied
// (proposals.ts) and undone by one click after.
import type { Child } from 'hono/jsx';
import type { AnswerOf } from '../../../contract';
import { KINDS } from './figures';
import { Act, Confirm, type FieldProps, Form, Post } from './form';
import { CHANGE_NAMES } from './proposals';
import { Notice, number } from './shell';

/** Values of the settings forms of one tool. */
interface MendProps {
	readonly tool: string;
	readonly from: string;
	/** Tools that may use its results up, the likeliest first. */
	readonly consumers: readonly string[];
	readonly fields: readonly string[];
	/** Tokens of a first answer that are in force for it; absent where no budget binds it. */
	readonly budget: Foretold['inForce'] | undefined;
	readonly isBare?: boolean;
}

/** Shows the settings of a tool, each previewed before it is applied. */
export const Mend = ({ tool, from, consumers, fields, budget, isBare }: MendProps) => {
	const way = (change: string, submit: string, fields: readonly FieldProps[], more?: Child) => (
		<Form
			{...{ to: '/config/propose', hidden: { tool, from, change } }}
			{...{ fold: CHANGE_NAMES[change], of: change, fields, submit }}
		>
			{more}
		</Form>
	);
	return (
		<div class="mend">
			{isBare && (
				<Act to="/config/propose" fields={{ tool, from, change: 'protect' }}>
					{CHANGE_NAMES.protect}
				</Act>
			)}
			{budget &&
				way(
					'budget',
					'See the change',
					KINDS.map((kind) => ({
						...{ name: kind, label: kind, type: 'number', value: budget[kind] },
						...{ min: 100, max: 100_000, required: true },
					})),
				)}
			{fields.length > 0 && (
				<Post class="row" to="/config/propose" hidden={{ tool, from, change: 'fields' }}>
					Leave out
					{fields.map((value) => (
						<button {...{ type: 'submit', name: 'strip', value, class: 'quiet small' }}>
							{value}
						</button>
					))}
				</Post>
			)}
			{way('fields', 'Leave them out', [
				fields.length === 0
					? {
							...{ name: 'named', label: 'Fields to leave out, with commas between' },
							...{ required: true, placeholder: 'description, *.url', autocomplete: 'off' },
						}
					: {
							...{ name: 'strip', label: `Fields to leave out, of ${number(fields.length)}` },
							type: 'checks',
							options: fields.map((field) => [field, <code>{field}</code>] as const),
						},
			])}
			{way(
				'leave',
				'Let it leave',
				[
					{
						...{ name: 'consumer', label: 'by', list: 'consumers', required: true },
						...{ value: consumers[0], placeholder: 'a tool that uses it up', autocomplete: 'off' },
					},
				],
				<datalist id="consumers">
					{consumers.map((name) => (
						<option value={name} />
					))}
				</datalist>,
			)}
		</div>
	);
};

type Foretold = AnswerOf<'GET /api/telemetry/forecast'>;

const OWN =
	"A budget of first answers changes nothing of it: it is a tool of Loadline's own, which gives what a call asks for.";

/** Says what a budget would have come to. */
export const Forecast = ({ of }: { of: Foretold }) => {
	const { tokensBefore, tokensAfter, again, followed, replayed, fixed, whole, calls, isAll } = of;
	const { asked, unanswered, unread } = of;
	const isBudget = of.strip.length === 0;
	const none =
		isBudget && whole + fixed > 0
			? `A budget would have changed nothing in the last week: of ${number(calls)} calls ${number(whole)} had all of their result, ${number(fixed)} said how much they want.`
			: 'No result of its last week is kept: nothing can be forecast.';
	const isOwn = !of.endpoint.includes('__');
	if (replayed === 0 || (isOwn && isBudget))
		return <p class="note">{isOwn && isBudget ? OWN : none}</p>;
	const share = Math.round((100 * (tokensAfter - tokensBefore)) / Math.max(1, tokensBefore));
	return (
		<p>
			<strong>{share > 0 ? `+${share}` : share < 0 ? `−${-share}` : '±0'} % tokens</strong> of first
			answers, {number(tokensBefore / calls)} each before, {number(tokensAfter / calls)} then.
			Replayed: {number(replayed)} of {isAll ? '' : 'the newest '}
			{number(calls)} calls of the last week, those whose results are kept
			{isBudget
				? `; ${number(whole)} more had all of their result, ${number(fixed)} said how much they want: these stay as they are`
				: replayed + fixed < calls &&
					`; ${number(calls - replayed - fixed)} are taken to change as these`}
			{!isBudget &&
				fixed > 0 &&
				`; ${number(fixed)} asked for what they want: these stay as they are`}
			{asked + unread > 0 &&
				`. Of ${number(asked)} questions about them ${number(unanswered)} would find less: what is asked instead is in no figure${unread > 0 ? `, and ${number(unread)} more questions are not kept` : ''}`}
			. A second call followed {number(followed)} of those replayed
			{followed > 0 && `, and would follow ${number(again)} of them`}.
		</p>
	);
};

/** Returns the lists at the root with items of which something is seen. */
const listsOf = (paths: readonly string[]): Set<string> =>
	new Set(paths.flatMap((path) => /^(?:\\.|[^.\\])+(?=\.)/.exec(path) ?? []));

/** Says of what nothing would be left without some fields: of results, or of the items of their lists. */
export const Emptied = ({ of: { fields, left } }: { of: Pick<Foretold, 'fields' | 'left'> }) => {
	const lists = [...listsOf(fields).difference(listsOf(left))].map(
		(list) => `the items of ${list}`,
	);
	const all = fields.length > 0 && left.length === 0 ? ['its results'] : lists;
	return (
		<>
			{all.map((what) => (
				<Notice kind="bad">Of {what} nothing would be left.</Notice>
			))}
		</>
	);
};

/** Share of the tokens that a proposal saves, at least. */
const LEAST_SAVED = 0.05;

/** Proposes a budget with its forecast; nothing where it would not save. */
export const Proposed = ({ of, from }: { of: Foretold; from: string }) =>
	of.replayed === 0 ? (
		<Forecast of={of} />
	) : of.tokensAfter > (1 - LEAST_SAVED) * of.tokensBefore ? null : (
		<Post
			class="plain"
			to="/config/propose"
			hidden={{ from, tool: of.endpoint, change: 'budget', ...of.budget }}
		>
			<Forecast of={of} />
			<button type="submit" class="quiet small">
				See first answers of{' '}
				{Object.entries(of.budget)
					.map(([kind, tokens]) => `${kind} ${number(tokens ?? 0)}`)
					.join(', ')}
			</button>
		</Post>
	);

type Tool = AnswerOf<'GET /api/telemetry/learnt'>['tools'][number];

/** Shows what was learnt of a tool. @param from address to return to */
export const Learnt = ({ tool, from }: { tool: Tool; from: string }) => {
	const { endpoint, first, page, fields, question, names, plan } = tool;
	const asked = fields + question;
	const named = Object.entries(names).sort(([, a], [, b]) => b - a);
	return (
		<>
			<p>
				After {number(first)} first answers {number(page + asked)} calls went on: {number(page)}{' '}
				read on, {number(fields)} named fields, {number(question)} asked.
			</p>
			{named.length > 0 && (
				<ul>
					{named.slice(0, MOST_SHOWN).map(([name, count]) => (
						<li>
							<code>{name}</code>: asked for in {number(count)} of {number(asked)}
						</li>
					))}
				</ul>
			)}
			<div class="row">
				<span>{plan ? planText(plan) : 'First answers are as configured.'}</span>
				<Confirm
					to="/overview/forget"
					fields={{ tool: endpoint, from }}
					label="Forget it"
					consequence="Its first answers are as configured then, until it is learnt anew."
				>
					Forget
				</Confirm>
			</div>
		</>
	);
};

const MOST_SHOWN = 8;

const planText = ({ fields, room, outline }: NonNullable<Tool['plan']>): string => {
	const first = fields.length > 0 ? [`${fields.join(', ')} first`] : [];
	const tokens = room === undefined ? [] : [`${number(room)} tokens of a list, unless set for it`];
	const told = outline === undefined ? [] : [`${outline} in its description`];
	return `New conversations get ${[...first, ...tokens, ...told].join(', and ')}.`;
};
