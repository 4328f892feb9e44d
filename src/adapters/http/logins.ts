// Ports of the login pages: clients that log in here, and users who log in at upstreams.
import type { Result } from '../../shared/result';

/** Facts of a client on a consent page; all of them may be the client's own words. */
export interface ConsentFacts {
	readonly clientName: string;
	/** Of a client ID metadata document; absent where the client registered itself. */
	readonly clientDomain?: string;
	readonly redirectHost: string;
	readonly redirectIsLoopback: boolean;
	readonly scope: readonly string[];
}

/** Sends the browser back to a client, or says on a page what is wrong. */
export type LoginFault = { readonly redirect: string } | { readonly message: string };

/** A client's wish to be let in, read and found valid; `begin` opens its form of consent. */
export interface AskedBy {
	readonly about: ConsentFacts;
	readonly redirectUri: string;
	/** Ties the form to this browser. */
	begin(): Promise<{ readonly handle: string; readonly headers: Headers }>;
}

/** The person and workspace of a client's login, kept with the grant. */
export interface GrantOf {
	readonly id: string;
	readonly name: string;
	readonly workspace: string;
	/** The API token of whoever allowed it, where they signed in with one. */
	readonly token?: string;
}

/** Loadline as an authorization server for the clients of one deployment. */
export interface ClientLogins {
	/** Metadata, tokens, registration, revocation; undefined where the path is none of these. */
	serve(request: Request): Promise<Response | undefined>;
	asked(request: Request): Promise<Result<AskedBy, LoginFault>>;
	allow(
		request: Request,
		handle: string,
		scopes: readonly string[],
		props: GrantOf,
	): Promise<Result<{ readonly headers: Headers; readonly client: string }, LoginFault>>;
	deny(request: Request, handle: string): Promise<Result<Headers, LoginFault>>;
	granted(principal: string): Promise<readonly GrantedClient[]>;
	withdraw(principal: string, grant: string): Promise<void>;
}

/** A client that acts for somebody, as their page of connections shows it. */
export interface GrantedClient {
	readonly grant: string;
	readonly name: string;
	readonly scopes: readonly string[];
	readonly workspace: string;
	/** A day, `2026-11-22`. */
	readonly since: string;
}

/** A server behind Loadline that wants each user's own login. */
export interface Connectable {
	readonly name: string;
	readonly host: string;
	/** A day; absent where there is no login. */
	readonly since?: string;
}

/** Users' own logins at servers behind, by OAuth; an error says why not, for the page. */
export interface Connections {
	list(workspace: string, principal: string): Promise<readonly Connectable[]>;
	/** @returns where to send the browser */
	begin(
		home: string,
		upstream: string,
		whose: { readonly workspace: string; readonly principal: string },
	): Promise<Result<string, string>>;
	/** The browser is back with `query`. @returns the upstream */
	finish(
		query: string,
		whose: { readonly workspace: string; readonly principal: string },
	): Promise<Result<string, string>>;
	disconnect(
		upstream: string,
		whose: { readonly workspace: string; readonly principal: string },
	): Promise<boolean>;
	/** Returns Loadline's client metadata document. */
	document(home: string): object;
}
