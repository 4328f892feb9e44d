// Settings that pages propose, for one tool and of the usual keys as docs/config.md explains them, written into the
// runtime document: what it says already stays, comments too.
import { isMap, parseDocument } from 'yaml';
import type { EndpointConfig } from '../../../config';
import type { AnswerOf } from '../../../contract';
import { isRecord } from '../../../shared/json-values';
import { err, ok, type Result } from '../../../shared/result';
import { KINDS } from './figures';
import type { FieldProps } from './form';

/** A setting that a form proposes for one tool; `change` is a key of `CHANGE_NAMES`, `tokens` are by kind of result. */
export type Proposal = ReturnType<typeof proposalIn>;

/** Its name in a sentence, for the page that shows what would change. */
export const CHANGE_NAMES: Readonly<Record<string, string>> = {
	protect: 'Protect it',
	budget: 'Budget of a first answer',
	fields: 'Limit its fields',
	leave: 'Let it leave once used',
};

/**
 * The document with the setting in it; the error says what is missing.
 * @param pairs transient pairs in force: a list of the document's own stands in their place
 * @param entry settings in force for the tool: those of a pattern end where it has an entry of its own
 */
export function proposed(
	text: string,
	proposal: Proposal,
	pairs: readonly object[] = [],
	entry: EndpointConfig = {},
): Result<string, string> {
	const { tool, change, strip, consumer, tokens } = proposal;
	if (tool === '') return err('No tool is named.');
	const document = documentIn(text);
	const at = ['endpoints', tool];
	if (change !== 'leave' && !document.hasIn(at) && Object.keys(entry).length > 0)
		document.setIn(at, entry);
	if (change === 'leave') {
		if (consumer === '') return err('Name the tool that uses its results up.');
		const others = pairs.filter((pair) => (pair as { tool?: unknown }).tool !== tool);
		// Of a detail or a text, one is enough.
		document.set('transient', [...others, { tool, consumedBy: consumer, minRecords: 1 }]);
	} else if (change === 'fields') {
		if (strip.length === 0) return err('Choose at least one field to leave out.');
		document.setIn([...at, 'strip'], [...new Set([...(entry.strip ?? []), ...strip])]);
	} else if (change === 'budget') {
		document.setIn([...at, 'firstAnswerTokens'], tokens);
	} else if (change === 'protect') {
		document.setIn([...at, 'mode'], 'on');
	} else return err('There is no such setting.');
	return ok(document.toString({ lineWidth: 0 }));
}

/** Parses a form into a proposal. */
export const proposalIn = (form: URLSearchParams) => ({
	tool: form.get('tool') ?? '',
	change: form.get('change') ?? '',
	strip: [...form.getAll('strip'), ...(form.get('named') ?? '').split(',')]
		.map((field) => field.trim())
		.filter((field) => field !== ''),
	consumer: (form.get('consumer') ?? '').trim(),
	tokens: Object.fromEntries(
		KINDS.flatMap((kind) => {
			const given = form.get(kind);
			return given === null ? [] : [[kind, Number(given)]];
		}),
	),
});

function documentIn(text: string) {
	const document = parseDocument(text);
	if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
	return document;
}

/** Keys that have a field of their own on the page, and the words for it. */
const USUAL: readonly (readonly [key: string, words: string])[] = [
	['firstAnswerTokens.list', 'Budget of a first answer: of a list its first page, tokens'],
	['firstAnswerTokens.object', 'Budget of a first answer: of a single object, tokens'],
	['firstAnswerTokens.text', 'Budget of a first answer: of a text, tokens'],
	['tokenBudgetThreshold', 'Any answer, tokens at most'],
	['defaultPageSize', 'Items of a page'],
	['tools', 'Tools that are listed'],
	['host', 'Host of clients that name none'],
	['sessionTexts', 'Keep results with their conversation'],
	['sessionArguments', 'Keep what calls asked for'],
	['retention.sessionDays', 'Keep conversations, days'],
	['retention.telemetryDays', 'Keep figures, days'],
	['review.fourEyes', 'Another than the author approves'],
];

