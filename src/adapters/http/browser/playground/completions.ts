// Completions of an expression (JMESPath), from the shape of its value: keys of what
// stands before the caret, in filters too.
import { isRecord } from '../../../../shared/is-record';

export interface Completion {
	/** Text in the list. */
	readonly label: string;
	/** The whole expression once it is chosen. */
	readonly expression: string;
}

/** Values of a list, and completions, that are looked at. */
const MOST_SAMPLES = 20;
const MOST = 12;

type Samples = readonly unknown[];

/** State of a parsed expression: its values, and those at an open filter or bracket. */
interface State {
	readonly base: Samples;
	readonly now: Samples;
	readonly outer: State | undefined;
}

const TOKENS =
	/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*)|\[\?|\[\s*(?:-?\d*\s*(?::\s*-?\d*\s*){0,2}|\*)\s*\]|\.\*|[[\](){}|.,:@&]|[^\s\w]+|\d+|\s+/g;

/**
 * @param expression up to the caret
 * @param value the result that it is asked of
 */
export function completionsOf(expression: string, value: unknown): readonly Completion[] {
	const typed = /(?:^|[^\w"'`])([A-Za-z_]\w*)$/.exec(expression)?.[1] ?? '';
	const before = expression.slice(0, expression.length - typed.length);
	if (isInText(before)) return [];
	const { now } = stateAfter(before, value);
	const words = typed.toLowerCase();
	const all = keysOf(now).filter((key) => key !== typed);
	const begun = all.filter((key) => key.toLowerCase().startsWith(words));
	const found = begun.length > 0 ? begun : all.filter((key) => key.toLowerCase().includes(words));
	const keys = found.map((key) => ({ label: key, expression: `${before}${spelled(key)}` }));
	const { now: reached } = stateAfter(expression, value);
	const isList = reached.some((one) => Array.isArray(one)) && !/[\s.|&(,:[]$/.test(expression);
	const lists = isList
		? ['[]', '[?', '[0]'].map((end) => ({
				label: `${typed}${end}`,
				expression: `${expression}${end}`,
			}))
		: [];
	return [...lists, ...keys].slice(0, MOST);
}

const spelled = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key));

/** Returns whether a quoted text is still open. */
const isInText = (expression: string): boolean =>
	/['`"]/.test(expression.replaceAll(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/g, ''));

function stateAfter(expression: string, value: unknown): State {
	let state: State = { base: [value], now: [value], outer: undefined };
	for (const [token, quoted, name] of expression.matchAll(TOKENS))
		state = step(state, token, name ?? quoted);
	return state;
}

function step({ base, now, outer }: State, token: string, key: string | undefined): State {
	if (key !== undefined) return { base, now: now.flatMap((one) => memberOf(one, key)), outer };
	if (token === '[?') {
		const items = itemsOf(now);
		return { base: items, now: items, outer: { base, now: items, outer } };
	}
	if (token === '(') return { base, now: base, outer: { base, now: [], outer } };
	if (token === '{' || token === '[') return { base: now, now, outer: { base, now, outer } };
	if (token === ')' || token === '}' || token === ']') return outer ?? { base, now: [], outer };
	if (token === '|') return { base: now, now, outer };
	if (token === '.*') return { base, now: now.flatMap(valuesOf), outer };
	if (token.startsWith('[')) return { base, now: itemsOf(now), outer };
	if (token === '.' || token === '@' || /^\s+$/.test(token)) return { base, now, outer };
	return { base, now: base, outer };
}

const memberOf = (value: unknown, key: string): Samples => {
	const holder = Array.isArray(value) ? undefined : value;
	return isRecord(holder) && Object.hasOwn(holder, key) ? [holder[key]] : [];
};

const itemsOf = (values: Samples): Samples =>
	values
		.flatMap((one) => (Array.isArray(one) ? one.slice(0, MOST_SAMPLES) : []))
		.slice(0, MOST_SAMPLES);

const valuesOf = (value: unknown): Samples =>
	isRecord(value) ? Object.values(value).slice(0, MOST_SAMPLES) : [];

const keysOf = (values: Samples): string[] => [
	...new Set(values.flatMap((one) => (isRecord(one) ? Object.keys(one).slice(0, 200) : []))),
];
