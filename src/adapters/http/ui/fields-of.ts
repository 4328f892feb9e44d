// Which fields a tool's results have, as its server declares them, or as a result that was kept has them:
// what can be left out.
import { isRecord } from '../../../shared/is-record';
import type { Api } from './api';

const MOST = 40;
const DEEPEST = 3;

/** What Loadline says in an object beside what its tool gave. */
const ADDED: ReadonlySet<string> = new Set([
	...['totalCount', 'nextCursor', 'estimatedTokens', 'budgetUsed', 'budgetRemaining'],
	...['summary', 'chunk', 'loadline', 'handle', 'more', 'notice'],
]);

/** Dotted paths, of items where the result is a list; none where nothing is declared. */
export async function fieldsOf(api: Api, endpoint: string): Promise<readonly string[]> {
	const [upstream = '', ...rest] = endpoint.split('__');
	const tools = rest.length > 0 ? await api.tools(upstream) : await api.tools();
	const name = rest.length > 0 ? rest.join('__') : endpoint;
	const tool = tools?.find((each) => each.name === name);
	return declaredIn(tool?.outputSchema).slice(0, MOST);
}

/** A list itself is no field to leave out: nothing would be left of it. */
function declaredIn(schema: unknown, before = ''): readonly string[] {
	const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};
	return Object.entries(properties).flatMap(([name, value]) => {
		const path = `${before}${name}`;
		if (!isRecord(value)) return [path];
		const isList = value.type === 'array' || isRecord(value.items);
		return isList ? declaredIn(value.items, `${path}.`) : [path];
	});
}

/** The same of the text of one result; none where it is no JSON. */
export function fieldsSeenIn(text: string): readonly string[] {
	try {
		return seenIn(JSON.parse(text), '', DEEPEST).slice(0, MOST);
	} catch {
		return [];
	}
}

function seenIn(value: unknown, before: string, depth: number): readonly string[] {
	if (Array.isArray(value)) return seenIn(value.find(isRecord), before, depth);
	if (!isRecord(value) || depth === 0) return [];
	return Object.entries(value).flatMap(([name, own]) => {
		const path = `${before}${name}`;
		if (before === '' && ADDED.has(name)) return [];
		if (Array.isArray(own) && own.some(isRecord)) return seenIn(own, `${path}.`, depth - 1);
		return [path];
	});
}
