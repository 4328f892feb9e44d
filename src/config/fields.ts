// The kinds of value a config document is made of; each says what it allows in one sentence. And issues of
// one, each with its dotted path and a plain reason (docs/config.md): how values are quoted in reasons, and how zod's
// issues become ours.

import * as z from 'zod/v4';
import { isRecord } from '../shared/json-values';
import { nearestName } from '../shared/nearest-names';
import { REDACTED, withoutSecretLooks } from '../shared/secret-looks';

const must = (allowed: string, tell = shown) => ({
	error: (issue: { readonly input?: unknown }) =>
		issue.input === undefined
			? `is missing; must be ${allowed}`
			: `must be ${allowed}, not ${tell(issue.input)}`,
});

/**
 * Like `must`, for lists and mappings: a text in place of one may hold a secret and is never quoted.
 * `sizeOf` counts what is of the right sort, and so too large.
 */
const mustHold = (
	allowed: string,
	sizeOf: (input: unknown) => number | undefined = () => undefined,
) => {
	const say = must(allowed);
	return {
		error: (issue: { readonly input?: unknown }) => {
			if (typeof issue.input === 'string') return `must be ${allowed}, not a text`;
			const size = sizeOf(issue.input);
			return size === undefined ? say.error(issue) : `must be ${allowed}, not of ${grouped(size)}`;
		},
	};
};

/** Whole, not negative. Asking the runtime's locales for it takes 9 ms of every start. */
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** A whole number of `unit`. */
export const whole = (min: number, max: number, unit = '') => {
	const say = must(
		`a whole number${unit && ` of ${unit}`} from ${grouped(min)} to ${grouped(max)}`,
	);
	return z.number(say).int(say).min(min, say).max(max, say);
};

/** A number between two, both included; the message names them. */
export const fraction = (min: number, max: number) => {
	const say = must(`a number from ${min} to ${max}`);
	return z.number(say).min(min, say).max(max, say);
};

/** True or false, and nothing that looks like it. */
export const flag = () => z.boolean(must('true or false'));

/** One of a few words; `notes` explain why a word that looks right is not among them. */
export const choice = <const Words extends readonly [string, ...string[]]>(
	words: Words,
	notes: Readonly<Record<string, string>> = {},
	tell = shown,
) => {
	const say = must(words.join(' or '), tell);
	const note = (word: string) => (Object.hasOwn(notes, word) ? `; ${notes[word]}` : '');
	return z.enum(words, { error: (issue) => say.error(issue) + note(String(issue.input)) });
};

/** A short text without control characters, matching `pattern`. */
export const word = (pattern: RegExp, allowed: string, longest = 200, tell = shown) => {
	const say = must(`${allowed} (at most ${longest} characters)`, tell);
	return z.string(say).min(1, say).max(longest, say).regex(pattern, say);
};

/** A text that may hold a secret: checked by `fault`, which gives a reason or null. */
export const secretText = (fault: (value: string) => string | null) =>
	// Never quoted: it may be the secret.
	z.string({ error: () => 'must be a text' }).check((context) => {
		const reason = fault(context.value);
		if (reason !== null)
			context.issues.push({ code: 'custom', message: reason, input: undefined, continue: true });
	});

/** A list of so many items at most; the message says of what. */
export const list = <Item extends z.ZodType>(item: Item, longest: number, what: string) => {
	const say = mustHold(`a list of at most ${longest} ${what}`, (input) =>
		Array.isArray(input) ? input.length : undefined,
	);
	return z.array(item, say).max(longest, say);
};

/** A mapping of so many entries at most, its keys checked too. */
export const mapping = <Value extends z.ZodType>(
	key: z.ZodString,
	value: Value,
	largest: number,
	what: string,
) => {
	const say = mustHold(`a mapping of at most ${largest} ${what}`, (input) =>
		isRecord(input) ? Object.keys(input).length : undefined,
	);
	return z.record(key, value, say).refine((entries) => Object.keys(entries).length <= largest, say);
};

/** A mapping of known keys. The message for unknown ones lists the known, for `issuesOf`. */
export const section = <Shape extends z.ZodRawShape>(shape: Shape) => {
	const known = Object.keys(shape).join(' ');
	const say = mustHold('a mapping');
	return z.strictObject(shape, {
		error: (issue) => (issue.code === 'unrecognized_keys' ? known : say.error(issue)),
	});
};

