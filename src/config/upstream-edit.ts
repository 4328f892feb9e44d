// One upstream put into a document, or taken out of it: everything else of its text stays as written,
// comments and secrets included.
import { isMap, isSeq, parseDocument } from 'yaml';
import { err, ok, type Result } from '../shared/result';

/** An upstream's entry in a document, its name included. */
export type UpstreamEntry = Readonly<Record<string, unknown>> & { readonly name: string };

/**
 * The text with the entry in place of the one of its name, or as the last.
 * @param inherited upstreams of lower layers: a list of the document's own would stand in their place
 */
export function withUpstream(
	text: string,
	entry: UpstreamEntry,
	inherited: readonly UpstreamEntry[],
): string {
	const document = parseDocument(text);
	if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
	if (!isSeq(document.get('upstreams')))
		document.set('upstreams', document.createNode(inherited.map((each) => ({ ...each }))));
	const at = indexOf(document.toJS() as Listing, entry.name);
	if (at < 0) document.addIn(['upstreams'], document.createNode({ ...entry }));
	else document.setIn(['upstreams', at], document.createNode({ ...entry }));
	return document.toString();
}

/** The text without the upstream of that name; the error says why there is none to take out. */
export function withoutUpstream(text: string, name: string): Result<string, string> {
	const document = parseDocument(text);
	const at = indexOf(document.toJS() as Listing | null, name);
	if (at < 0) return err(`the runtime document has no upstream "${name}"`);
	document.deleteIn(['upstreams', at]);
	return ok(document.toString());
}

interface Listing {
	readonly upstreams?: readonly { readonly name?: unknown }[] | null;
}

const indexOf = (document: Listing | null, name: string): number =>
	(Array.isArray(document?.upstreams) ? document.upstreams : []).findIndex(
		(each: { name?: unknown } | null) => each?.name === name,
	);
