// Settings of one tool, each previewed before it is applied (proposals.ts), and undone by one click after.
import type { Child } from 'hono/jsx';
import { Hidden } from './form';
import { CHANGE_NAMES } from './proposals';
import { number } from './shell';

/** Kinds of results with a budget of their own. */
const KINDS = ['list', 'object', 'text'] as const;

/** Values of the settings forms of one tool. */
export interface MendProps {
	readonly tool: string;
	readonly from: string;
	readonly csrf: string;
	/** Tools that may use its results up, the likeliest first. */
	readonly consumers: readonly string[];
	/** Fields that its results are known to have. */
	readonly fields: readonly string[];
	/** Tokens of a first answer that are in force for it. */
	readonly budget:
		| Readonly<Partial<Record<(typeof KINDS)[number], number | undefined>>>
		| undefined;
	/** It is sent as the server gave it. */
	readonly isBare?: boolean;
}

/** Shows the settings of a tool, each previewed before it is applied. */
export const Mend = ({ tool, from, csrf, consumers, fields, budget, isBare }: MendProps) => {
	const hidden = <Hidden of={{ csrf, tool, from }} />;
	const way = (change: string, submit: string, content: Child, row = '') => (
		<details class="plain">
			<summary>{CHANGE_NAMES[change]}</summary>
			<form class={`plain ${row}`} method="post" action="/config/propose">
				{hidden}
				{content}
				<button type="submit" name="change" value={change} class="quiet small">
					{submit}
				</button>
			</form>
		</details>
	);
	return (
		<div class="mend">
			{isBare && (
				<form class="plain row" method="post" action="/config/propose">
					{hidden}
					<button type="submit" name="change" value="protect" class="small">
						{CHANGE_NAMES.protect}
					</button>
				</form>
			)}
			{budget &&
				way(
					'budget',
					'See the change',
					KINDS.map((kind) => (
						<>
							<label for={`budget-${kind}`}>{kind}</label>
							<input
								id={`budget-${kind}`}
								name={kind}
								type="number"
								min={100}
								max={100_000}
								required
								value={budget[kind]}
							/>
						</>
					)),
					'row',
				)}
			{way('fields', 'Leave them out', <Fields fields={fields} />)}
			{way('leave', 'Let it leave', <Consumer consumers={consumers} />, 'row')}
		</div>
	);
};

const Consumer = ({ consumers }: Pick<MendProps, 'consumers'>) => (
	<>
		<label for="consumer">by</label>
		<input
			id="consumer"
			name="consumer"
			list="consumers"
			required
			value={consumers[0] ?? ''}
			placeholder="a tool that uses it up"
			autocomplete="off"
		/>
		<datalist id="consumers">
			{consumers.map((name) => (
				<option value={name} />
			))}
		</datalist>
	</>
);

const Fields = ({ fields }: { fields: readonly string[] }) =>
	fields.length === 0 ? (
		<>
			<label for="strip">Fields to leave out, with commas between</label>
			<input id="strip" name="strip" required placeholder="description, *.url" autocomplete="off" />
		</>
	) : (
		<fieldset class="choices">
			<legend>Fields to leave out, of {number(fields.length)}</legend>
			{fields.map((field) => (
				<label class="check">
					<input type="checkbox" name="strip" value={field} />
					<code>{field}</code>
				</label>
			))}
		</fieldset>
	);
