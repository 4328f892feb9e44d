// Ports of the pages for people and of logins, filled in by the composition root.
import type { Result } from '../../shared/result';

/** A workspace that somebody is in, and what they may do there. */
export interface Place {
	readonly workspace: string;
	readonly scopes: readonly string[];
}

/** A person who is signed in to the pages. */
export interface Visitor {
	readonly id: string;
	readonly name: string;
	/** Way of signing in: signing out ends only a visit of this server's own. */
	readonly via: 'openid' | 'passphrase' | 'token' | 'access' | 'development';
	readonly places: readonly Place[];
	/** The API token that they signed in with: whatever they give to others ends with it. */
	readonly token?: string;
}

export interface SignInWays {
	readonly openid?: string;
	readonly passphrase: boolean;
	readonly token: boolean;
}

interface Entered {
	readonly cookie: string;
	readonly id: string;
	readonly name: string;
}

/** Outcome of a sign-in: the visit and its destination, or the fault. */
type SignedIn = Result<Entered & { readonly to: string }, string>;

/** Signing in, visits and the claim of a deployment; an error says why not, for the page. */
export interface People {
	/** Origin of this deployment; undefined while nobody has said it. */
	home(request: Request): Promise<string | undefined>;
	/** `free`: nobody owns it yet, and the claim secret is set. `unset`: it is not. */
	ownership(): Promise<'owned' | 'free' | 'unset'>;
	visitor(request: Request): Promise<Visitor | null>;
	ways(): Promise<SignInWays>;
	/** @param to path to go to afterwards @returns where to go now, and what a cookie keeps, sealed, until the browser is back */
	begin(home: string, to: string): Promise<Result<{ url: string; kept: string }, string>>;
	finish(home: string, callback: URLSearchParams, kept: string): Promise<SignedIn>;
	/** @param from address of who tries */
	withPassphrase(passphrase: string, from: string): Promise<Result<Entered, string>>;
	withToken(token: string): Promise<Result<Entered, string>>;
	/** Claims the deployment for whoever is signed in, else with a passphrase, which signs in as well. */
	claim(wish: {
		readonly secret: string;
		readonly passphrase: string;
		readonly home: string;
		readonly visitor: Visitor | null;
		readonly from: string;
	}): Promise<Result<Omit<Entered, 'cookie'> & { readonly cookie?: string }, string>>;
	signOut(cookie: string): Promise<void>;
}

/** A server behind Loadline that wants each user's own login. */
export interface Connectable {
	readonly name: string;
	readonly host: string;
	/** A day; absent where there is no login. */
	readonly since?: string;
}

interface Whose {
	readonly workspace: string;
	readonly principal: string;
}

/** Users' own logins at servers behind, by OAuth; an error says why not, for the page. */
export interface Connections {
	list(workspace: string, principal: string): Promise<readonly Connectable[]>;
	/** @returns where to send the browser */
	begin(home: string, upstream: string, whose: Whose): Promise<Result<string, string>>;
	/** The browser is back with `query`. @returns the upstream */
	finish(query: string, whose: Whose): Promise<Result<string, string>>;
	disconnect(upstream: string, whose: Whose): Promise<boolean>;
	document(home: string): object;
}
