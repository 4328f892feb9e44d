// Shared components of forms, made from data: fields, a form, one button.
import { type Child, createContext, useContext } from 'hono/jsx';

/** Values by name; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Hidden fields of a form. */
export const Hidden = ({ of }: { of: Query }) => (
	<>
		{Object.entries(of).map(
			([name, value]) =>
				value !== undefined && <input type="hidden" name={name} value={String(value)} />,
		)}
	</>
);

/** Ties the forms of a page to the browser that it is sent to. */
export const Tied = createContext('');

/** A form that was refused, on the page that it is shown on again. */
export interface Refused {
	readonly to: string;
	readonly given: URLSearchParams;
	readonly faults: readonly string[];
	/** The field that faults are about which name none. */
	readonly at?: string | undefined;
	/** The address of that page. */
	readonly back: string;
}

/** Tells a page which of its forms was refused, and within that form its fields. */
export const Again = createContext<Refused | undefined>(undefined);
const Within = createContext<Refused | undefined>(undefined);

/** Returns what was written in a form that was refused, by its address and hidden values. */
const refusedAt = (to: string, hidden: Query = {}): Refused | undefined => {
	const again = useContext(Again);
	const isIt = ([name, value]: readonly [string, Query[string]]) =>
		value === undefined || again?.given.get(name) === String(value);
	return again?.to === to && Object.entries(hidden).every(isIt) ? again : undefined;
};

/** A form that posts, tied to its browser, with hidden fields; refused, it has what was written. */
export const Post = ({
	to,
	hidden = {},
	children,
	...rest
}: {
	to: string;
	hidden?: Query | undefined;
	children?: Child;
	class?: string;
}) => (
	<form method="post" action={to} {...rest}>
		<Hidden of={{ csrf: useContext(Tied), back: useContext(Again)?.back, ...hidden }} />
		<Within.Provider value={refusedAt(to, hidden)}>{children}</Within.Provider>
	</form>
);

/** A field of a form; any other attribute is its input's. */
export interface FieldProps {
	readonly name: string;
	readonly label: Child;
	/** Unless given, the name. */
	readonly id?: string;
	/** `select`, `radio` and `checks` have options, `check` is one box, `area` a long text. */
	readonly type?: string;
	readonly value?: string | number | readonly string[] | undefined;
	readonly options?: readonly (readonly [value: string, title: Child])[];
	readonly note?: Child;
	/** Its label is for who does not see what stands beside it. */
	readonly isBare?: boolean;
	/** Values of the choice `way` with which it is asked for, with blanks between; absent: all. */
	readonly when?: string;
	readonly [attribute: string]: unknown;
}

