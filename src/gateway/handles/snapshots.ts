// Snapshots: what is kept behind handles, its stored form, and the port of the store.
import * as z from 'zod/v4';
import type { Document, Policy } from '../../protect';
import { defined, jsonIn } from '../../shared/json-values';
import { once } from '../../shared/once';
import { err, ok, type Result } from '../../shared/result';
import { utf8Bytes } from '../../shared/utf8';

/** One kept result with the facts that are checked when a handle opens it. Times in seconds. */
export interface Snapshot {
	/** 16 characters base64url. */
	readonly id: string;
	readonly document: Document;
	/** The limits in force at the first call: a sequence of pages keeps them. */
	readonly policy: Policy;
	/** Endpoint name: `<upstream>__<tool>`, or the name of one of our own. */
	readonly tool: string;
	readonly principal: string;
	/** `digestArguments` of the first call. */
	readonly argsDigest: string;
	readonly issuedAt: number;
	readonly expiresAt: number;
	/** A view of another snapshot, made on demand. */
	readonly derived: boolean;
	/** Grant of its source when it answered: address and credentials (grants.ts). */
	readonly grant?: string;
	/** Version of the configuration when it was kept. */
	readonly configVersion?: number;
}

/** An entry of a store: the body of a snapshot, or of a piece of one. */
export interface Stored {
	readonly body: string;
	/** Seconds since 1970. */
	readonly expiresAt: number;
	/** Owner, so that an erasure finds it without reading the body. */
	readonly principal?: string;
	/** The body was removed before its end, to make room. */
	readonly isEvicted?: boolean;
}

/** `too_large`: never fits. `busy`: written within the same second (KV 429). `unavailable`: anything else. */
export interface StoreFault {
	readonly code: 'too_large' | 'busy' | 'unavailable';
	readonly message: string;
}

/** The largest body a store takes, bytes of UTF-8 (KV values end at 25 MiB). */
const MAX_BYTES = 24 * 1024 * 1024;

/** Returns why no store takes a body: it is larger than 24 MiB in UTF-8. */
export function sizeFault(body: string): StoreFault | undefined {
	// A UTF-16 unit takes three bytes at most: only what may be too large is counted.
	const bytes = body.length * 3 > MAX_BYTES ? utf8Bytes(body) : 0;
	if (bytes <= MAX_BYTES) return undefined;
	const message = `a result of ${bytes} bytes cannot be kept (at most ${MAX_BYTES})`;
	return { code: 'too_large', message };
}

/** A store of snapshots. Bodies are immutable; a second `put` of an id only prolongs its life. */
export interface SnapshotStore {
	/** Null when there is none, or none visible at this location yet. */
	get(workspace: string, id: string): Promise<Result<Stored | null, StoreFault>>;
	/** `now` and `expiresAt` in seconds; a store may keep the body longer, never shorter. */
	put(
		workspace: string,
		id: string,
		stored: Stored,
		now: number,
	): Promise<Result<undefined, StoreFault>>;
}

/** Id of a piece of a long text, and its UTF-16 units. */
export type ShardName = readonly [tag: string, length: number];

/** The body of a snapshot: a line of JSON, then the parts as they are; no expiry. @param pieces hold the first part */
export const encodeSnapshot = (snapshot: Snapshot, pieces?: readonly ShardName[]): string => {
	const { document, expiresAt: _, ...facts } = snapshot;
	const parts: [form: 'raw' | 'json', length: number][] = [];
	let texts = '';
	for (const part of document.parts.slice(pieces ? 1 : 0)) {
		// Storage is UTF-8, which has no lone surrogates: such a part is written as a JSON string.
		const form = part.isWellFormed() ? 'raw' : 'json';
		const text = form === 'raw' ? part : JSON.stringify(part);
		parts.push([form, text.length]);
		texts += text;
	}
	const header = JSON.stringify({
		version: pieces ? 2 : 1,
		...facts,
		...(pieces && { pieces }),
		kind: document.kind,
		shape: document.shape,
		parts,
	});
	return `${header}\n${texts}`;
};

/** A snapshot as it was stored: with pieces, its document's first part is empty until they are read. */
export interface StoredSnapshot {
	readonly snapshot: Snapshot;
	readonly pieces?: readonly ShardName[];
}

/** A header as it must be; one with pieces is of version 2. */
const header = once(() => {
	const time = z.int().min(0);
	const limits = Object.fromEntries(LIMITS.map((limit) => [limit, z.number().positive()]));
	const flags = Object.fromEntries(FLAGS.map((flag) => [flag, z.boolean()]));
	const facts = z.object({
		...{ id: z.string(), tool: z.string(), principal: z.string(), argsDigest: z.string() },
		...{ issuedAt: time, derived: z.boolean() },
		...{ grant: z.string().optional(), configVersion: time.optional() },
		kind: z.enum(['json', 'text']),
		shape: z.looseObject({}),
		policy: z.looseObject({
			...{ ...flags, ...limits },
			estimator: z.enum(['calibrated', 'heuristic', 'bytes']),
			itemsPath: z.string().optional(),
			essentialFields: z.record(z.string(), z.array(z.string())).optional(),
		}),
		parts: z.array(z.tuple([z.enum(['raw', 'json']), time])),
	});
	const pieces = z.array(z.tuple([z.string(), time])).min(1);
	return z.union([
		facts.extend({ version: z.literal(1) }),
		facts.extend({ version: z.literal(2), pieces }),
	]);
});

/** Reads a stored snapshot without trusting it; the error says what was wrong with the record. */
export const decodeSnapshot = ({ body, expiresAt }: Stored): Result<StoredSnapshot, string> => {
	const end = body.indexOf('\n');
	const given = end < 0 ? undefined : jsonIn(body.slice(0, end));
	const read = header().safeParse(given);
	if (!read.success || !(expiresAt >= 0)) return err('the header is not one');
	const { kind, shape, parts: lengths, ...facts } = read.data;
	const parts = readParts(lengths, body, end + 1);
	if (!parts) return err('parts do not match their lengths');
	const pieces = 'pieces' in facts ? facts.pieces : undefined;
	const document: Document = { kind, parts: pieces ? ['', ...parts] : parts, shape };
	const { id, tool, principal, argsDigest, issuedAt, derived, grant, configVersion } = facts;
	const snapshot: Snapshot = {
		...{ id, tool, principal, argsDigest, issuedAt, expiresAt, derived, document },
		// As it was written, its members in their order.
		policy: (given as Snapshot).policy,
		...defined({ grant, configVersion }),
	};
	return ok({ snapshot, ...(pieces && { pieces }) });
};

const readParts = (
	lengths: readonly (readonly [form: 'raw' | 'json', length: number])[],
	body: string,
	start: number,
): string[] | null => {
	const parts: string[] = [];
	let at = start;
	for (const [form, length] of lengths) {
		if (at + length > body.length) return null;
		const text = body.slice(at, at + length);
		const part = form === 'raw' ? text : jsonIn(text);
		if (typeof part !== 'string') return null;
		parts.push(part);
		at += length;
	}
	return at === body.length ? parts : null;
};

const FLAGS = ['pagination', 'summarization', 'chunking'] as const;
const LIMITS = [
	'defaultPageSize',
	'maxPageSize',
	'tokenBudgetThreshold',
	'itemTokenThreshold',
	'chunkTokenThreshold',
	'chunkSize',
	'hardByteLimit',
	'tokenFamily',
] as const;
