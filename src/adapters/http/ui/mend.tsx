// Suggested settings for a tool with long results, each previewed before it is applied
// (proposals.ts), and undone by one click after.
import { CHANGE_NAMES, isSet } from './proposals';
import { number } from './shell';
import { Hidden } from './table';

/** Values of the settings forms of one tool. */
export interface MendProps {
	readonly tool: string;
	/** Address to return to. */
	readonly from: string;
	readonly csrf: string;
	/** Tools that may use its results up, the likeliest first. */
	readonly consumers: readonly string[];
	/** Fields that its results are known to have, with tokens where those are known. */
	readonly fields: readonly string[];
	/** It is sent as the server gave it. */
	readonly isBare?: boolean;
	/** Its results are marked to leave once used. */
	readonly mayLeave?: boolean;
	/** Its present settings. */
	readonly set?: Readonly<Record<string, unknown>> | undefined;
}

/** Shows suggested settings for a tool with long results. */
export const Mend = ({ tool, from, csrf, consumers, fields, isBare, mayLeave, set }: MendProps) => {
	const ways = [...(isBare ? ['protect'] : []), 'glance', 'page', ...(mayLeave ? ['pin'] : [])];
	const hidden = <Hidden of={{ csrf, tool, from }} />;
	return (
		<div class="mend">
			<form class="plain row" method="post" action="/config/propose">
				{hidden}
				{ways.map((change) => (
					<button
						type="submit"
						name="change"
						value={change}
						class={change === 'protect' ? 'small' : 'quiet small'}
						disabled={isSet(change, set)}
					>
						{CHANGE_NAMES[change]}
					</button>
				))}
			</form>
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
