// Sign-in of people: at an OpenID issuer, by Cloudflare Access, with the owner's passphrase or with a token.

import { digestHex, randomSecret, type SealedBox } from '../adapters/crypto';
import type { HttpDeps } from '../adapters/http';
import {
	createAccessTeam,
	type createForeignFetch,
	createOpenIdSignIn,
	type LoginServer,
	loginTokenIn,
} from '../adapters/oauth';
import { type Access, allows, LOCAL_PRINCIPAL, principalId, type Scope } from '../auth';
import { fromHex, toHex } from '../shared/digits';
import { remember } from '../shared/remember';
import { err, ok } from '../shared/result';
import { createMemberships, type MembershipOptions } from './memberships';
import { digestPassphrase, isPassphrase, passphraseFault } from './passphrase';

type People = HttpDeps['people'];
type Visitor = NonNullable<Awaited<ReturnType<People['visitor']>>>;

/** Ways to sign in: an absent one is not offered. `serverAt` gives the login server of an origin. */
export interface PeopleOptions extends MembershipOptions {
	readonly url?: string | undefined;
	readonly openid?: { issuer: string; clientId: string; clientSecret?: string } | undefined;
	readonly team?: { team: string; audience: string } | undefined;
	readonly claimSecret?: string | undefined;
	readonly devMode: boolean;
	readonly box: SealedBox;
	readonly fetch: ReturnType<typeof createForeignFetch>;
	serverAt(home: string): LoginServer;
}

/** The issuer of a deployment's owner who has a passphrase. */
const OWNER_ISSUER = 'loadline:owner';
/** The workspace that a claimed deployment begins with. */
const FIRST_WORKSPACE = 'ws-main';
/** Milliseconds for which somebody whom Access names is not looked up again. */
const UNOWNED_MS = 5_000;
const SEEN_MS = 60_000;
const MOST_SEEN = 1_000;
const COOKIE = /(?:^|;\s*)__Host-loadline=([A-Za-z0-9_-]{44})(?:;|$)/;

