// Capabilities of an upstream shown to callers: only those that work through the gateway.
import { isRecord } from '../../shared/is-record';
import type { JsonObject } from '../contract/tool-source';

/** Every scope has tools; their list of several upstreams is not watched. */
export const TOOLS_ONLY: JsonObject = { tools: { listChanged: false } };

/**
 * @param pushes whether what the upstream says without being asked reaches this caller
 * @returns tools in any case; no tasks, whose calls would outlive the request that began them
 */
export function crossing(capabilities: JsonObject, pushes: boolean): JsonObject {
	const kept = Object.entries(capabilities)
		.filter(([name]) => name !== 'tasks')
		.map(([name, value]) => {
			if (!isRecord(value) || pushes) return [name, value];
			return [
				name,
				{ ...value, ...silenced(value, 'listChanged'), ...silenced(value, 'subscribe') },
			];
		});
	const all: JsonObject = { tools: {}, ...Object.fromEntries(kept) };
	// What is not said would be taken for true by the library that answers.
	const said = LISTED.filter((name) => isRecord(all[name])).map((name) => [
		name,
		{ listChanged: false, ...(all[name] as JsonObject) },
	]);
	return { ...all, ...Object.fromEntries(said) };
}

/** Capabilities whose lists may change. */
const LISTED = ['tools', 'prompts', 'resources'];

const silenced = (capability: JsonObject, name: string): JsonObject =>
	name in capability ? { [name]: false } : {};
