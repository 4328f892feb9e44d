// Protocol keys belong to one connection: what an upstream or a caller put into `_meta` under
// `io.modelcontextprotocol/` never crosses the gateway (MCP 2026-07-28, "_meta").
import { isRecord } from '../../../shared/is-record';
import { isRawJson } from '../../../shared/raw-json';

type Json = Record<string, unknown>;

/** Returns whether a `_meta` key may cross. */
const crosses = (key: string): boolean =>
	!key.startsWith('io.modelcontextprotocol/') && !key.startsWith('dev.loadline/');

/** A `_meta` object without protocol keys and without Loadline's own. */
export const crossingMeta = (meta: Readonly<Json>): Json =>
	Object.fromEntries(Object.entries(meta).filter(([key]) => crosses(key)));

/** Members of a result below which `_meta` can stand: lists, messages, content, embedded resources. */
const CARRIERS = [
	'content',
	'contents',
	'messages',
	'prompts',
	'resource',
	'resources',
	'resourceTemplates',
	'tools',
];

/**
 * The value without protocol keys in its `_meta` and in those of the parts MCP defines.
 * Tool data elsewhere is left alone.
 */
export function withoutProtocolMeta<T>(value: T, levels = 4): T {
	if (Array.isArray(value)) {
		return levels === 0
			? value
			: (value.map((item) => withoutProtocolMeta(item as unknown, levels - 1)) as T);
	}
	if (!isRecord(value) || isRawJson(value)) return value;
	const out: Json = { ...value };
	if (isRecord(out._meta) && !Object.keys(out._meta).every(crosses)) {
		const meta = crossingMeta(out._meta);
		if (Object.keys(meta).length > 0) out._meta = meta;
		else delete out._meta;
	}
	if (levels > 0) {
		for (const name of CARRIERS) {
			if (Object.hasOwn(out, name)) out[name] = withoutProtocolMeta(out[name], levels - 1);
		}
	}
	return out as T;
}
