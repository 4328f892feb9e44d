// What a call asked for, as its session keeps it: its arguments as a JSON text, long ones shortened, what
// looks like a secret taken out.

import { jsonIn } from '../shared/json-in';
import { isRawJson } from '../shared/raw-json';
import { REDACTED } from '../shared/secret-looks';
import { isSecretAt, isSecretIn, withoutCodedSecrets, withoutDrawnWords } from './secrets';

/** Characters of all arguments together, about, and of one text among them. */
const MOST = 1_000;
const LONGEST_TEXT = 300;
/** Characters of a text in which a secret is looked for before it is cut: half of one has no form. */
const LOOKED_AT = 2_000;
/** Characters of a text that is read as JSON, to find what stands in it under a name. */
const LONGEST_READ = 20_000;
const LONGEST_NAME = 60;
const LONGEST_NUMBER = 40;
const DEEPEST = 5;
const HIDDEN = JSON.stringify(REDACTED);

/**
 * @param args as the caller sent them
 * @returns JSON text of about 1,000 characters at most; undefined where nothing was said
 */
export function askedText(args: Readonly<Record<string, unknown>>): string | undefined {
	const text = written(args);
	return text === '{}' ? undefined : withoutDrawnWords(text);
}

function written(value: object): string {
	let room = MOST;
	const taken = (text: string): string => {
		room -= text.length;
		return text;
	};
	const list = (values: readonly unknown[], depth: number, program: string): string => {
		const shown: string[] = [];
		for (const [at, value] of values.entries()) {
			if (room <= 0) break;
			const isSecret = isSecretAt(values, at, program);
			shown.push(isSecret ? taken(HIDDEN) : any(value, depth));
		}
		const more = values.length - shown.length;
		return `[${[...shown, ...(more > 0 ? [`"… [+${more} items]"`] : [])].join()}]`;
	};
	const record = (value: object, depth: number): string => {
		const shown: string[] = [];
		const names = Object.keys(value);
		const program = programIn(value as Record<string, unknown>);
		for (const name of names) {
			if (room <= 0) break;
			const key = taken(quoted(withoutCodedSecrets(name.slice(0, LOOKED_AT)), LONGEST_NAME));
			const record = value as Record<string, unknown>;
			shown.push(
				`${key}:${isSecretIn(record, name) ? taken(HIDDEN) : any(record[name], depth, program)}`,
			);
		}
		const more = names.length - shown.length;
		return `{${[...shown, ...(more > 0 ? [`"…":"+${more} more"`] : [])].join()}}`;
	};
	const any = (value: unknown, depth: number, program = ''): string => {
		if (typeof value === 'string') return taken(shortened(value));
		if (typeof value !== 'object' || value === null || isRawJson(value)) {
			const text = JSON.stringify(value) ?? 'null';
			return taken(text.length > LONGEST_NUMBER ? quoted(text, LONGEST_NUMBER) : text);
		}
		if (depth === 0) return taken(Array.isArray(value) ? '"[…]"' : '"{…}"');
		return Array.isArray(value) ? list(value, depth - 1, program) : record(value, depth - 1);
	};
	return any(value, DEEPEST + 1);
}

/** Cut after secrets were taken out of it; what is said to be left out is of the text as it came. */
const shortened = (given: string): string => {
	const read = recordOrList(given);
	const inner = read && written(read);
	const text = inner?.includes(REDACTED) ? inner : given;
	const clean = withoutCodedSecrets(text.slice(0, LOOKED_AT));
	const more = clean.length - LONGEST_TEXT + Math.max(0, text.length - LOOKED_AT);
	return JSON.stringify(
		(more > 0 ? `${clean.slice(0, LONGEST_TEXT)}… [+${more} chars]` : clean).toWellFormed(),
	);
};

/** What a record says is run, with the arguments beside it. */
const programIn = ({ command, program, cmd }: Readonly<Record<string, unknown>>): string => {
	const named = command ?? program ?? cmd;
	return typeof named === 'string' ? named.slice(-LONGEST_NAME) : '';
};

/** What a text is that is JSON. */
function recordOrList(text: string): object | undefined {
	if (!/^\s*[[{]/.test(text) || text.length > LONGEST_READ) return undefined;
	return jsonIn(text) as object | undefined;
}

const quoted = (text: string, longest: number): string =>
	JSON.stringify((text.length > longest ? `${text.slice(0, longest)}…` : text).toWellFormed());
