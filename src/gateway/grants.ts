// What a kept result rests on: its tool is offered, by a server at this address, reached with these
// credentials. When any of that is gone, so is what was kept (docs/gateway.md "Snapshots").
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isToolAllowed } from '../config/glob';
import type { Config } from '../config/schema';
import { err } from '../shared/result';
import { describeHandleFault } from './handle-faults';
import { endpointOf, OWN_SOURCE } from './names';
import type { Shelf, Timing } from './shelf';

/** What an endpoint rests on now; undefined when it is not offered. */
export type Grants = (endpoint: string) => string | undefined;

/** @param filled a header's value with its secrets; undefined when one is missing */
export function grantsOf(
	{ upstreams, demo }: Pick<Config, 'upstreams' | 'demo'>,
	filled: (value: string) => string | undefined,
): Grants {
	const generations = new Map(
		upstreams.map(({ name, url, headers }) => {
			const values = Object.entries(headers).map(([header, value]) => [header, filled(value)]);
			const facts = JSON.stringify([url, values.sort()]);
			return [name, bytesToHex(sha256(utf8ToBytes(facts))).slice(0, 24)] as const;
		}),
	);
	return (endpoint) => {
		const { source, tool } = endpointOf(endpoint, {}) ?? { source: OWN_SOURCE, tool: endpoint };
		if (source === OWN_SOURCE) return OWN_SOURCE;
		if (source === 'demo') return demo ? source : undefined;
		const upstream = upstreams.find(({ name }) => name === source);
		const isOffered = upstream && (tool.includes('/') || isToolAllowed(upstream.tools, tool));
		return isOffered ? generations.get(source) : undefined;
	};
}

/** The shelf as it is under a configuration: what rests on nothing any more does not open. */
export function grantedShelf(shelf: Shelf, grants: Grants, lifeSeconds: number): Shelf {
	const lived = (timing: Timing): Timing => ({ ...timing, lifeSeconds });
	return {
		...shelf,
		keep: (keepsake, positions, timing) => {
			const grant = grants(keepsake.tool);
			return shelf.keep(
				{ ...keepsake, ...(grant !== undefined && { grant }) },
				positions,
				lived(timing),
			);
		},
		open: async (handle, call, timing) => {
			const opened = await shelf.open(handle, call, lived(timing));
			if (!opened.ok) return opened;
			const { tool, grant } = opened.value.snapshot;
			const now = grants(tool);
			const isGranted = now !== undefined && (grant === undefined || grant === now);
			return isGranted ? opened : err(describeHandleFault('closed', call, tool));
		},
	};
}
