// What a call asked for, as its session keeps it: its arguments as a JSON text, long ones shortened, what
// looks like a secret taken out.
import { isRawJson } from '../shared/raw-json';
import { namesASecret, REDACTED, withoutSecretLooks } from '../shared/secret-looks';

/** Characters of all arguments together, about, and of one text among them. */
const MOST = 1_000;
const LONGEST_TEXT = 300;
/** Characters of a text in which a secret is looked for before it is cut: half of one has no form. */
const LOOKED_AT = 2_000;
const LONGEST_NAME = 60;
const LONGEST_NUMBER = 40;
const DEEPEST = 5;

/**
 * @param args as the caller sent them
 * @returns JSON text of about 1,000 characters at most; undefined where nothing was said
 */
export function askedText(args: Readonly<Record<string, unknown>>): string | undefined {
	let room = MOST;
	const taken = (text: string): string => {
		room -= text.length;
		return text;
	};
	const list = (values: readonly unknown[], depth: number): string => {
		const shown: string[] = [];
		for (const value of values) {
			if (room <= 0) break;
			shown.push(written(value, depth));
		}
		const more = values.length - shown.length;
		return `[${[...shown, ...(more > 0 ? [`"… [+${more} items]"`] : [])].join()}]`;
	};
	const record = (value: object, depth: number): string => {
		const shown: string[] = [];
		const names = Object.keys(value);
		const { name: title, key: id = title } = value as Record<string, unknown>;
		const isPairOfSecret = typeof id === 'string' && namesASecret(id);
		for (const name of names) {
			if (room <= 0) break;
			const key = taken(quoted(name, LONGEST_NAME));
			const own = (value as Record<string, unknown>)[name];
			const isNamed = namesASecret(name, own) || (isPairOfSecret && name === 'value');
			const isSecret = isNamed && own !== null && own !== '';
			shown.push(`${key}:${isSecret ? taken(`"${REDACTED}"`) : written(own, depth)}`);
		}
		const more = names.length - shown.length;
		return `{${[...shown, ...(more > 0 ? [`"…":"+${more} more"`] : [])].join()}}`;
	};
	const written = (value: unknown, depth: number): string => {
		if (typeof value === 'string') return taken(shortened(value));
		if (typeof value !== 'object' || value === null || isRawJson(value)) {
			const text = JSON.stringify(value) ?? 'null';
			return taken(text.length > LONGEST_NUMBER ? quoted(text, LONGEST_NUMBER) : text);
		}
		if (depth === 0) return taken(Array.isArray(value) ? '"[…]"' : '"{…}"');
		return Array.isArray(value) ? list(value, depth - 1) : record(value, depth - 1);
	};
	const text = record(args, DEEPEST);
	return text === '{}' ? undefined : text;
}

/** Cut after secrets were taken out of it; what is said to be left out is of the text as it came. */
const shortened = (text: string): string => {
	const clean = withoutSecretLooks(text.slice(0, LOOKED_AT));
	const more = clean.length - LONGEST_TEXT + Math.max(0, text.length - LOOKED_AT);
	return JSON.stringify(
		(more > 0 ? `${clean.slice(0, LONGEST_TEXT)}… [+${more} chars]` : clean).toWellFormed(),
	);
};

const quoted = (text: string, longest: number): string =>
	JSON.stringify((text.length > longest ? `${text.slice(0, longest)}…` : text).toWellFormed());
