// Capabilities of an upstream shown to callers: only those that work through the gateway.
import { isRecord } from '../../shared/is-record';
import type { GatewayContext } from '../contract/gateway';
import type { JsonObject } from '../contract/tool-source';

/** Returns whether a caller is told of its list of tools: on the stream of a call, or on one that it listens to. */
export const hearsOfTools = ({ era, canListen }: Pick<GatewayContext, 'era' | 'canListen'>) =>
	era === 'legacy' || canListen === true;

/**
 * @param hears the caller is told when Loadline has changed its list of tools
 * @param pushes whether what the upstream says without being asked reaches this caller
 * @returns tools in any case; no tasks, whose calls would outlive the request that began them
 */
export function crossing(capabilities: JsonObject, hears: boolean, pushes: boolean): JsonObject {
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
	// The library that answers takes a missing member for true.
	const said = LISTED.filter((name) => isRecord(all[name])).map((name) => [
		name,
		{ listChanged: false, ...(all[name] as JsonObject) },
	]);
	const theirs = isRecord(capabilities.tools) ? capabilities.tools : {};
	return {
		...all,
		...Object.fromEntries(said),
		// Half of the changes are no promise.
		tools: { ...theirs, listChanged: hears && (pushes || theirs.listChanged !== true) },
	};
}

/** Capabilities whose lists may change. */
const LISTED = ['prompts', 'resources'];

const silenced = (capability: JsonObject, name: string): JsonObject =>
	name in capability ? { [name]: false } : {};
