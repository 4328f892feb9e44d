// The digest that binds a snapshot to the arguments of its first call (docs/protect.md "Handles").
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../shared/canonical-json';
import type { Sha256 } from '../../shared/hash';
import type { JsonObject } from '../../shared/json-values';

/**
 * Hex SHA-256 of the arguments as canonical JSON (keys sorted by code point, no space, numbers as
 * the caller spelled them). `''` when there is none: a follow-up call may leave all out.
 * @param args the tool's own: without those of Loadline
 */
export const digestArguments = async (args: JsonObject, sha256: Sha256): Promise<string> => {
	if (Object.keys(args).length === 0) return '';
	return bytesToHex(await sha256(new TextEncoder().encode(canonicalJson(args))));
};
