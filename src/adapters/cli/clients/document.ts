// A client's configuration as text: one server read, or written anew, and every other byte as it was.
import { isRecord } from '../../../shared/is-record';
import { ok, type Result } from '../../../shared/result';
import { jsonOf, jsonSet, jsonSpan } from './json-text';
import type { Place } from './places';
import { spliced, textOf } from './span';
import { tomlOf, tomlSet, tomlSpan } from './toml-text';

/** What a client's file says of one server. */
export type Entry = Readonly<Record<string, unknown>>;
type Form = Pick<Place, 'format' | 'keys'>;

/** The servers of a document, by name; none where it names none. */
export function serversIn(
	text: string,
	{ format, keys }: Form,
): Result<Readonly<Record<string, Entry>>, string> {
	const { document } = parts(text);
	const read = format === 'json' ? jsonOf(document) : tomlOf(document);
	if (!read.ok) return read;
	const found = keys.reduce<unknown>(
		(value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
		read.value,
	);
	if (!isRecord(found)) return ok({});
	return ok(
		Object.fromEntries(
			Object.entries(found).filter((pair): pair is [string, Entry] => isRecord(pair[1])),
		),
	);
}

/**
 * The document with members of one server set to other values; all else stays.
 * @param source where values that it has too stand as they are to stand here, comments and all
 */
export function withServerSet(
	text: string,
	{ format, keys }: Form,
	name: string,
	members: Entry,
	source = '',
): Result<string, string> {
	const { mark, document } = parts(text);
	const edit = format === 'json' ? jsonSet : tomlSet;
	const set = edit(document, [...keys, name], members, parts(source).document);
	return set.ok ? ok(mark + set.value) : set;
}

/** The document with a server as it stands in `before`, if it stands here as it does in `after`. */
export function withServerOf(
	text: string,
	{ format, keys }: Form,
	name: string,
	{ before, after }: { readonly before: string; readonly after: string },
): string | undefined {
	const [here, was, ours] = [text, before, after].map((each) => {
		const { document } = parts(each);
		const span = (format === 'json' ? jsonSpan : tomlSpan)(document, [...keys, name]);
		return span && { span, text: textOf(document, span) };
	});
	if (!here || !was || here.text !== ours?.text) return undefined;
	const { mark, document } = parts(text);
	return mark + spliced(document, here.span, was.text);
}

/** The byte order mark that some editors write, and what stands behind it. */
const parts = (text: string) =>
	text.startsWith('\uFEFF')
		? { mark: '\uFEFF', document: text.slice(1) }
		: { mark: '', document: text };
