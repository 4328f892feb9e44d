// A document as it was written, with secrets hidden, for an editor; and what comes back from one, with what
// it still shows as hidden put in its place again.
import { type Document, parseDocument } from 'yaml';
import { isRecord } from '../shared/json-values';
import { masked, type Viewer } from './mask';

type Path = readonly (string | number)[];

/** The text with secrets hidden and all else as written, comments too. */
export function maskedText(text: string, viewer: Viewer): string {
	const document = parseDocument(text);
	const given: unknown = document.toJS();
	if (!isRecord(given)) return text;
	const differences = differing(given, masked(given, viewer));
	return differences.length === 0 ? text : written(document, differences);
}

/**
 * The text with each value that `kept` shows as hidden, and the text still does, as `kept` has it. A header or variable
 * comes back only to the origin or program that it was written for: whoever may not see a secret shall not send it
 * elsewhere. What cannot come back stays hidden, which no document may hold.
 */
export function restoredText(text: string, kept: string): string {
	const document = parseDocument(text);
	const before: unknown = parseDocument(kept).toJS();
	const given: unknown = document.toJS();
	if (document.errors.length > 0 || !isRecord(given) || !isRecord(before)) return text;
	const shown = masked(before, 'writer');
	const edits = differing(shown, before).flatMap(({ path, value }) =>
		placesIn(given, path, before, shown)
			.filter((place) => valueAt(given, place) === valueAt(shown, path))
			.map((place): Edit => ({ path: place, value })),
	);
	if (edits.length === 0) return text;
	return text.trimStart().startsWith('{') ? json(given, edits) : written(document, edits);
}

interface Edit {
	readonly path: Path;
	readonly value: unknown;
}

/** Lists the places at which two values of one shape differ. */
function differing(from: unknown, to: unknown, path: Path = []): readonly Edit[] {
	if (from === to) return [];
	if (isRecord(from) && isRecord(to))
		return Object.keys(from).flatMap((key) => differing(from[key], to[key], [...path, key]));
	if (Array.isArray(from) && Array.isArray(to))
		return from.flatMap((value, at) => differing(value, to[at], [...path, at]));
	return [{ path, value: to }];
}

const written = (document: Document, edits: readonly Edit[]): string => {
	for (const { path, value } of edits) document.setIn(path, value);
	return document.toString({ lineWidth: 0 });
};

/** JSON stays JSON. */
function json(given: object, edits: readonly Edit[]): string {
	for (const { path, value } of edits) {
		const parent = valueAt(given, path.slice(0, -1)) as Record<string | number, unknown>;
		parent[path.at(-1) ?? ''] = value;
	}
	return JSON.stringify(given);
}

const valueAt = (document: unknown, path: Path): unknown =>
	path.reduce((at, key) => (at as Readonly<Record<string | number, unknown>>)?.[key], document);

/** Finds the path of a value that stood elsewhere before: a server is known by its name, and by its address. */
function placesIn(given: unknown, path: Path, before: unknown, shown: unknown): readonly Path[] {
	const [section, at = '', ...rest] = path;
	if (section !== 'upstreams') return [path];
	const [own, hidden] = [before, shown].map((document) => valueAt(document, [section, at]));
	const all = valueAt(given, [section]);
	return (Array.isArray(all) ? all : []).flatMap((each: unknown, index) =>
		isRecord(each) && isRecord(own) && isRecord(hidden) && isSame(each, own, hidden)
			? [[section, index, ...rest]]
			: [],
	);
}

type Upstream = Readonly<Record<string, unknown>>;

const isSame = (given: Upstream, own: Upstream, hidden: Upstream): boolean =>
	own.name !== undefined &&
	given.name === own.name &&
	(given.command === undefined
		? given.url === hidden.url || originOf(given.url) === originOf(own.url)
		: JSON.stringify(processOf(given)) === JSON.stringify(processOf(own)));

/** Program of a local server: its variables come back to no other. */
const processOf = ({ command, args, cwd }: Record<string, unknown>) => [command, args, cwd];

/** Of an address without credentials; any other has none that something else has. */
function originOf(url: unknown): string | symbol {
	const origin = typeof url === 'string' ? /^[a-z]+:\/\/[^/?#@\\]+(?=[/?#]|$)/i.exec(url) : null;
	return origin?.[0].toLowerCase() ?? Symbol('none');
}
