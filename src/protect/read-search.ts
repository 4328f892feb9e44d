// Answers a search inside a kept result: the items or lines that contain the words.
import { err, ok, type Result } from '../shared/result';
import { jsonDocument } from './document';
import type { Bench } from './draft';
import type { Frame } from './frame';
import type { Tape } from './json/tape';
import { lined } from './json/write';
import { listOf, pageLimit } from './list-choice';
import { misplaced } from './misplaced';
import { readPage } from './read-list';
import { fieldsKey, type ReadCall, type Reading } from './reading';
import { matchingItems, matchingLines } from './search';
import { containerTape } from './subject';

const PLAIN: Frame = { structured: { as: 'none' } };

/** The items that match; of a document without a list, the lines. */
export function readQuery(bench: Bench, tape: Tape, call: ReadCall): Result<Reading, string> {
	const list = listOf(tape, bench.policy, pageLimit(call.view, bench.policy));
	return list
		? found(bench, matchingItems(tape, list.node, call.query ?? ''), call, 'query')
		: readMatches(bench, lined(tape, 0), call, 'json');
}

/** The lines of a text that match. */
export const readMatches = (
	bench: Bench,
	text: string,
	call: ReadCall,
	key: string,
): Result<Reading, string> =>
	found(bench, matchingLines(text, call.query ?? ''), call, `${key}-query`);

/** What was found, as a list of its own. */
function found(bench: Bench, text: string, call: ReadCall, key: string): Result<Reading, string> {
	const wrong = misplaced(call.view, 'search');
	if (wrong !== undefined) return err(wrong);
	const document = jsonDocument(text, PLAIN, [], call.view.fields);
	const list = { tape: containerTape(text) as Tape, from: 0, full: false };
	const reading = readPage({ ...bench, frame: PLAIN }, document, list, call);
	const viewKey = `${key}:${call.query}|${fieldsKey(call.view.fields)}`;
	return reading.ok ? ok({ ...reading.value, derived: { document, viewKey } }) : reading;
}
