// What a kept result rests on: its tool is offered, by a server at this address, reached with these
// credentials. When any of that is gone, so is what was kept (docs/gateway.md "Snapshots").
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Config } from '../config/schema';
import { err } from '../shared/result';
import { describeHandleFault } from './handle-faults';
import { endpointOf, OWN_SOURCE } from './names';
import { isOffered } from './offered';
import type { Shelf, Timing } from './shelf';

/** What an endpoint rests on now; undefined when it is not offered. */
export type Grants = (endpoint: string) => string | undefined;

/** @param filled a header's value with its secrets; undefined when one is missing */
export function grantsOf(config: Config, filled: (value: string) => string | undefined): Grants {
	const generations = new Map(
		config.upstreams.map(({ name, url, headers }) => {
			const values = Object.entries(headers).map(([header, value]) => [header, filled(value)]);
			const facts = JSON.stringify([url, values.sort()]);
			return [name, bytesToHex(sha256(utf8ToBytes(facts))).slice(0, 24)] as const;
		}),
	);
	return (endpoint) => {
		if (!isOffered(config, endpoint)) return undefined;
		const source = endpointOf(endpoint, {})?.source ?? OWN_SOURCE;
		return generations.get(source) ?? source;
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
			if (now === undefined) return err(describeHandleFault('revoked', call, tool));
			const isSame = grant === undefined || grant === now;
			return isSame ? opened : err(describeHandleFault('closed', call, tool));
		},
	};
}
