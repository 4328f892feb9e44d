// Settings of one tool, each previewed before it is applied (proposals.ts), and undone by one click after.

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
			{budget && (
				<details class="plain">
					<summary>Budget of a first answer</summary>
					<form class="plain row" method="post" action="/config/propose">
						{hidden}
						{KINDS.map((kind) => (
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
						))}
						<button type="submit" name="change" value="budget" class="quiet small">
							See the change
						</button>
					</form>
				</details>
			)}
			<details class="plain">
				<summary>Limit its fields</summary>
				<form class="plain" method="post" action="/config/propose">
					{hidden}
					<Fields fields={fields} />
					<button type="submit" name="change" value="fields" class="quiet small">
						Leave them out
					</button>
				</form>
			</details>
			<details class="plain">
				<summary>Let it leave once used</summary>
				<form class="plain row" method="post" action="/config/propose">
					{hidden}
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
					<button type="submit" name="change" value="leave" class="quiet small">
						Let it leave
					</button>
				</form>
			</details>
		</div>
	);
};

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
