// Selection of a server's offered tools, in the runtime document: unticked ones are denied by
// name; patterns stay.
import { isMap, isSeq, parseDocument } from 'yaml';
import { isRecord } from '../../../shared/is-record';

/**
 * @param text the runtime document
 * @param shown names that could be ticked
 * @param offered names that are
 * @returns undefined where the document has no entry of the server
 */
export function withOffered(
	text: string,
	server: string,
	shown: readonly string[],
	offered: readonly string[],
): string | undefined {
	const document = parseDocument(text);
	const upstreams = document.get('upstreams');
	if (!isSeq(upstreams)) return undefined;
	const at = upstreams.items.findIndex((each) => isMap(each) && each.get('name') === server);
	if (at < 0) return undefined;
	const entry: unknown = document.getIn(['upstreams', at, 'tools']);
	const known = isMap(entry) ? entry.toJSON() : {};
	const denied = newlyDenied(isRecord(known) ? known.deny : undefined, shown, offered);
	if (denied.length > 0) document.setIn(['upstreams', at, 'tools', 'deny'], denied);
	else if (isMap(entry)) entry.delete('deny');
	const left: unknown = document.getIn(['upstreams', at, 'tools']);
	if (isMap(left) && left.items.length === 0) document.deleteIn(['upstreams', at, 'tools']);
	return document.toString();
}

/** The list of what is denied, once some names have been ticked and others not. */
export function newlyDenied(
	before: unknown,
	shown: readonly string[],
	offered: readonly string[],
): readonly string[] {
	const kept = Array.isArray(before)
		? before.filter((text) => typeof text === 'string' && !shown.includes(text))
		: [];
	return [...kept, ...shown.filter((name) => !offered.includes(name))];
}
