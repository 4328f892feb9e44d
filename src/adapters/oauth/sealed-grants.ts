// Secrets of a vault, sealed in its store, each under its own place, so that nothing opens anywhere else.
import { type Resealed, resealAll, type SealedBox } from '../crypto';
import type { GrantRow, VaultStore } from '../sqlite';
import type { KnownClient } from './discover';
import type { Party, Tokens } from './token-endpoint';

/** The sealed part of a grant. */
export interface Held extends Party {
	readonly accessToken: string;
	readonly refreshToken?: string;
}

/** A token for one call. `missing`: the user has to log in there, for the first time or again. */
export type Lent =
	| { readonly kind: 'token'; readonly accessToken: string; readonly generation: string }
	| { readonly kind: 'missing'; readonly why: 'none' | 'ended' | 'scope' }
	| { readonly kind: 'failed'; readonly message: string };

/** Returns an access token without the refresh token, and which generation of the grant it is of. */
export const lent = ({ generation }: GrantRow, accessToken: string): Lent => ({
	kind: 'token',
	accessToken,
	generation,
});

/** The sealed part of a begun login. */
export interface Begun extends Party {
	readonly upstream: string;
	readonly url: string;
	readonly verifier: string;
	readonly redirectUri: string;
	readonly scope: string | null;
}

/** The store of one vault, and what seals and opens what lies there. */
export interface SealedGrantsPorts {
	/** Of the object: what is sealed here opens nowhere else. */
	readonly name: string;
	readonly store: VaultStore;
	readonly box: SealedBox;
	/** Milliseconds since the epoch. */
	now(): number;
}

/** Grants, begun logins and clients of one vault; what no longer opens reads as undefined. */
export class SealedGrants {
	constructor(private readonly ports: SealedGrantsPorts) {}

	/** Opens a grant; undefined where no secret opens it. */
	async open({ upstream, sealed }: GrantRow): Promise<Held | undefined> {
		return this.#opened<Held>(sealed, 'grant', upstream);
	}

	/** Keeps tokens as the grant of an upstream; one that is there is replaced. */
	async keep(
		{ server, client, resource }: Party,
		tokens: Tokens,
		facts: Omit<GrantRow, 'expiresAt' | 'sealed'>,
	): Promise<void> {
		const { store, now } = this.ports;
		const { accessToken, refreshToken, lifeSeconds } = tokens;
		const held: Held = {
			...{ server, client, resource, accessToken },
			...(refreshToken !== undefined && { refreshToken }),
		};
		const sealed = await this.#seal(held, 'grant', facts.upstream);
		const expiresAt = lifeSeconds === undefined ? null : now() + lifeSeconds * 1000;
		store.putGrant({ ...facts, scope: tokens.scope ?? facts.scope, expiresAt, sealed });
	}

	/** Keeps a login that has begun, for so many milliseconds. */
	async begin(state: string, begun: Begun, milliseconds: number): Promise<void> {
		const { store, now } = this.ports;
		const sealed = await this.#seal(begun, 'begun', state);
		store.begin(state, now() + milliseconds, sealed);
	}

	/** A login that has begun here, once. */
	async take(state: string): Promise<Begun | undefined> {
		const { store, now } = this.ports;
		const sealed = store.take(state, now());
		return sealed && this.#opened<Begun>(sealed, 'begun', state);
	}

	/** A client that was registered. @param key of the authorization server, for these redirect URIs */
	async client(key: string): Promise<KnownClient | undefined> {
		const sealed = this.ports.store.client(key);
		return sealed && this.#opened<KnownClient>(sealed, 'client', key);
	}

	async putClient(key: string, client: KnownClient): Promise<void> {
		this.ports.store.putClient(key, await this.#seal(client, 'client', key));
	}

	/** Seals what is left of a former secret of the deployment with the current one. */
	async reseal(): Promise<Resealed> {
		const { box, store } = this.ports;
		const grants = await resealAll(
			...([box, store.grants()] as const),
			({ upstream }) => this.#place('grant', upstream),
			(row, sealed) => store.resealGrant(row, sealed),
		);
		const clients = await resealAll(
			...([box, store.clients()] as const),
			({ issuer }) => this.#place('client', issuer),
			({ issuer }, sealed) => store.putClient(issuer, sealed),
		);
		return {
			resealed: grants.resealed + clients.resealed,
			unreadable: grants.unreadable + clients.unreadable,
		};
	}

	#seal(value: object, kind: string, key: string): Promise<Uint8Array> {
		return this.ports.box.seal(JSON.stringify(value), this.#place(kind, key));
	}

	async #opened<Value>(sealed: Uint8Array, kind: string, key: string): Promise<Value | undefined> {
		const text = await this.ports.box.open(sealed, this.#place(kind, key));
		return text === undefined ? undefined : (JSON.parse(text) as Value);
	}

	#place(kind: string, key: string): string {
		return JSON.stringify([this.ports.name, kind, key]);
	}
}
