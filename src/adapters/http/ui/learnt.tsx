// Questions after first answers of a tool, and the plan of the next ones; forgotten by one click.
import type { AnswerOf } from '../../../contract';
import { Act } from './form';
import { number } from './shell';

type Tool = AnswerOf<'GET /api/telemetry/learnt'>['tools'][number];

/** Shows what was learnt of a tool. @param from address to return to */
export const Learnt = ({ tool, from, csrf }: { tool: Tool; from: string; csrf: string }) => {
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
				<Act to="/overview/forget" fields={{ csrf, tool: endpoint, from }}>
					Forget
				</Act>
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
