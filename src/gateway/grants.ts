// What a kept result rests on: its tool is offered, by a server at this address, reached with these
// credentials. When any of that is gone, so is what was kept (docs/gateway.md "Snapshots").
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Principal } from '../auth/principal';
import type { Config } from '../config/schema';
import { err } from '../shared/result';
import { describeHandleFault } from './handle-faults';
import { endpointOf, OWN_SOURCE } from './names';
import { isOffered } from './offered';
import type { Shelf, Timing } from './shelf';

/** What an endpoint rests on now for a principal; undefined when it is not offered. */
export type Grants = (
	endpoint: string,
	principal: Principal,
) => string | undefined | Promise<string | undefined>;

/** Which login a principal has at an upstream that wants one; undefined without one. */
export type LoginAt = (
	upstream: Config['upstreams'][number],
	principal: Principal,
) => Promise<string | undefined>;

/** @param filled a header's value with its secrets; undefined when one is missing */
export function grantsOf(
	config: Config,
	filled: (value: string) => string | undefined,
	loginAt: LoginAt,
): Grants {
	const upstreams = new Map(
		config.upstreams.map((upstream) => {
			const { name, url, headers, auth } = upstream;
			const values = Object.entries(headers).map(([header, value]) => [header, filled(value)]);
			const facts = JSON.stringify([url, values.sort(), ...(auth ? [auth] : [])]);
			const generation = bytesToHex(sha256(utf8ToBytes(facts))).slice(0, 24);
			return [name, { upstream, generation }] as const;
		}),
	);
	return (endpoint, principal) => {
		if (!isOffered(config, endpoint)) return undefined;
		const source = endpointOf(endpoint, {})?.source ?? OWN_SOURCE;
		const known = upstreams.get(source);
		if (known?.upstream.auth === undefined) return known?.generation ?? source;
		return loginAt(known.upstream, principal).then(
			(login) => `${known.generation} ${login ?? 'no login'}`,
		);
	};
}

/** The shelf as it is under a configuration: what rests on nothing any more does not open. */
export function grantedShelf(shelf: Shelf, grants: Grants, lifeSeconds: number): Shelf {
	const lived = (timing: Timing): Timing => ({ ...timing, lifeSeconds });
	return {
		...shelf,
		keep: async (keepsake, positions, timing) => {
			const grant = await grants(keepsake.tool, keepsake.principal);
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
			const now = await grants(tool, call.principal);
			if (now === undefined) return err(describeHandleFault('revoked', call, tool));
			const isSame = grant === undefined || grant === now;
			return isSame ? opened : err(describeHandleFault('closed', call, tool));
		},
	};
}
