// A form for what a schema describes: the arguments of a tool, or what a server asks of its user.
import type { Child } from 'hono/jsx';
import { useState } from 'hono/jsx/dom';
import { argumentsOf, type Field, fieldsOf } from './form-fields';

interface SchemaFormProps {
	/** Begins the ids of its fields: of one form among others. */
	readonly of: string;
	readonly name: 'call' | 'question';
	readonly schema: unknown;
	readonly onValues: (values: Readonly<Record<string, unknown>>) => void;
	/** The id of its title. */
	readonly title?: string;
	/** Above the fields. */
	readonly said: Child;
	/** Below them: its buttons. */
	readonly children?: Child;
}

/** Reads what is written into it; what is wrong is named, and nothing is sent then. */
export const SchemaForm = ({
	of,
	name: kind,
	schema,
	onValues,
	title,
	said,
	children,
}: SchemaFormProps) => {
	const fields = fieldsOf(schema);
	const [values, setValues] = useState<Readonly<Record<string, string>>>(
		Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
	);
	const [fault, setFault] = useState('');
	const send = (event: Event) => {
		event.preventDefault();
		const read = argumentsOf(fields, values);
		setFault(read.ok ? '' : read.error);
		if (read.ok) onValues(read.value);
	};
	return (
		<form class={kind} onSubmit={send} novalidate aria-labelledby={title}>
			{said}
			{fields.map((field) => (
				<Input
					key={field.name}
					id={`${of}-${field.name}`}
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
			<div class="row">{children}</div>
		</form>
	);
};

interface InputProps {
	readonly id: string;
	readonly field: Field;
	readonly value: string;
	readonly onValue: (value: string) => void;
}

const Input = ({
	id,
	field: { name, kind, isRequired, note, choices },
	value,
	onValue,
}: InputProps) => {
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