export function createPeople(options: PeopleOptions) {
	const { url, openid, team, claimSecret, devMode, directories, box } = options;
	const { ownership, visits } = directories;
	const allowLoopback = devMode;
	const signIn = openid && createOpenIdSignIn(openid, { fetch: options.fetch, allowLoopback });
	const assertion = team && createAccessTeam(team, options.fetch);
	let known: Awaited<ReturnType<typeof ownership.get>> = null;
	let askedAt = Number.NEGATIVE_INFINITY;
	/** A claimed deployment stays so; whether one is, is asked again after a while. */
	const owner = async () => {
		if (known || Date.now() - askedAt < UNOWNED_MS) return known;
		known = await ownership.get();
		askedAt = Date.now();
		return known;
	};

	const { scopesOf, placesFor, arrive } = createMemberships(options, owner);

	const enter = async (
		who: { readonly id: string; readonly name: string },
		via: Visitor['via'],
		token?: string,
		workspace: string | null = null,
	) => {
		const cookie = randomSecret();
		const sealed = token === undefined ? null : await box.seal(token, `visit ${who.id}`);
		await visits.begin(await digestHex(cookie), { ...who, via, sealed, workspace });
		return { cookie, ...who };
	};

	/** True where anybody may have a token: one of the deployment's list, or one that was made by who came in otherwise. */
	const isOpen = async () => openid !== undefined || team !== undefined || (await owner()) !== null;

	const seen = new Map<
		string,
		{ readonly who: { id: string; name: string }; readonly at: number }
	>();
	/** Returns the person whom Cloudflare Access names in a request. */
	const throughAccess = async (request: Request): Promise<Visitor | null> => {
		const claims = await assertion?.(request.headers);
		if (!claims?.ok) return null;
		const key = JSON.stringify([claims.value.sub, claims.value.iat]);
		const before = seen.get(key);
		const isFresh = before && Date.now() - before.at < SEEN_MS;
		const who = isFresh ? before.who : await arrive(claims.value);
		// Its sign-in is told by what it issues: once, however often that comes.
		if (!before) {
			const at = new Date(Number(claims.value.iat) * 1_000).toISOString();
			const act = { by: who.id, name: who.name, action: 'sign-in', target: 'access' };
			await options.note(
				undefined,
				{ ...act, detail: { issued: at }, correlationId: '' },
				{ isOnce: true },
			);
		}
		if (!isFresh) remember(seen, key, { who, at: Date.now() }, MOST_SEEN);
		return { ...who, via: 'access', places: await placesFor(who.id) };
	};

	const withCookie = async (request: Request): Promise<Visitor | null> => {
		const cookie = COOKIE.exec(request.headers.get('cookie') ?? '')?.[1];
		const visit = cookie && (await visits.find(await digestHex(cookie)));
		if (!visit) return null;
		const { id, name, via, sealed } = visit;
		if (!sealed) return { id, name, via: via as Visitor['via'], places: await placesFor(id) };
		// A token that counts no more ends the visit that it began.
		const token = await box.open(new Uint8Array(sealed), `visit ${id}`);
		if (token === undefined) return null;
		const { hostname } = new URL(request.url);
		const access = await options.tokens(hostname, `Bearer ${token}`);
		if (access.kind !== 'caller' || access.principal.id !== id) return null;
		const { workspace, scopes } = access.principal;
		return { id, name, via: 'token', places: [{ workspace, scopes }], token };
	};

	/** In development without tokens everybody is the local administrator. */
	const inDevelopment = async (request: Request): Promise<Visitor | null> => {
		if (!devMode) return null;
		const { hostname } = new URL(request.url);
		if ((await options.tokens(hostname, null)).kind !== 'caller') return null;
		const { id, name = id, workspace, scopes } = LOCAL_PRINCIPAL;
		return { id, name, via: 'development', places: [{ workspace, scopes }] };
	};

	const visitor = async (request: Request): Promise<Visitor | null> =>
		(await throughAccess(request)) ?? (await withCookie(request)) ?? (await inDevelopment(request));

	const home = async (request: Request): Promise<string | undefined> => {
		if (url !== undefined) return url;
		if (devMode) return new URL(request.url).origin;
		return (await owner())?.home;
	};

	const people: People = {
		home,
		visitor,
		ownership: async () => {
			if (devMode || (await owner())) return 'owned';
			return claimSecret === undefined ? 'unset' : 'free';
		},
		ways: async () => ({
			...(openid && { openid: new URL(openid.issuer).host }),
			passphrase: typeof (await owner())?.passphrase === 'string',
			token: (await isOpen()) || (await options.tokens('localhost', null)).kind !== 'closed',
		}),
		async begin(at, to) {
			if (!signIn) return err('There is no issuer to sign in at.');
			const begun = await signIn.begin(`${at}/sign-in/callback`);
			if (!begun.ok) return err(`Signing in there is not possible now: ${begun.error}.`);
			const kept = JSON.stringify({ ...begun.value.begun, to, until: Date.now() + 600_000 });
			return ok({ url: begun.value.url, kept: toHex(await box.seal(kept, 'sign-in')) });
		},

		async finish(at, callback, kept) {
			const text = await box.open(fromHex(kept), 'sign-in');
			/** `until` in milliseconds since the epoch. */
			type Pending = SignInBegun & { readonly to: string; readonly until: number };
			const begun = text === undefined ? undefined : (JSON.parse(text) as Pending);
			if (!signIn || !begun || begun.until < Date.now())
				return err('This sign-in was not begun in this browser, or it is too old. Try again.');
			const claims = await signIn.finish(`${at}/sign-in/callback`, callback, begun);
			if (!claims.ok) return err(`You are not signed in: ${claims.error}.`);
			return ok({ ...(await enter(await arrive(claims.value), 'openid')), to: begun.to });
		},

		async withPassphrase(passphrase, from) {
			const digest = (await owner())?.passphrase;
			if (!digest) return err(WRONG_PASSPHRASE);
			if (!(await ownership.mayTry('passphrase', from))) return err(TOO_MANY);
			const isRight = await isPassphrase(passphrase, digest);
			const who = await owner();
			if (!isRight || !who) return err(WRONG_PASSPHRASE);
			return ok(await enter({ id: who.id, name: who.name }, 'passphrase'));
		},

		async withToken(token) {
			// Not counted over all who try: it cannot be guessed, and whoever tries could lock out the others.
			const access = await options.tokens('localhost', `Bearer ${token}`);
			if (access.kind !== 'caller' || access.principal.id === LOCAL_PRINCIPAL.id)
				return err('This token is not valid here.');
			const { id, name = id, workspace } = access.principal;
			return ok(await enter({ id, name }, 'token', token, workspace));
		},

		async claim({ secret, passphrase, home: at, visitor: signedIn, from }) {
			if (claimSecret === undefined) return err('LOADLINE_CLAIM is not set.');
			if (await owner()) return err('This deployment has an owner.');
			if (!(await ownership.mayTry('claim', from))) return err(TOO_MANY);
			if ((await digestHex(secret)) !== (await digestHex(claimSecret)))
				return err('That is not the claim secret.');
			const fault = signedIn ? undefined : passphraseFault(passphrase);
			if (fault !== undefined) return err(fault);
			const who = signedIn ?? { id: principalId(OWNER_ISSUER, url ?? at), name: 'owner' };
			const digest = signedIn ? null : await digestPassphrase(passphrase);
			const { id, name } = who;
			const isFirst = await ownership.claim({ id, name, home: url ?? at, passphrase: digest });
			if (!isFirst) return err('This deployment has an owner.');
			askedAt = Number.NEGATIVE_INFINITY;
			const workspace = FIRST_WORKSPACE;
			await directories.workspaces.put({ name: workspace, title: 'Main', createdBy: id });
			await directories.of(workspace).members.put({ id, name, role: 'admin', addedBy: id });
			await directories.workspaces.join(id, workspace);
			return ok(signedIn ? { id, name } : await enter({ id, name }, 'passphrase'));
		},

		signOut: async (cookie) => visits.end(await digestHex(cookie)),
	};
	return {
		...people,
		isOpen,
		/** Returns a member as they may do things now. */
		principalOf: async (id: string, workspace: string) =>
			(await placesFor(id))
				.map((place) => ({ id, ...place }))
				.find((one) => one.workspace === workspace),
		/** Returns the access of a request without a token; undefined where nobody is named. */
		async access(request: Request): Promise<Access | undefined> {
			const header = request.headers.get('authorization');
			const token = loginTokenIn(header);
			if (token !== undefined) {
				const at = await home(request);
				const opened = at === undefined ? null : await options.serverAt(at).open(token);
				const may = opened && (await scopesOf(opened));
				if (!opened || !may) return { kind: 'refused', fault: 'invalid' };
				// Never more than was allowed, never more than the member may do now.
				const scopes = opened.scopes.filter((scope) => allows({ scopes: may }, scope as Scope));
				const { id, name, workspace } = opened;
				return { kind: 'caller', principal: { id, name, workspace, scopes } };
			}
			if (header !== null) return undefined;
			const who = (await throughAccess(request)) ?? (await fromPage(request, withCookie));
			if (!who) return undefined;
			const asked = request.headers.get('loadline-workspace');
			const { id, name, places } = who;
			const place =
				asked === null ? places[0] : places.find(({ workspace }) => workspace === asked);
			return place && { kind: 'caller', principal: { id, name, ...place } };
		},
	};
}

type SignInBegun = Parameters<ReturnType<typeof createOpenIdSignIn>['finish']>[2];

const WRONG_PASSPHRASE = 'That is not the passphrase.';
const TOO_MANY = 'Too many tries. Wait a minute, then try again.';

/**
 * A cookie comes with whatever the browser sends: it counts for the API, for health and for MCP only where a page of this
 * very origin asks, and for changes only with a header that no form can send.
 */
async function fromPage(
	request: Request,
	withCookie: (request: Request) => Promise<Visitor | null>,
): Promise<Visitor | null> {
	const { pathname, origin } = new URL(request.url);
	if (!/^\/(?:api\/|mcp(?:\/|$)|health$)/.test(pathname)) return null;
	const site = request.headers.get('sec-fetch-site');
	const isOwn = site === 'same-origin' && (request.headers.get('origin') ?? origin) === origin;
	const isReading = request.method === 'GET' || request.method === 'HEAD';
	if (!isOwn) return null;
	const cookie = COOKIE.exec(request.headers.get('cookie') ?? '')?.[1] ?? '';
	const csrf = (await digestHex(`csrf ${cookie}`)).slice(0, 32);
	if (!isReading && request.headers.get('loadline-csrf') !== csrf) return null;
	return withCookie(request);
}
