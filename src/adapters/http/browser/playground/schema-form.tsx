// A form for what a schema describes: the arguments of a tool, or what a server asks of its user.
import type { Child } from 'hono/jsx';
import { useState } from 'hono/jsx/dom';
import { Field } from '../../ui/form';
import { Notice } from '../../ui/shell';
import { argumentsOf, fieldsOf } from './form-fields';

/** Reads what is written into it; what is wrong is named, and nothing is sent then. */
export const SchemaForm = (props: {
	/** Begins the ids of its fields: of one form among others. */
	readonly of: string;
	readonly name: 'call' | 'question';
	readonly schema: unknown;
	/** Values that it begins with. */
	readonly known?: Readonly<Record<string, unknown>> | undefined;
	readonly onValues: (values: Readonly<Record<string, unknown>>) => void;
	readonly title?: string;
	readonly said: Child;
	readonly children?: Child;
}) => {
	const { of, name: kind, schema, known, onValues, title, said, children } = props;
	const fields = fieldsOf(schema, known);
	const [fault, setFault] = useState('');
	const send = (event: Event) => {
		event.preventDefault();
		const given = new FormData(event.currentTarget as HTMLFormElement);
		const values = Object.fromEntries(fields.map(({ name }) => [name, String(given.get(name))]));
		const read = argumentsOf(fields, values);
		setFault(read.ok ? '' : read.error);
		if (read.ok) onValues(read.value);
	};
	return (
		<form class={kind} onSubmit={send} novalidate aria-labelledby={title}>
			{said}
			{fields.map(({ name, kind, isRequired, note, choices, initial }) => {
				const values = kind === 'flag' ? ['true', 'false'] : choices;
				const isChosen = values.length > 0;
				return (
					<Field
						id={`${of}-${name}`}
						name={name}
						label={isRequired ? name : [name, <span class="soft"> optional</span>]}
						type={isChosen ? 'select' : kind === 'json' ? 'area' : 'text'}
						value={initial}
						options={isChosen ? ['', ...values].map((one) => [one, shown(one)] as const) : []}
						note={note === '' ? undefined : note}
						required={isRequired}
						{...(!isChosen && { autocomplete: 'off', spellcheck: false })}
						{...(kind === 'number' && { inputmode: 'decimal' })}
						{...(kind === 'json' && { placeholder: 'JSON' })}
					/>
				);
			})}
			{fault !== '' && <Notice kind="bad">{fault}</Notice>}
			<div class="row">{children}</div>
		</form>
	);
};

const shown = (choice: string): string => choice.replaceAll('"', '') || '–';
