// A document as it was written, with secrets hidden, for an editor; and what comes back from one, with what
// it still shows as hidden put in its place again.
import { type Document, parseDocument } from 'yaml';
import { isRecord } from '../shared/json-values';
import { MASK, masked, type Viewer } from './mask';

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
	const edits = [...webhook(given, before), ...upstreams(given, before)];
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
		const parent = path
			.slice(0, -1)
			.reduce<Record<string | number, unknown>>((at, key) => at[key] as never, given as never);
		parent[path.at(-1) ?? ''] = value;
	}
	return JSON.stringify(given);
}

const urlOf = (value: unknown): string => (isRecord(value) ? String(value.url ?? '') : '');

function webhook(given: Record<string, unknown>, before: Record<string, unknown>): Edit[] {
	const of = (document: unknown): unknown =>
		isRecord(document) && isRecord(document.alerts) ? document.alerts.webhook : undefined;
	const shown = urlOf(of(masked(before, 'writer')));
	const isHidden = shown.includes(MASK) && urlOf(of(given)) === shown;
	return isHidden ? [{ path: ['alerts', 'webhook', 'url'], value: urlOf(of(before)) }] : [];
}

function upstreams(given: Record<string, unknown>, before: Record<string, unknown>): Edit[] {
	const known = listOf(before);
	const shown = listOf(masked(before, 'writer'));
	return listOf(given).flatMap((upstream, at): Edit[] => {
		const index = known.findIndex(({ name }) => name !== undefined && name === upstream.name);
		const [own, hidden] = [known[index], shown[index]];
		if (!own || !hidden) return [];
		const path = ['upstreams', at];
		const isSame =
			upstream.command === undefined
				? upstream.url === hidden.url || originOf(upstream.url) === originOf(own.url)
				: JSON.stringify(processOf(upstream)) === JSON.stringify(processOf(own));
		if (!isSame) return [];
		const url = upstream.url === hidden.url && hidden.url !== own.url;
		return [
			...(url ? [{ path: [...path, 'url'], value: own.url }] : []),
			...['headers', 'env'].flatMap((key) =>
				Object.entries(valuesOf(upstream, key)).flatMap(([name, value]): Edit[] => {
					const hiddenValue = valuesOf(hidden, key)[name];
					const ownValue = valuesOf(own, key)[name];
					const isHidden = value === hiddenValue && ownValue !== hiddenValue;
					return isHidden ? [{ path: [...path, key, name], value: ownValue }] : [];
				}),
			),
		];
	});
}

const listOf = (document: unknown): readonly Record<string, unknown>[] =>
	isRecord(document) && Array.isArray(document.upstreams)
		? document.upstreams.map((each: unknown) => (isRecord(each) ? each : {}))
		: [];

const valuesOf = (upstream: Record<string, unknown>, key: string): Record<string, unknown> =>
	isRecord(upstream[key]) ? upstream[key] : {};

/** Program of a local server: its variables come back to no other. */
const processOf = ({ command, args, cwd }: Record<string, unknown>) => [command, args, cwd];

/** Of an address without credentials; any other has none that something else has. */
function originOf(url: unknown): string | symbol {
	const origin = typeof url === 'string' ? /^[a-z]+:\/\/[^/?#@\\]+(?=[/?#]|$)/i.exec(url) : null;
	return origin?.[0].toLowerCase() ?? Symbol('none');
}