/** A fault under the words of its field: its key's on this page, of one tool's entry the last of its names. */
export const labelled = (fault: string): string => {
	const [path = '', ...reason] = fault.split(' ');
	const words =
		USUAL.find(([key]) => key === path)?.[1] ?? /^endpoints\..*\.(\w+)$/.exec(path)?.[1];
	return words === undefined ? fault : `${words}: ${reason.join(' ')}`;
};

/** Parses the tables of the document: a row a key, with its default, its range and its meaning. */
export const keysIn = (document: string) =>
	new Map(
		[...document.matchAll(/^\| `([\w.*[\]]+)` \| .*? \| (.*?) \| (.*) \|$/gm)].map(
			([, path = '', allowed = '', about = '']) => [
				path,
				// A link in brackets is for who reads the document.
				{
					allowed,
					about: about
						.replaceAll(/ \(\[[^\]]+\]\([^)]*\)\)/g, '')
						.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
						.replaceAll('`', ''),
				},
			],
		),
	);

/** The values that each key allows, and its effect. */
type Keys = ReturnType<typeof keysIn>;

/** Finds the key of a path: of one endpoint, that of any. */
const keyAt = (keys: Keys, path: string) =>
	keys.get(path) ?? keys.get(path.replace(/^endpoints\..*?\.(?=\w+(?:\.\w+)?$)/, 'endpoints.*.'));

type Shown = AnswerOf<'GET /api/config'>;

/** Returns every key in force, then those that are documented and not set: layer, value, and words for each. */
export function settingsIn(keys: Keys, { origin, config }: Pick<Shown, 'origin' | 'config'>) {
	const labels = new Map(USUAL);
	const set = Object.keys(origin);
	const unset = [...keys.keys()].filter(
		(key) => /^[\w.]+$/.test(key) && !set.some((path) => `${path}.`.startsWith(`${key}.`)),
	);
	return [...Object.entries(origin), ...unset.map((path) => [path, 'not set'] as const)].map(
		([path, layer]) => ({
			...{ path, layer, label: labels.get(path), value: valueAt(config, path) },
			...keyAt(keys, path),
		}),
	);
}

/** Returns the value at a path; names in it may have dots. */
function valueAt(config: unknown, path: string): unknown {
	if (!isRecord(config)) return undefined;
	if (Object.hasOwn(config, path)) return config[path];
	for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
		const key = path.slice(0, dot);
		if (Object.hasOwn(config, key)) return valueAt(config[key], path.slice(dot + 1));
	}
	return undefined;
}

/** Returns fields of the usual keys, made of what each may be, with the values in force. */
export const usualFields = (keys: Keys, config: unknown): readonly FieldProps[] =>
	USUAL.flatMap(([name, words]): readonly FieldProps[] => {
		const key = keys.get(name);
		if (!key) return [];
		const value = String(valueAt(config, name) ?? '');
		const common = { name, label: words, note: `${name}: ${key.about}`, value };
		const [, min, max] = /from ([\d,]+) to ([\d,]+)/.exec(key.allowed) ?? [];
		if (min !== undefined && max !== undefined)
			return [
				{ ...common, type: 'number', min: min.replaceAll(',', ''), max: max.replaceAll(',', '') },
			];
		const choices = key.allowed.split(' or ');
		const all = value === '' ? ['', ...choices] : choices;
		const options = all.map((one) => [one, one || '–'] as const);
		return [{ ...common, type: 'select', options }];
	});

/** Returns the runtime document with those usual keys that a form gives another value. */
export function withUsual(text: string, given: URLSearchParams, config: unknown): string {
	const document = documentIn(text);
	for (const [name] of USUAL) {
		const value = given.get(name) ?? '';
		if (value === '' || value === String(valueAt(config, name) ?? '')) continue;
		const isJson = /^(?:true|false|[\d.]+)$/.test(value);
		document.setIn(name.split('.'), isJson ? JSON.parse(value) : value);
	}
	return document.toString({ lineWidth: 0 });
}
