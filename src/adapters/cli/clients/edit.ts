// Wraps and unwraps servers in the text of a client's configuration; every other byte stays. Pure.
import { isRecord } from '../../../shared/is-record';
import { err, ok, type Result } from '../../../shared/result';
import { jsonOf, jsonSet, jsonSpan, spliced, textOf } from './json-text';
import type { Entry, Place } from './places';
import { tomlOf, tomlSet, tomlSpan } from './toml-text';
import {
	formerMembers,
	isOff,
	isWrapped,
	type Launcher,
	namesWrap,
	SWITCHED_OFF,
	targetOf,
	wrappedMembers,
} from './wrapped';

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
function withServerOf(
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

/** A server that was changed, with its members before and after. */
export interface ChangedServer {
	readonly name: string;
	/** Changed members before the change; an absent one may be missing or undefined. */
	readonly former: Entry;
	readonly now: Entry;
}

/** Text with servers behind Loadline; `left` are those that cannot be wrapped, and why, for the user. */
export interface Wrapping {
	readonly text: string;
	readonly changed: readonly ChangedServer[];
	/** Every server that can be wrapped, or is. */
	readonly names: readonly string[];
	readonly left: readonly { readonly name: string; readonly why: string }[];
}

/**
 * Wraps servers.
 * @param wanted names; an empty list wraps all
 */
export function wrapServers(
	before: string,
	place: Place,
	wanted: readonly string[],
	launcher: Launcher,
): Result<Wrapping, string> {
	const servers = serversIn(before, place);
	if (!servers.ok) return servers;
	let text = before;
	const changed: ChangedServer[] = [];
	const names: string[] = [];
	const left: { name: string; why: string }[] = [];
	for (const [name, entry] of Object.entries(servers.value)) {
		const target = targetOf(entry, place);
		if (target.ok && !target.value) continue;
		names.push(name);
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		if (place.off?.includes(name) || isOff(entry)) {
			left.push({ name, why: SWITCHED_OFF });
			continue;
		}
		if (!target.ok || !target.value) {
			left.push({ name, why: target.ok ? '' : target.error });
			continue;
		}
		if (isWrapped(target.value)) continue;
		const now = wrappedMembers(name, entry, target.value, place, launcher);
		const set = withServerSet(text, place, name, now);
		if (set.ok) {
			text = set.value;
			changed.push({ name, former: formerMembers(entry, now), now });
		} else left.push({ name, why: set.error });
	}
	return ok({ text, changed, names, left });
}

/** Text with servers restored; one in neither list was changed since, or is gone. */
export interface Unwrapping {
	readonly text: string;
	readonly names: readonly string[];
	/** Servers whose changed command still starts Loadline. */
	readonly wrapped: readonly string[];
}

/**
 * Restores wrapped servers; one that was changed since stays.
 * @param written the document before and after wrapping
 */
export function unwrapServers(
	text: string,
	place: Place,
	servers: readonly ChangedServer[],
	written: { readonly before: string; readonly after: string },
): Result<Unwrapping, string> {
	const current = serversIn(text, place);
	if (!current.ok) return current;
	let restored = text;
	const names: string[] = [];
	const wrapped: string[] = [];
	for (const { name, former, now } of servers) {
		const entry = current.value[name];
		const target = entry && targetOf(entry, place);
		if (!target?.ok || !target.value) continue;
		if (!isWrapped(target.value)) {
			if (namesWrap(target.value)) wrapped.push(name);
			continue;
		}
		const keys = new Set([...Object.keys(former), ...Object.keys(now)]);
		const members = Object.fromEntries([...keys].map((key) => [key, former[key]]));
		const whole = withServerOf(restored, place, name, written);
		const set =
			whole === undefined
				? withServerSet(restored, place, name, members, written.before)
				: ok(whole);
		if (!set.ok) return err(`${name}: ${set.error}`);
		restored = set.value;
		names.push(name);
	}
	return ok({ text: restored, names, wrapped });
}
