// A vault: the grants that one principal has at upstreams, or the tokens that a workspace's services
// have. One writer, so that a token is refreshed once however many calls wait for it.

import * as oauth from 'oauth4webapi';
import type { Platform } from '../../shared/platform';
import { err, ok, type Result } from '../../shared/result';
import { digestHex, type Resealed, type SealedPorts } from '../crypto';
import {
	type ClientDocument,
	clientFor,
	discover,
	type KnownClient,
	type Protected,
	parseChallenge,
	secretFault,
} from './discover';
import type { DiscoveryPorts } from './foreign-fetch';
import { type Lent, lent, SealedGrants } from './sealed-grants';
import { redeem, refresh, revoke, serviceToken } from './token-endpoint';

/** Dependencies of a vault, which asks for `sweep` by `wakeAt`. */
type VaultPorts = DiscoveryPorts & SealedPorts & Pick<Platform, 'newId' | 'wakeAt'>;

/** A token that an upstream refused, and the challenge with which it did (RFC 6750, section 3). */
interface RefusedToken {
	readonly token: string;
	readonly challenge?: string | undefined;
}

/** Milliseconds in which a login must be finished. */
const LOGIN_MS = 600_000;
/** Milliseconds before its end at which a token is refreshed. */
const EARLY_MS = 30_000;
const SERVICE = 'service ';

/** One principal's logins, or a workspace's services; a token leaves only for the URL it was given for. */
export class Vault {
	readonly #grants: SealedGrants;
	readonly #refreshing = new Map<string, Promise<Lent>>();

	constructor(private readonly ports: VaultPorts) {
		this.#grants = new SealedGrants(ports);
	}

	/** Begins a login. @param mark stands before the state, for whoever the browser comes back to @returns where to send it */
	async begin(
		{ upstream, url, issuer, scopes, client: given }: Protected,
		document: ClientDocument,
		mark: string,
	): Promise<Result<string, string>> {
		const found = await discover(url, issuer, this.ports);
		if (!found.ok) return found;
		const { server, resource } = found.value;
		const { authorization_endpoint: endpoint } = server;
		if (endpoint === undefined || !URL.canParse(endpoint))
			return err('its authorization server has no authorization endpoint');
		// MCP 2026-07-28, "Authorization Code Protection": without it nobody may go on.
		if (!server.code_challenge_methods_supported?.includes('S256'))
			return err('its authorization server does not offer PKCE (S256)');
		const client = await this.#client(server, given, document);
		if (!client.ok) return client;
		const fault = secretFault(client.value, server.token_endpoint);
		if (fault !== undefined) return err(fault);
		const [redirectUri = ''] = document.metadata.redirect_uris;
		const scope = this.#scope(upstream, scopes ?? found.value.scopes, server);
		const verifier = oauth.generateRandomCodeVerifier();
		const state = `${mark}.${oauth.generateRandomState()}`;
		const party = { server, client: client.value, resource };
		const begun = { ...party, upstream, url, verifier, redirectUri, scope };
		const { now, wakeAt, noted } = this.ports;
		await noted?.();
		await this.#grants.begin(state, begun, LOGIN_MS);
		wakeAt(now() + LOGIN_MS);
		const to = new URL(endpoint);
		const parameters = {
			response_type: 'code',
			client_id: client.value.client_id,
			redirect_uri: redirectUri,
			state,
			code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
			code_challenge_method: 'S256',
			resource,
			...(scope !== null && { scope }),
			...(scope?.split(' ').includes('offline_access') && { prompt: 'consent' }),
		};
		for (const [name, value] of Object.entries(parameters)) to.searchParams.set(name, value);
		return ok(to.href);
	}

