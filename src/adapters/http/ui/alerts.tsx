// Alert rules, and how they stand.
import type { AnswerOf } from '../../../contract';
import { number, percent, when } from './shell';
import { Table } from './table';

/** State of the alert rules, from the API. */
export type Standing = AnswerOf<'GET /api/telemetry/alerts'>;

const NAMES: Readonly<Record<string, string>> = {
	oversizedRate: 'Results sent over the limits',
	errorRate: 'Calls that failed',
	accuracy: 'Estimates within 20 %, at least',
	p95LatencyMs: 'Latency, p95',
};

const shown = (rule: string, value: number | null): string =>
	value === null ? '–' : rule === 'p95LatencyMs' ? `${number(value)} ms` : percent(value);

/** The rules, what they measure now, and which are broken. */
export const Alerts = ({ standing }: { standing: Standing }) => {
	const { windowMinutes, minRequests, calls, rules } = standing;
	return (
		<section>
			<h2>Alerts</h2>
			<p>
				Over the last {number(windowMinutes)} minutes, {number(calls)} calls
				{calls < minRequests ? `; nothing is judged below ${number(minRequests)}` : ''}. Limits are
				set in <a href="/config">the configuration</a>, <code>alerts</code>.
			</p>
			<Table
				caption="Rules"
				head={['Rule', 'Now', 'Limit', 'State']}
				numbers={[1, 2]}
				rows={rules.map(({ rule, limit, value, state, firingSince }) => [
					NAMES[rule] ?? rule,
					shown(rule, value),
					shown(rule, limit),
					<span class={state === 'broken' ? 'over' : ''}>
						{firingSince === undefined ? state : `${state}, told of ${when(firingSince)}`}
					</span>,
				])}
			/>
		</section>
	);
};
