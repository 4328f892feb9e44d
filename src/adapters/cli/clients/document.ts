// A client's configuration as text: one server read, or written anew, and every other byte as it was.
import { isRecord } from '../../../shared/is-record';
import { ok, type Result } from '../../../shared/result';
import { jsonOf, jsonSet, jsonSpan } from './json-text';
import type { Place } from './places';
import { spliced, textOf } from './span';
import { tomlOf, tomlSet, tomlSpan } from './toml-text';

/** Members of one server in a client's file. */
export type Entry = Readonly<Record<string, unknown>>;
type Form = Pick<Place, 'format' | 'keys'>;

/** Reads the servers of a document, by name. */
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
 * Sets members of one server; everything else stays.
 * @param source a text whose spelling of the same values is taken over, comments included
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

/** Restores a server's text from `before` if it is unchanged since `after`; else returns undefined. */
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

/** Splits off the byte order mark that some editors write. */
const parts = (text: string) =>
	text.startsWith('\uFEFF')
		? { mark: '\uFEFF', document: text.slice(1) }
		: { mark: '', document: text };
