// The form of one tool.
import { useState } from 'hono/jsx/dom';
import type { Tool } from './client';
import { argumentsOf, type Field, fieldsOf } from './form-fields';

/** A tool, and what to do with a call of it. */
export interface CallFormProps {
	readonly tool: Tool;
	readonly isBusy: boolean;
	readonly onCall: (name: string, args: Readonly<Record<string, unknown>>) => void;
}

/** Characters of a description that stand without being asked for. */
const LONGEST = 260;

/** A field for each argument of a tool. */
export const CallForm = ({ tool, isBusy, onCall }: CallFormProps) => {
	const fields = fieldsOf(tool.inputSchema);
	const [values, setValues] = useState<Readonly<Record<string, string>>>(
		Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
	);
	const [fault, setFault] = useState('');
	const send = (event: Event) => {
		event.preventDefault();
		const args = argumentsOf(fields, values);
		setFault(args.ok ? '' : args.error);
		if (args.ok) onCall(tool.name, args.value);
	};
	const { description = '' } = tool;
	return (
		<form class="call" onSubmit={send} novalidate>
			<p class="note">
				{description.length > LONGEST ? `${description.slice(0, LONGEST)}…` : description}
			</p>
			{fields.map((field) => (
				<Input
					key={field.name}
					field={field}
					value={values[field.name] ?? ''}
					onValue={(value) => setValues((known) => ({ ...known, [field.name]: value }))}
				/>
			))}
			{fault !== '' && (
				<p class="notice bad" role="alert">
					{fault}
				</p>
			)}
			<button type="submit" disabled={isBusy}>
				{isBusy ? 'Calling…' : 'Call'}
			</button>
		</form>
	);
};

export const Input = ({
	of = 'argument',
	field: { name, kind, isRequired, note, choices },
	value,
	onValue,
}: {
	/** Begins the id: of one form among others. */
	of?: string;
	field: Field;
	value: string;
	onValue: (value: string) => void;
}) => {
	const id = `${of}-${name}`;
	const common = {
		id,
		value,
		required: isRequired,
		'aria-describedby': note === '' ? undefined : `${id}-note`,
	};
	const take = (event: Event) => onValue((event.target as HTMLInputElement).value);
	return (
		<div class="field">
			<label for={id}>
				{name}
				{isRequired ? '' : <span class="soft"> optional</span>}
			</label>
			{kind === 'choice' || kind === 'flag' ? (
				<select {...common} onChange={take}>
					<option value="">–</option>
					{(kind === 'flag' ? ['true', 'false'] : choices).map((choice) => (
						<option value={choice} selected={choice === value}>
							{choice.replaceAll('"', '')}
						</option>
					))}
				</select>
			) : kind === 'json' ? (
				<textarea class="short" spellcheck={false} placeholder="JSON" {...common} onInput={take} />
			) : (
				<input
					type="text"
					inputmode={kind === 'number' ? 'decimal' : 'text'}
					autocomplete="off"
					spellcheck={false}
					{...common}
					onInput={take}
				/>
			)}
			{note !== '' && (
				<p id={`${id}-note`} class="note">
					{note}
				</p>
			)}
		</div>
	);
};
