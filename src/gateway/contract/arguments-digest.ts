// The digest that binds a snapshot to the arguments of its first call (docs/protect.md "Handles").
import { bytesToHex } from '@noble/hashes/utils.js';
import { isRawJson } from '../../shared/raw-json';
import type { JsonObject } from './tool-source';

/** SHA-256 of bytes, 32 bytes. */
export type Sha256 = (data: Uint8Array) => Promise<Uint8Array>;

/**
 * Hex SHA-256 of the arguments as canonical JSON (keys sorted by code unit, no space, numbers as
 * the caller spelled them). `''` when there is none: a follow-up call may leave all out.
 *
 * @param args the tool's own: without those of Loadline
 */
export const digestArguments = async (args: JsonObject, sha256: Sha256): Promise<string> => {
	if (Object.keys(args).length === 0) return '';
	const bytes = await sha256(new TextEncoder().encode(canonicalJson(args)));
	return bytesToHex(bytes);
};

const PIECE = Symbol('piece');
type Work = { readonly [PIECE]: string } | { readonly value: unknown };

/** Canonical JSON of a parsed value; iterative, because hostile arguments nest deeper than a stack. */
export const canonicalJson = (root: unknown): string => {
	const pieces: string[] = [];
	const work: Work[] = [{ value: root }];
	for (let next = work.pop(); next; next = work.pop()) {
		if (PIECE in next) pieces.push(next[PIECE]);
		else if (typeof next.value !== 'object' || next.value === null || isRawJson(next.value))
			pieces.push(JSON.stringify(next.value) ?? 'null');
		else for (const part of members(next.value).reverse()) work.push(part);
	}
	return pieces.join('');
};

const members = (value: object): Work[] => {
	const isArray = Array.isArray(value);
	const keys = isArray ? [] : Object.keys(value).sort();
	const items = isArray ? (value as unknown[]) : keys.map((key) => Reflect.get(value, key));
	const work: Work[] = [{ [PIECE]: isArray ? '[' : '{' }];
	for (const [at, item] of items.entries()) {
		const name = isArray ? '' : `${JSON.stringify(keys[at])}:`;
		if (at > 0 || name) work.push({ [PIECE]: `${at > 0 ? ',' : ''}${name}` });
		work.push({ value: item });
	}
	work.push({ [PIECE]: isArray ? ']' : '}' });
	return work;
};
