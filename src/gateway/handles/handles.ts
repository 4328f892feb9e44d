// Handles: short, opaque, authentic references to a position in a snapshot (docs/protect.md "Handles").
// 33 bytes: 12 snapshot id | 9 masked body | 12 tag. The tag covers id, body and owner; the mask
// is derived from id and tag (as in SIV), so nothing about a position can be read off. Errors of those that do not open
// name the call to make instead.
import { concatBytes } from '@noble/hashes/utils.js';
import { HANDLE_LENGTH, type ReadCall } from '../../protect';
import { decodeBase64url, encodeBase64url } from '../../shared/digits';
import { equalInConstantTime, type Hmac } from '../../shared/hash';
import { err, ok, type Result } from '../../shared/result';

/** Owner of a handle: nobody else can open it. */
interface Owner {
	readonly workspace: string;
	readonly principal: string;
}

/** Content of an opened handle: the id of its snapshot, of 16 characters base64url, when that was issued, and where in it. */
export type HandleClaims = NonNullable<ReturnType<typeof unpackBody>>;

export const SNAPSHOT_ID_LENGTH = 16;

const ID_BYTES = 12;
const BODY_BYTES = 9;
const TAG_BYTES = 12;
const KINDS: readonly ReadCall['position']['kind'][] = ['whole', 'item', 'char'];
const DERIVED = 8;
const encoder = new TextEncoder();

/**
 * Seals a position of a snapshot for its owner: 44 characters, the same for the same claims.
 * Throws RangeError when a number does not fit (a fault of the program, not of the caller).
 */
export const sealHandle = async (claims: HandleClaims, owner: Owner, hmac: Hmac) => {
	const id = decodeBase64url(claims.id);
	if (id?.length !== ID_BYTES) throw new RangeError('snapshot id must be 12 bytes');
	const body = packBody(claims);
	const tag = await macOf(hmac, 'current', 'tag', id, body, namesOf(owner));
	const mask = tag && (await macOf(hmac, 'current', 'mask', id, tag));
	if (!tag || !mask) throw new RangeError('the current handle key is missing');
	return encodeBase64url(concatBytes(id, xor(body, mask), tag));
};

/** Opens a handle that came from outside; length and alphabet are checked before anything else. */
export const openHandle = async (
	text: unknown,
	owner: Owner,
	hmac: Hmac,
): Promise<Result<HandleClaims, 'malformed' | 'invalid'>> => {
	if (typeof text !== 'string' || text.length !== HANDLE_LENGTH) return err('malformed');
	const bytes = decodeBase64url(text);
	if (!bytes) return err('malformed');
	const id = bytes.subarray(0, ID_BYTES);
	const masked = bytes.subarray(ID_BYTES, ID_BYTES + BODY_BYTES);
	const tag = bytes.subarray(ID_BYTES + BODY_BYTES);
	for (const key of ['current', 'previous'] as const) {
		const mask = await macOf(hmac, key, 'mask', id, tag);
		if (!mask) continue;
		const body = xor(masked, mask);
		const expected = await macOf(hmac, key, 'tag', id, body, namesOf(owner));
		if (!expected || !equalInConstantTime(expected, tag)) continue;
		const claims = unpackBody(encodeBase64url(id), body);
		return claims ? ok(claims) : err('invalid');
	}
	return err('invalid');
};

const packBody = ({ position, issuedAt, derived }: HandleClaims): Uint8Array => {
	const { kind, limit, offset } = position;
	const isOver = limit >= 2 ** 8 || offset >= 2 ** 28 || issuedAt >= 2 ** 32;
	if (
		isOver ||
		![limit, offset, issuedAt].every(Number.isInteger) ||
		Math.min(limit, offset, issuedAt) < 0
	)
		throw new RangeError(`position out of range: ${JSON.stringify({ position, issuedAt })}`);
	const body = new Uint8Array(BODY_BYTES);
	const view = new DataView(body.buffer);
	const code = KINDS.indexOf(kind) | (derived ? DERIVED : 0);
	// 40 bits: kind 4, limit 8, offset 28; then 32 bits of issue time.
	view.setUint8(0, (code << 4) | (limit >> 4));
	view.setUint32(1, (((limit & 15) << 28) | offset) >>> 0);
	view.setUint32(5, issuedAt);
	return body;
};