	/** The browser is back. @returns the upstream, or what went wrong */
	async finish(callback: string, urlOf: Readonly<Record<string, string>>) {
		const parameters = new URLSearchParams(callback);
		const state = parameters.get('state') ?? '';
		const { now, newId } = this.ports;
		const begun = await this.#grants.take(state);
		if (begun === undefined)
			return err('this login was not begun by you in this browser, or it is too old; begin again');
		const { upstream, url, verifier, redirectUri, scope, ...party } = begun;
		if (urlOf[upstream] !== url) return err('the upstream has changed meanwhile; begin again');
		const redeemed = await redeem(
			...([party, parameters, { redirectUri, verifier, state }, this.ports] as const),
		);
		if (!redeemed.ok) return err(redeemed.error.message);
		// A former grant is replaced, not revoked: some servers end with it what was just given.
		await this.#grants.keep(party, redeemed.value, {
			...{ upstream, url, scope, generation: newId(), createdAt: now() },
			...{ issuer: party.server.issuer, wanted: null },
		});
		return ok(upstream);
	}

	/**
	 * The token for a call, refreshed where its end is near; or what the user has to do.
	 * @param refused one that the upstream has refused, and how: another is wanted
	 */
	async token({ upstream, url, client }: Protected, refused?: RefusedToken): Promise<Lent> {
		const row = this.#grants.row(upstream);
		// A grant is for the address it was given for, and for no other of that name.
		if (!row || row.url !== url) return { kind: 'missing', why: 'none' };
		const { error, scope } = parseChallenge(refused?.challenge);
		if (error === 'insufficient_scope') {
			if (scope) this.#grants.want(upstream, scope.slice(0, 1_000));
			return { kind: 'missing', why: 'scope' };
		}
		let former = refused?.token;
		if (former === undefined) {
			const held = await this.#grants.open(row);
			if (!held) return { kind: 'missing', why: 'ended' };
			former = held.accessToken;
			const isFresh = row.expiresAt === null || row.expiresAt - EARLY_MS > this.ports.now();
			if (isFresh) return lent(row, former);
		}
		return this.#once(upstream, () => this.#another(upstream, url, former, client));
	}

	/** The token of a service account (`client_credentials`), asked for where none is left but the refused one. */
	async service(of: Protected, refused?: RefusedToken): Promise<Lent> {
		const name = `${SERVICE}${of.upstream}`;
		const row = this.#grants.row(name);
		const held = row && (await this.#grants.open(row));
		const generation = await this.#generation(of);
		const isFresh = row?.expiresAt && row.expiresAt - EARLY_MS > this.ports.now();
		if (held && held.accessToken === refused?.token) this.#grants.remove(name);
		else if (held && isFresh && row.url === of.url && row.generation === generation)
			return lent(row, held.accessToken);
		return this.#once(name, () => this.#serve(of, name, generation));
	}

	/** Returns the generation of the grant, which is no secret; undefined without one. */
	generation(upstream: string, url: string): string | undefined {
		const row = this.#grants.row(upstream);
		return row?.url === url ? row.generation : undefined;
	}

	list() {
		return this.#grants
			.rows()
			.filter(({ upstream }) => !upstream.startsWith(SERVICE))
			.map(({ expiresAt: _, wanted: __, sealed: ___, ...grant }) => grant);
	}

	/** Ends a grant here at once, and at its authorization server as far as that listens. */
	async disconnect(upstream: string): Promise<boolean> {
		const row = this.#grants.row(upstream);
		if (!row) return false;
		this.#grants.remove(upstream);
		const held = await this.#grants.open(row);
		if (held) {
			if (held.refreshToken !== undefined) await revoke(held, held.refreshToken, this.ports);
			await revoke(held, held.accessToken, this.ports);
		}
		return true;
	}

	/** Seals what is left of a former secret of the deployment with the current one. */
	reseal(_: object = {}): Promise<Resealed> {
		return this.#grants.reseal();
	}

	sweep(): void {
		this.#grants.sweep();
	}

	async #client(
		server: oauth.AuthorizationServer,
		given: KnownClient | undefined,
		document: ClientDocument,
	): Promise<Result<KnownClient, string>> {
		const key = JSON.stringify([server.issuer, document.metadata.redirect_uris]);
		const known = given ? undefined : await this.#grants.client(key);
		if (known) return ok(known);
		const client = await clientFor(server, given, document, this.ports);
		const isRegistered = client.ok && !given && client.value.client_id !== document.url;
		if (isRegistered) await this.#grants.putClient(key, client.value);
		return client;
	}

	/** Returns the scopes to ask for: earlier ones, those a refusal named, and offline access. */
	#scope(upstream: string, named: readonly string[], server: oauth.AuthorizationServer) {
		const before = this.#grants.row(upstream);
		const wanted = before?.wanted ? `${before.scope ?? ''} ${before.wanted}`.split(' ') : [];
		const offline = server.scopes_supported?.includes('offline_access') ? ['offline_access'] : [];
		const all = new Set([...named, ...wanted, ...offline].filter((scope) => scope !== ''));
		return all.size === 0 ? null : [...all].join(' ');
	}

	/** A token other than this one. What is read here nobody else refreshes meanwhile. */
	async #another(
		upstream: string,
		url: string,
		accessToken: string,
		client: KnownClient | undefined,
	): Promise<Lent> {
		const row = this.#grants.row(upstream);
		if (!row || row.url !== url) return { kind: 'missing', why: 'none' };
		const held = await this.#grants.open(row);
		if (!held) return { kind: 'missing', why: 'ended' };
		// Another call has refreshed it already: its refresh token counts no more.
		if (held.accessToken !== accessToken) return lent(row, held.accessToken);
		if (held.refreshToken === undefined) {
			this.#grants.remove(row.upstream);
			return { kind: 'missing', why: 'ended' };
		}
		// A given client's secret may have been changed since.
		const party = client ? { ...held, client } : held;
		const refreshed = await refresh(party, held.refreshToken, this.ports);
		// Disconnected while the server was asked: what came is not kept.
		if (this.#grants.row(row.upstream)?.generation !== row.generation) {
			if (refreshed.ok) await revoke(party, refreshed.value.accessToken, this.ports);
			return { kind: 'missing', why: 'none' };
		}
		if (refreshed.ok) {
			await this.#grants.keep(party, { refreshToken: held.refreshToken, ...refreshed.value }, row);
			return lent(row, refreshed.value.accessToken);
		}
		if (refreshed.error.code === 'failed')
			return { kind: 'failed', message: refreshed.error.message };
		this.#grants.remove(row.upstream);
		return { kind: 'missing', why: 'ended' };
	}

	async #serve(of: Protected, name: string, generation: string): Promise<Lent> {
		const { url, issuer, scopes, client } = of;
		if (!client) return { kind: 'failed', message: 'no client is configured' };
		const found = await discover(url, issuer, this.ports);
		if (!found.ok) return { kind: 'failed', message: found.error };
		const { server, resource } = found.value;
		const party = { server, resource, client };
		const scope = (scopes ?? found.value.scopes).join(' ');
		const given = await serviceToken(party, scope === '' ? undefined : scope, this.ports);
		if (!given.ok) return { kind: 'failed', message: given.error.message };
		const facts = { upstream: name, url, scope, generation, createdAt: this.ports.now() };
		await this.#grants.keep(party, given.value, { ...facts, issuer: server.issuer, wanted: null });
		return { kind: 'token', accessToken: given.value.accessToken, generation };
	}

	/** One at a time for each grant: whoever comes meanwhile gets the same. */
	#once(key: string, work: () => Promise<Lent>): Promise<Lent> {
		const running = this.#refreshing.get(key);
		if (running) return running;
		const begun = work().finally(() => this.#refreshing.delete(key));
		this.#refreshing.set(key, begun);
		return begun;
	}

	/** A service's grant is its client at this address: another secret is another grant. */
	async #generation({ url, client, scopes, issuer }: Protected): Promise<string> {
		const facts = JSON.stringify([url, client ?? null, scopes ?? null, issuer ?? null]);
		return (await digestHex(facts)).slice(0, 24);
	}
}
