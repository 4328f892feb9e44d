// The kinds of value a config document is made of; each says what it allows in one sentence.
import * as z from 'zod/v4';
import { isRecord } from '../shared/json-values';
import { shown } from './issues';

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