/** An address that may carry a credential: a user, or a query, in which many servers take their key. */
const CARRIES = /^(?:[a-z+.-]*:?\/\/)?[^/?#]*@|[?#]./i;

/** A field with its label and note. */
export const Field = ({
	name,
	label,
	id = name,
	type = 'text',
	value: begun,
	options = [],
	note,
	isBare,
	when,
	'aria-describedby': described,
	...rest
}: FieldProps) => {
	const refused = useContext(Within);
	const typed = type === 'password' || type === 'file' ? undefined : refused?.given;
	const isLeftOut = type === 'url' && CARRIES.test(typed?.get(name) ?? '');
	const written = isLeftOut ? undefined : typed;
	const isWritten = written?.has(name) || type.startsWith('check');
	const value =
		!written || !isWritten
			? begun
			: type === 'checks'
				? written.getAll(name)
				: (written.get(name) ?? '');
	const named = refused?.faults.find(
		(fault) =>
			fault.startsWith(`${label}: `) ||
			fault.split(/[:\s]/)[0]?.split('.').slice(-name.split('.').length).join('.') === name,
	);
	const wrong = named ?? (refused?.at === name ? refused.faults.join(' ') : undefined);
	const said = (note !== undefined || wrong !== undefined || isLeftOut) && (
		<p id={`${id}-note`} class="note">
			{wrong !== undefined && <strong class="bad">{wrong} </strong>}
			{isLeftOut && 'What it carried may be a credential and is not shown again: write it anew. '}
			{note}
		</p>
	);
	const own = {
		...{ id, name, ...rest },
		'aria-describedby': [said && `${id}-note`, described].filter(Boolean).join(' ') || undefined,
		...(wrong !== undefined && { 'aria-invalid': 'true', autofocus: true }),
	};
	const isOn = (one: string) => (Array.isArray(value) ? value.includes(one) : value === one);
	const box = (kind: string, title: Child, attributes: object) => (
		<label class="check">
			<input type={kind} {...attributes} />
			<span>{title}</span>
		</label>
	);
	if (type === 'check')
		return (
			<div class="field">
				{box('checkbox', label, { ...own, value: '1', checked: value === '1' })}
				{said}
			</div>
		);
	if (type === 'radio' || type === 'checks')
		return (
			<fieldset>
				<legend>{label}</legend>
				{options.map(([one, title]) =>
					box(type === 'radio' ? 'radio' : 'checkbox', title, {
						...{ name, value: one, checked: isOn(one) },
					}),
				)}
				{said}
			</fieldset>
		);
	return (
		<div class="field" data-when={when}>
			<label for={id} class={isBare ? 'unseen' : undefined}>
				{label}
			</label>
			{type === 'select' ? (
				<select {...own}>
					{options.map(([one, title]) => (
						<option value={one} selected={isOn(one)}>
							{title}
						</option>
					))}
				</select>
			) : type === 'area' ? (
				<textarea class={rest.rows === undefined ? 'short' : undefined} {...own}>
					{value}
				</textarea>
			) : (
				<input type={type} value={value} {...own} />
			)}
			{said}
		</div>
	);
};

/** Buttons of a form that has several, the one that is meant first: a value each, as `do`. */
export type Acts = readonly (readonly [value: string, text: string])[];

/** A form: hidden values, fields, and the button that sends them, or several. */
export const Form = ({
	to,
	hidden,
	fields = [],
	submit,
	of,
	title,
	fold,
	isOpen = false,
	isDanger,
	beside,
	children,
	...rest
}: {
	to: string;
	hidden?: Query | undefined;
	fields?: readonly FieldProps[];
	submit: string | Acts;
	/** Begins the ids of its fields, where a page has several forms. */
	of?: string;
	title?: string;
	/** The line that it is folded away under until it is asked for (or `isOpen`), or was refused. */
	fold?: Child;
	isOpen?: boolean;
	/** It cannot be undone. */
	isDanger?: boolean;
	/** Beside its buttons. */
	beside?: Child;
	children?: Child;
	class?: string;
}) => {
	const isRefused = refusedAt(to, hidden) !== undefined;
	const form = (
		<Post {...{ to, hidden, ...rest }}>
			{title !== undefined && <h2>{title}</h2>}
			{children}
			{fields.map((field) => (
				<Field {...(of !== undefined && { id: `${of}-${field.name}` })} {...field} />
			))}
			<div class="row">
				{typeof submit === 'string' ? (
					<button type="submit" class={isDanger ? 'danger' : undefined}>
						{submit}
					</button>
				) : (
					submit.map(([value, text], at) => (
						<button
							{...{ type: 'submit', name: 'do', value, class: at > 0 ? 'quiet' : undefined }}
							formnovalidate={at > 0}
						>
							{text}
						</button>
					))
				)}
				{beside}
			</div>
		</Post>
	);
	return fold === undefined ? (
		form
	) : (
		<details open={isOpen || isRefused}>
			<summary>{fold}</summary>
			{form}
		</details>
	);
};

interface ActProps {
	readonly to: string;
	readonly fields?: Query | undefined;
	/** For who does not see what stands beside it. */
	readonly label?: string;
	/** Of its button. */
	readonly kind?: 'quiet' | 'danger';
	readonly children?: Child;
}

/** One button, and what it sends. */
export const Act = ({ to, fields = {}, label, kind = 'quiet', children }: ActProps) => (
	<Post class="plain" to={to} hidden={fields}>
		<button type="submit" class={`${kind} small`} aria-label={label}>
			{children}
		</button>
	</Post>
);

/** A button for an act that cannot be undone: it opens the consequence and the button that does it. */
export const Confirm = ({
	to,
	fields = {},
	label,
	consequence,
	children,
}: ActProps & { readonly consequence: string }) => (
	<details class="plain">
		<summary>{children}</summary>
		<p class="note">{consequence}</p>
		<Act to={to} fields={fields} kind="danger">
			{label ?? children}
		</Act>
	</details>
);
