// The documents that are asked, parsed by the parser that protects them.
import { parsing } from '../shared/json/parse';
import type { Tape } from '../shared/json/tape';
import type { Slices } from '../shared/slices';

/** Values a document may have and still be asked. */
const MOST_VALUES = 4_000_000;
/** UTF-16 units of a long text. */
const LONG = 1_000_000;

/** Parses a document in slices; undefined where the text is not one JSON value, or too large. */
export function* treeIn(text: string): Slices<Tape | undefined> {
	const source = text.startsWith('\ufeff') ? text.slice(1) : text;
	// A text that was put together has been laid out now.
	if (source.length > LONG) yield;
	const parsed = yield* parsing(source, { maxValues: MOST_VALUES });
	return parsed.ok ? parsed.value : undefined;
}
