// The arguments of a call as a session keeps them: shortened JSON without secrets.

import { isRawJson, jsonIn } from '../shared/json-values';
import { REDACTED } from '../shared/secret-looks';
import { isSecretAt, isSecretIn, redactRandomWords, redactSecrets } from './secrets';

/** Approximate length of all arguments, and of one string among them. */
const MAX_CHARACTERS = 1_000;
const MAX_TEXT_LENGTH = 300;
/** Length scanned for secrets before truncation, which would break their form. */
const MAX_SCANNED = 2_000;
/** Maximum length of a string that is parsed as JSON. */
const MAX_READ_LENGTH = 20_000;
const MAX_NAME_LENGTH = 60;
const MAX_NUMBER_LENGTH = 40;
const DEEPEST = 5;
const HIDDEN = JSON.stringify(REDACTED);

/** Returns the arguments as about 1,000 characters of JSON; undefined where there are none. */
export function argumentsText(args: Readonly<Record<string, unknown>>): string | undefined {
	return Object.keys(args).length === 0 ? undefined : redactRandomWords(serialize(args));
}

function serialize(value: object): string {
	let room = MAX_CHARACTERS;
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
			const key = taken(quoted(redactSecrets(name.slice(0, MAX_SCANNED)), MAX_NAME_LENGTH));
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
			return taken(text.length > MAX_NUMBER_LENGTH ? quoted(text, MAX_NUMBER_LENGTH) : text);
		}
		if (depth === 0) return taken(Array.isArray(value) ? '"[…]"' : '"{…}"');
		return Array.isArray(value) ? list(value, depth - 1, program) : record(value, depth - 1);
	};
	return any(value, DEEPEST + 1);
}

/** Truncates after redaction; the omitted length refers to the original. */
const shortened = (given: string): string => {
	const isRead = /^\s*[[{]/.test(given) && given.length <= MAX_READ_LENGTH;
	const read = isRead ? (jsonIn(given) as object | undefined) : undefined;
	const inner = read && serialize(read);
	const text = inner?.includes(REDACTED) ? inner : given;
	const clean = redactSecrets(text.slice(0, MAX_SCANNED));
	const more = clean.length - MAX_TEXT_LENGTH + Math.max(0, text.length - MAX_SCANNED);
	return JSON.stringify(
		(more > 0 ? `${clean.slice(0, MAX_TEXT_LENGTH)}… [+${more} chars]` : clean).toWellFormed(),
	);
};

/** Returns the program that a record names beside its arguments. */
const programIn = ({ command, program, cmd }: Readonly<Record<string, unknown>>): string => {
	const named = command ?? program ?? cmd;
	return typeof named === 'string' ? named.slice(-MAX_NAME_LENGTH) : '';
};

const quoted = (text: string, longest: number): string =>
	JSON.stringify((text.length > longest ? `${text.slice(0, longest)}…` : text).toWellFormed());
