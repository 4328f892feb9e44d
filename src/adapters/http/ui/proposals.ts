// Settings that pages propose for one tool, written into the runtime document: what it says already stays,
// comments too.
import { isMap, parseDocument } from 'yaml';
import { err, ok, type Result } from '../../../shared/result';
import { KINDS } from './figures';

/** A setting that a form proposes for one tool; `change` is a key of `CHANGE_NAMES`. */
export interface Proposal {
	readonly tool: string;
	readonly change: string;
	/** Of `fields`: dotted paths. */
	readonly strip: readonly string[];
	/** Of `leave`: the tool that uses results up. */
	readonly consumer: string;
	/** Of `budget`: tokens of a first answer by kind of result. */
	readonly tokens: Readonly<Record<string, number>>;
}

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
 * @param stripped fields that are left out already: the same
 */
export function proposed(
	text: string,
	proposal: Proposal,
	pairs: readonly object[] = [],
	stripped: readonly string[] = [],
): Result<string, string> {
	const { tool, change, strip, consumer, tokens } = proposal;
	if (tool === '') return err('No tool is named.');
	const document = parseDocument(text);
	if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
	const at = ['endpoints', tool];
	if (change === 'leave') {
		if (consumer === '') return err('Name the tool that uses its results up.');
		const others = pairs.filter((pair) => (pair as { tool?: unknown }).tool !== tool);
		// Of a detail or a text, one is enough.
		document.set('transient', [...others, { tool, consumedBy: consumer, minRecords: 1 }]);
	} else if (change === 'fields') {
		if (strip.length === 0) return err('Choose at least one field to leave out.');
		document.setIn([...at, 'strip'], [...new Set([...stripped, ...strip])]);
	} else if (change === 'budget') {
		document.setIn([...at, 'firstAnswerTokens'], tokens);
	} else if (change === 'protect') {
		document.setIn([...at, 'mode'], 'on');
	} else return err('There is no such setting.');
	return ok(document.toString({ lineWidth: 0 }));
}

/** Parses a form into a proposal. */
export const proposalIn = (form: URLSearchParams): Proposal => ({
	tool: form.get('tool') ?? '',
	change: form.get('change') ?? '',
	strip: form
		.getAll('strip')
		.flatMap((text) => text.split(','))
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
