// Conditions of a snapshot: its tool is offered, by a server at this address, reached with these
// credentials. When any of that is gone, so is what was kept (docs/gateway.md "Snapshots").
import type { Principal } from '../../auth';
import { type Config, isToolAllowed } from '../../config';
import type { Document } from '../../protect';
import { err } from '../../shared/result';
import { DEMO_SOURCE, endpointOf, OWN_SOURCE } from '../contract/names';
import type { HandleStore, Timing } from './handle-store';
import { describeHandleFault } from './handles';

/** Returns the current grant of an endpoint for a principal; undefined when it is not offered. */
export type Grants = (
	endpoint: string,
	principal: Principal,
) => string | undefined | Promise<string | undefined>;

/** Returns the generation of a principal's credentials at an upstream; it holds no secret. */
export type GenerationOf = (
	upstream: Config['upstreams'][number],
	principal: Principal,
) => Promise<string>;

/** Under which generation the configuration offers a tool to a principal; undefined where it does not. */
export const grantsOf =
	(config: Config, generationOf: GenerationOf): Grants =>
	(endpoint, principal) => {
		const { source = '', tool = '' } = endpointOf(endpoint, {}) ?? {};
		if (source === OWN_SOURCE || (source === DEMO_SOURCE && config.demo)) return source;
		const upstream = config.upstreams.find(({ name }) => name === source);
		// Resources are read of the upstream itself: no list of tools names them.
		const isOffered =
			upstream && (tool === 'resources/read' || isToolAllowed(upstream.tools, tool));
		return isOffered ? generationOf(upstream, principal) : undefined;
	};

/** Endpoints whose results an answer was computed from, beside its own. */
export const sourcesOf = ({ shape }: Document): readonly string[] =>
	Array.isArray(shape.sources)
		? shape.sources.filter((name): name is string => typeof name === 'string')
		: [];

/** Endpoints offered under earlier versions of a workspace's configuration. */
export interface Offers {
	/** The version in force, as far as it is known here. */
	version(workspace: string): number;
	/** Returns whether an endpoint was offered, at the same address, under every version from one to another. */
	lasted(workspace: string, endpoint: string, from: number, to: number): Promise<boolean>;
}

/** The handle store under a configuration: what rests on nothing any more does not open, nor what did so in between. */
export function grantedHandles(
	handleStore: HandleStore,
	grants: Grants,
	lifeSeconds: number,
	offers?: Offers,
): HandleStore {
	const lived = (timing: Timing): Timing => ({ ...timing, lifeSeconds });
	return {
		...handleStore,
		keep: async (toKeep, positions, timing) => {
			const grant = await grants(toKeep.tool, toKeep.principal);
			return handleStore.keep(
				{
					...toKeep,
					...(grant !== undefined && { grant }),
					...(offers && { configVersion: offers.version(toKeep.principal.workspace) }),
				},
				positions,
				lived(timing),
			);
		},
		open: async (handle, call, timing) => {
			const opened = await handleStore.open(handle, call, lived(timing));
			if (!opened.ok) return opened;
			const { tool, grant, document, configVersion: from } = opened.value.snapshot;
			const now = await grants(tool, call.principal);
			if (now === undefined) return err(describeHandleFault('revoked', call, tool));
			for (const name of sourcesOf(document))
				if ((await grants(name, call.principal)) === undefined)
					return err(describeHandleFault('revoked', call, name));
			const isSame = grant === undefined || grant === now;
			const moved = 'server has another address since, or is reached with other credentials';
			if (!isSame) return err(describeHandleFault('closed', call, tool, moved));
			const { workspace } = call.principal;
			const to = offers?.version(workspace) ?? 0;
			const isSettled = !offers || from === undefined || from >= to;
			if (isSettled || (await offers.lasted(workspace, tool, from, to))) return opened;
			return err(describeHandleFault('closed', call, tool));
		},
	};
}
