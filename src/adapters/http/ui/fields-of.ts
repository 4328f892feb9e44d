// Which fields a tool's results have, as its server declares them: what can be left out.
import { isRecord } from '../../../shared/is-record';
import type { Api } from './api';

const MOST = 40;

/** Dotted paths, of items where the result is a list; none where nothing is declared. */
export async function fieldsOf(api: Api, endpoint: string): Promise<readonly string[]> {
	const [upstream = '', ...rest] = endpoint.split('__');
	const tools = rest.length > 0 ? await api.tools(upstream) : await api.tools();
	const name = rest.length > 0 ? rest.join('__') : endpoint;
	const tool = tools?.find((each) => each.name === name);
	return declaredIn(tool?.outputSchema).slice(0, MOST);
}

function declaredIn(schema: unknown, before = ''): readonly string[] {
	const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};
	return Object.entries(properties).flatMap(([name, value]) => {
		const path = `${before}${name}`;
		if (!isRecord(value)) return [path];
		const items = isRecord(value.items) ? declaredIn(value.items, `${path}.`) : [];
		return items.length > 0 ? items : [path];
	});
}
