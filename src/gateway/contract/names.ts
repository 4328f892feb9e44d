// Names of tools: `<upstream>__<tool>` is the endpoint name everywhere inside; a caller of
// `/mcp/<upstream>` uses the tool's own name. Loadline's own tools have no prefix. A host that takes
// only so many characters gets a shorter name, the same one every time. Arguments of a call have a digest as theirs.

import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../shared/canonical-json';
import { type Sha256, sha256Hex } from '../../shared/hash';
import type { JsonObject } from '../../shared/json-values';
import type { Scope } from './gateway';

const SEPARATOR = '__';

/** The source of Loadline's own tools. */
export const OWN_SOURCE = 'loadline';
export const DEMO_SOURCE = 'demo';
/** The tool that opens any handle; listed on both endpoints. */
export const READ_RESULT = 'read_result';

/** A tool by its source and its name there. */
export interface Endpoint {
	readonly source: string;
	readonly tool: string;
}

/** Name of a tool in config, telemetry and logs. */
export const endpointName = ({ source, tool }: Endpoint): string =>
	source === OWN_SOURCE ? tool : `${source}${SEPARATOR}${tool}`;

/** The endpoint that a caller means by a tool's name; undefined when it cannot be one. */
export function endpointOf(name: string, scope: Scope): Endpoint | undefined {
	if (scope.upstream !== undefined) return { source: scope.upstream, tool: name };
	const at = name.indexOf(SEPARATOR);
	if (at < 0) return { source: OWN_SOURCE, tool: name };
	return at === 0
		? undefined
		: { source: name.slice(0, at), tool: name.slice(at + SEPARATOR.length) };
}

/** A tool's name without that of its source, if it has one. */
export const withoutSource = (name: string): string => {
	const at = name.indexOf(SEPARATOR);
	return at < 0 ? name : name.slice(at + SEPARATOR.length);
};

/** The name by which the caller of a scope calls an endpoint. */
export const shownName = (endpoint: Endpoint, scope: Scope): string =>
	shortened(
		scope.upstream === endpoint.source ? endpoint.tool : endpointName(endpoint),
		scope.longestName,
	);

/** The caller's name of an endpoint that is known by its full name. */
export const shownFullName = (name: string, scope: Scope): string => {
	const isOwn = scope.upstream !== undefined && name.startsWith(`${scope.upstream}${SEPARATOR}`);
	const own = isOwn ? name.slice((scope.upstream ?? '').length + SEPARATOR.length) : name;
	return shortened(own, scope.longestName);
};

/** Hex digits of the mark at the end of a shortened name. */
const MARK = 8;

/** The beginning of a long name and a mark of all of it: two names never become one. */
function shortened(name: string, longest: number | undefined): string {
	if (longest === undefined || name.length <= longest) return name;
	const mark = sha256Hex(name).slice(0, MARK);
	return `${name.slice(0, longest - MARK - 1)}_${mark}`;
}

/** Returns whether a name can be a shortened one: then it is as long as the host allows. */
export const canBeShortened = (name: string, { longestName }: Scope): boolean =>
	name.length === longestName && new RegExp(`_[0-9a-f]{${MARK}}$`).test(name);

/**
 * Hex SHA-256 of the arguments as canonical JSON (keys sorted by code point, no space, numbers as
 * the caller spelled them). `''` when there is none: a follow-up call may leave all out.
 * @param args the tool's own: without those of Loadline
 */
export const digestArguments = async (args: JsonObject, sha256: Sha256): Promise<string> => {
	if (Object.keys(args).length === 0) return '';
	return bytesToHex(await sha256(new TextEncoder().encode(canonicalJson(args))));
};
