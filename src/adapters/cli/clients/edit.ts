// A client's configuration as text, with its servers behind Loadline and as they were. Pure.
import { err, ok, type Result } from '../../../shared/result';
import { type Entry, serversIn, withServerOf, withServerSet } from './document';
import type { Place } from './places';
import {
	formerMembers,
	isWrapped,
	type Launcher,
	namesWrap,
	targetOf,
	wrappedMembers,
} from './wrapped';

/** One server of a client's configuration that was changed, with what it takes to put it back. */
export interface ChangedServer {
	readonly name: string;
	/** The members that changed, as they were. One that was not there is in neither, or in one alone. */
	readonly former: Entry;
	readonly now: Entry;
}

/** The whole text with servers behind Loadline; `left` are those that could not be, and why, for the user. */
export interface Wrapping {
	readonly text: string;
	readonly changed: readonly ChangedServer[];
	/** Every server that could go through Loadline, or does. */
	readonly names: readonly string[];
	readonly left: readonly { readonly name: string; readonly why: string }[];
}

/**
 * Puts Loadline before servers.
 * @param wanted their names; none: all
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

/** The whole text with servers as they were; one that is in neither list was changed since, or is gone. */
export interface Unwrapping {
	readonly text: string;
	/** Those that are as they were. */
	readonly names: readonly string[];
	/** Those that still start Loadline, in other words than ours. */
	readonly wrapped: readonly string[];
}

/**
 * Puts servers that go through Loadline back; one that was changed since stays.
 * @param written the document before they went through it, and after
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
