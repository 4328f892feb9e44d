// Alert rules, and how they stand.
import type { AnswerOf } from '../../../contract';
import { number, percent, Time } from './shell';
import { Table } from './table';

const NAMES: Readonly<Record<string, string>> = {
	oversizedRate: 'Results sent over the limits',
	errorRate: 'Calls that failed',
	accuracy: 'Estimates within 20 %, at least',
	p95LatencyMs: 'Latency, p95',
};

/** Advice for each rule that is broken. */
const MENDS: Readonly<Record<string, string>> = {
	oversizedRate:
		'give the tools that overflow a budget, or leave fields out: their rows lead there',
	errorRate: 'look at the calls of the tools that fail: their rows are marked',
	accuracy: 'tell of it: estimates should be near for any text',
	p95LatencyMs: 'look which server is slow: each of its calls says how long it took',
};

const shown = (rule: string, value: number | null): string =>
	value === null ? '–' : rule === 'p95LatencyMs' ? `${number(value)} ms` : percent(value);

/** The rules, what they measure now, and which are broken. */
export const Alerts = ({ standing }: { standing: AnswerOf<'GET /api/telemetry/alerts'> }) => {
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
				caption="Limits"
				rows={rules}
				columns={[
					['Rule', ({ rule }) => NAMES[rule] ?? rule],
					['Now', ({ rule, value }) => shown(rule, calls > 0 ? value : null), 'number'],
					['Limit', ({ rule, limit }) => shown(rule, limit), 'number'],
					[
						'State',
						({ rule, state, firingSince }) => (
							<span class={state === 'broken' ? 'over' : ''}>
								{state}
								{state === 'broken' && `: ${MENDS[rule] ?? ''}`}
								{firingSince !== undefined && (
									<>
										, told of <Time at={firingSince} />
									</>
								)}
							</span>
						),
					],
				]}
			/>
		</section>
	);
};
