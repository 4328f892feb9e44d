// Fields of results as they are seen in their JSON: those that a forecast may leave out, and those that were asked for.
import { isRecord, jsonIn } from '../../shared/json-values';
import { isText, type ToolResult } from '../../shared/tool-result';

/** Returns whether a result's JSON, as a text of JSON or not, has a field of the last name of a path. */
export const isNamed = (json = '', path: string): boolean =>
	json.replaceAll('\\', '').includes(`"${path.slice(path.lastIndexOf('.') + 1)}":`);

const DEEPEST = 3;
const MOST_FIELDS = 200;

/** Lists the fields of results, of all their items; none of a text that is no JSON. */
export function seenFields(results: readonly ToolResult[]): readonly string[] {
	const texts = results.flatMap(({ content, structured = '' }) => [
		structured,
		...content.filter(isText).map(({ text }) => text),
	]);
	const found = texts
		.filter((text) => /^\s*[[{]/.test(text))
		.flatMap((text) => seenIn(jsonIn(text)));
	return [...new Set(found)].slice(0, MOST_FIELDS);
}

function seenIn(value: unknown, before = '', depth = DEEPEST): readonly string[] {
	if (Array.isArray(value))
		return [...new Set(value.filter(isRecord).flatMap((item) => seenIn(item, before, depth)))];
	if (!isRecord(value) || depth === 0) return [];
	return Object.entries(value).flatMap(([name, own]) => {
		const path = `${before}${name.replaceAll('.', '\\.').replace(/\?$/, '\\?')}`;
		const isOfItems = Array.isArray(own) && own.some(isRecord);
		return isOfItems ? seenIn(own, `${path}.`, depth - 1) : [path];
	});
}