export interface Issue {
	/** Dotted path of the key, `upstreams.0.url`; empty for the document itself. */
	readonly path: string;
	/** The fault and the allowed values, without the value of anything that may be secret. */
	readonly reason: string;
	/** The config layer the value comes from, where more than one is looked at. */
	readonly layer?: string;
}

/** Most issues listed at once; a hostile document could have a hundred thousand. */
const MOST_ISSUES = 200;
/** Characters of a value that an issue repeats. */
const LONGEST_ECHO = 40;

/** A dotted path; a key that holds a dot or a quote is bracketed, so that paths stay unambiguous. */
export const pathOf = (keys: readonly PropertyKey[]): string => {
	let path = '';
	for (const key of keys) {
		const name = String(key).slice(0, 200);
		if (/[.[\]"\s\p{Cc}]/u.test(name) || name === '') path += `[${JSON.stringify(name)}]`;
		else path += path === '' ? name : `.${name}`;
	}
	return path;
};

/** Words of letters and digits as no name has: of a base 64, of an alphabet, UUIDs. */
const OPAQUE =
	/(?=[a-z/+]*\d)(?=[\d/+]*[a-z])[a-z\d/+]{32,}|(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** A key or value as it is repeated: without what has the form of a secret. */
export const repeated = (text: string) => withoutSecretLooks(text).replace(OPAQUE, REDACTED);

/** Returns whether a short name is a secret. */
export const isSecretName = (name: string): boolean =>
	name.search(OPAQUE) >= 0 || (/\d{9}|[a-z]{20}/i.test(name) && repeated(name) !== name);

/** A path as an issue tells it: a key of it may be a secret in the wrong place; a few words of letters are none. */
export const toldPath = (keys: readonly PropertyKey[]): string => {
	const mayHold = keys.some((key) => typeof key === 'string' && /\d|[a-z]{20}/i.test(key));
	return mayHold ? repeated(pathOf(keys)) : pathOf(keys);
};

/** Reasons for names that may be values in the wrong place: they are not repeated. */
export const SECRET_NAME = 'has the form of a secret, which may be a value, never a name';
export const NO_HEADER_NAME = "must be a header name: 1 to 100 letters, digits and !#$%&'*+.^_`|~-";
export const NO_VARIABLE_NAME = 'must be the name of a variable';
const UNTOLD = [SECRET_NAME, NO_HEADER_NAME, NO_VARIABLE_NAME];

/** Quotes a value in a reason: short, on one line, never a whole structure. */
export const shown = (value: unknown): string => {
	if (value === undefined) return 'missing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null) return 'a mapping';
	if (typeof value !== 'string') return String(value);
	const text = repeated(value.slice(0, 1_000));
	const head = text.slice(0, LONGEST_ECHO).toWellFormed();
	return JSON.stringify(text.length > LONGEST_ECHO ? `${head}…` : head);
};

/** Tells a value where a credential could stand: a text by its length alone. */
export const measured: typeof shown = (value) =>
	typeof value === 'string' && value !== '' ? `a text of ${value.length} characters` : shown(value);

/** The reason for a key that does not exist. */
const unknownKey = (key: string, known: readonly string[]): string => {
	const meant = nearestName(key, known);
	return meant === undefined
		? `unknown key; allowed are ${known.join(', ')}`
		: `unknown key; did you mean ${meant}?`;
};

/** Zod's issues as ours: one per unknown key, unions flattened, each path and reason once. */
export const issuesOf = (error: z.ZodError): Issue[] => {
	const seen = new Map<string, Issue>();
	const add = (path: string, reason: string) => {
		if (seen.size < MOST_ISSUES) seen.set(`${path}\n${reason}`, { path, reason });
	};
	for (const issue of error.issues) {
		if (issue.code === 'unrecognized_keys') {
			const known = issue.message.split(' ');
			for (const key of issue.keys)
				if (issue.path.includes('auth') && nearestName(key, known) === undefined)
					add(toldPath(issue.path), `${unknownKey(key, known)} (it has ${key.length} characters)`);
				else add(toldPath([...issue.path, key]), unknownKey(key, known));
		} else if (issue.code === 'invalid_key') {
			const reason = issue.issues[0]?.message ?? issue.message;
			const length = String(issue.path.at(-1)).length;
			if (UNTOLD.includes(reason))
				add(toldPath(issue.path.slice(0, -1)), `${reason} (it has ${length} characters)`);
			else add(toldPath(issue.path), reason);
		} else add(toldPath(issue.path), issue.message);
	}
	return [...seen.values()];
};
