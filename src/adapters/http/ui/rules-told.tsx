// Rules of a conversation: those that bind in it, line by line as it was told them; and the rules that a call names.
import type { AnswerOf } from '../../../contract';
import { Link } from './shell';
import { Table } from './table';

type Rule = AnswerOf<'GET /api/sessions/:id/rules'>['rules'][number];

const STATES = {
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
									<span class={`badge ${STATES[state].endsWith('not told') ? 'amber' : 'grey'}`}>
										{STATES[state]}
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
