// The forecast of a budget beside its proposal: shares and counts, and of how many calls they are.
import type { AnswerOf } from '../../../contract';
import { Hidden } from './form';
import { number } from './shell';

type Told = AnswerOf<'GET /api/telemetry/forecast'>;

/** Says what a budget would have come to. */
export const Forecast = ({ of }: { of: Told }) => {
	const { tokensBefore, tokensAfter, again, followed, replayed, whole, calls, isAll } = of;
	if (replayed === 0)
		return (
			<p class="note">
				{whole > 0 && whole === calls
					? 'Its results of the last week went whole: a budget changes nothing.'
					: 'No result of its last week is kept: nothing can be forecast.'}
			</p>
		);
	const share = Math.round((100 * (tokensAfter - tokensBefore)) / Math.max(1, tokensBefore));
	return (
		<p>
			<strong>{share > 0 ? `+${share}` : share < 0 ? `−${-share}` : '±0'} % tokens</strong> of first
			answers;{' '}
			{followed === 0
				? 'no kept result was gone on from.'
				: `${number(again)} of ${number(followed)} results that were gone on from would be again.`}{' '}
			Of {isAll ? '' : 'the newest '}
			{number(calls)} calls of the last week {number(replayed)} were answered again; {number(whole)}{' '}
			had all of their result and stay.
		</p>
	);
};

/** Share of the tokens that a proposal saves, at least. */
const LEAST_SAVED = 0.05;

/** Proposes a budget with its forecast; nothing where it would not save. */
export const Proposed = ({ of, from, csrf }: { of: Told; from: string; csrf: string }) =>
	of.tokensAfter > (1 - LEAST_SAVED) * of.tokensBefore ? null : (
		<form class="plain" method="post" action="/config/propose">
			<Hidden
				of={{
					...{ csrf, from, tool: of.endpoint, change: 'budget' },
					...Object.fromEntries(Object.entries(of.budget).map(([kind, each]) => [kind, `${each}`])),
				}}
			/>
			<Forecast of={of} />
			<button type="submit" class="quiet small">
				First answers of{' '}
				{Object.entries(of.budget)
					.map(([kind, tokens]) => `${kind} ${number(tokens ?? 0)}`)
					.join(', ')}
			</button>
		</form>
	);