const unpackBody = (id: string, body: Uint8Array) => {
	const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
	const first = view.getUint8(0);
	const second = view.getUint32(1);
	const kind = KINDS[(first >> 4) & ~DERIVED];
	if (!kind) return null;
	const limit = ((first & 15) << 4) | (second >>> 28);
	return {
		id,
		position: { kind, limit, offset: second & 0x0fffffff },
		/** Seconds since 1970. */
		issuedAt: view.getUint32(5),
		/** The snapshot is a view of another one, made on demand. */
		derived: ((first >> 4) & DERIVED) !== 0,
	};
};

/** As a JSON array no two owners give the same bytes. */
const namesOf = ({ workspace, principal }: Owner) =>
	encoder.encode(JSON.stringify([workspace, principal]));

const MAC_BYTES = { tag: TAG_BYTES, mask: BODY_BYTES };

/** The first bytes of a keyed hash, under a label of its own; null where there is no such key. */
const macOf = async (
	hmac: Hmac,
	key: 'current' | 'previous',
	label: keyof typeof MAC_BYTES,
	...parts: readonly Uint8Array[]
) => {
	const full = await hmac(key, concatBytes(encoder.encode(`${label}\0`), ...parts));
	return full?.subarray(0, MAC_BYTES[label]) ?? null;
};

const xor = (left: Uint8Array, right: Uint8Array): Uint8Array => {
	const both = left.slice();
	for (let at = 0; at < both.length; at++) both[at] = (both[at] ?? 0) ^ (right[at] ?? 0);
	return both;
};

/** The reason why a handle stays shut. `invalid`: not yours or altered. `closed`: its source changed. `revoked`: not offered. */
export type HandleFaultCode =
	| 'malformed'
	| 'invalid'
	| 'not_visible_yet'
	| 'expired'
	| 'evicted'
	| 'other_tool'
	| 'other_arguments'
	| 'closed'
	| 'revoked'
	| 'unavailable';

/** A handle that does not open, as the calling model is told. */
export interface HandleFault {
	readonly code: HandleFaultCode;
	/** For the model: safe to show, never repeats what was received. */
	readonly text: string;
}

interface FaultyCall {
	readonly tool: string | null;
	readonly argument: 'cursor' | 'handle';
	readonly shownName?: (endpoint: string) => string;
}

/**
 * Words a fault. `tool` is the endpoint the handle belongs to, as far as known: altered and
 * foreign handles are answered from the call alone, so that both read the same.
 */
export const describeHandleFault = (
	code: HandleFaultCode,
	{ argument, shownName }: FaultyCall,
	tool: string | null,
	changed = 'server, its credentials, or what is offered of it, have changed since, or it is not known that they have not',
): HandleFault => {
	const shown = tool === null ? null : (shownName?.(tool) ?? tool);
	const again =
		shown === null
			? 'Call the tool whose result you want again, with its original arguments.'
			: `Call ${shown} again without ${argument}, with its original arguments.`;
	const texts: Readonly<Record<HandleFaultCode, string>> = {
		malformed: `Malformed ${argument}: it must be copied exactly, 44 characters, from a result. ${again}`,
		invalid: `Invalid ${argument}: it was not issued to you by this server, or it was altered. ${again}`,
		not_visible_yet: `The result behind this ${argument} is not visible at this location yet. Repeat this same call in a few seconds; if it still fails after two minutes: ${again}`,
		expired: `Expired ${argument}: its result is no longer kept. ${again}`,
		evicted: `Evicted ${argument}: this workspace keeps more results than its share, and the ones that end first went first. ${again}`,
		closed: `Closed ${argument}: of ${shown ?? 'its tool'} the ${changed}. ${again}`,
		other_tool: `This ${argument} belongs to ${shown}: call ${shown} with it, or read_result with {"handle": "<it>"}.`,
		other_arguments: `This ${argument} belongs to a call of ${shown} with other arguments. Repeat this call with ${argument} and no other argument (limit, fields, startLine and endLine may stay), or call ${shown} with the new arguments and without ${argument}. To search or compute in the kept result: read_result {"handle": "<it>", "query": "…"} or {"handle": "<it>", "select": "…"}.`,
		revoked: `The result behind this ${argument} can no longer be read: ${shown} is not offered to you any more.`,
		unavailable: `The result behind this ${argument} cannot be read now. Repeat this same call; if it still fails: ${again}`,
	};
	return { code, text: texts[code] };
};
