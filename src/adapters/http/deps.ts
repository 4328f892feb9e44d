// Dependencies of the HTTP routes and of the pages for people, filled in by the composition root.
import type { Access, Principal, Scope } from '../../auth';
import type { ConfigEditor } from '../../config';
import type { AnswerOf } from '../../contract';
import type { Exports, forecast, Gateway, LinkOwner, Services } from '../../gateway';
import type { Remote } from '../../shared/remote';
import type { Result } from '../../shared/result';
import type { TelemetrySource } from '../../telemetry';
import type { Resealed } from '../crypto';
import type { serveMcp } from '../mcp';
import type { LoginServer } from '../oauth';
import type { DirectoryStores, Erasures, SecretStore, Subject } from '../sqlite';
import type { Api } from './ui/api';

export type McpRequestParts = Parameters<typeof serveMcp>[1];

/** The config in force, not yet masked. */
export type ShownConfig = Awaited<ReturnType<ConfigEditor['current']>>;
type Edited = Awaited<ReturnType<ConfigEditor['replace']>>;
/** A change that was made, and what it came to. */
export type ShownChange = Extract<Edited, { ok: true }>['value'];
/** The reason a change was not made. */
export type EditFault = Extract<Edited, { ok: false }>['error'];

type Erasure = ReturnType<Erasures['get']>;

/** All that routes ask for; the composition root fills it in, tests with parts of it. */
export interface HttpDeps {
	readonly serverInfo: { readonly name: string; readonly version: string };
	/** Behind proxies of the local runtime, which break off an upload that is answered before its end. */
	readonly isProxied?: boolean;
	/** The gateway of one request, under the configuration in force as it came. */
	gatewayOf(workspace: string): Promise<Gateway>;
	/** The runtime document of a workspace: every change of it is decided, logged and kept. */
	readonly config: Pick<ConfigEditor, keyof ConfigEditor>;
	readonly results: Pick<Exports, 'export' | 'link' | 'linked'>;
	/** Of one workspace; every route takes the caller's. */
	services(workspace: string): Services;
	/** Mints and opens the legacy `Mcp-Session-Id`. */
	readonly sessions?: McpRequestParts['sessions'];
	readonly mailboxes?: McpRequestParts['mailboxes'];
	readonly subscriptions?: McpRequestParts['subscriptions'];
	/** Keeps work alive after an answer. */
	readonly defer?: (work: Promise<unknown>) => void;
	/** Secrets of workspaces and users, and what a workspace may use of the deployment's. */
	readonly secrets: {
		/** Of a workspace, or of a user. */
		store(workspace: string, principal?: string): Remote<SecretStore>;
		granted(
			workspace: string,
		): readonly { readonly name: string; readonly origins: readonly string[] }[];
	};
	/** Checks that secrets may be sent to an address; the error says why not. */
	checkUrl(url: string): Result<unknown, string>;
	/** Tokens, members and audit log of one workspace; every route takes the caller's. */
	directory(workspace: string): {
		readonly [Store in 'tokens' | 'members' | 'audit']: Remote<DirectoryStores[Store]>;
	};
	/** The workspaces of the deployment, and the log of what concerns them all. */
	readonly workspaces: Remote<DirectoryStores['workspaces']>;
	readonly deploymentAudit: Remote<DirectoryStores['audit']>;
	/**
	 * Notes an act in the audit log of a workspace, or of the deployment where none is named. Never rejects.
	 * @param isRefused of what was refused only some are noted
	 * @param isOnce not where the same was noted before, of the same, by the same
	 */
	note(
		workspace: string | undefined,
		act: Parameters<DirectoryStores['audit']['note']>[0],
		how?: { readonly isRefused?: boolean; readonly isOnce?: boolean },
	): Promise<void>;
	/** Exports and erasures of a principal's or a workspace's data. */
	readonly erasures: {
		/** The error says why not. */
		begin(subject: Subject): Promise<Result<NonNullable<Erasure>, string>>;
		get(id: string): Promise<Erasure>;
		/** A part of it; `next` is where the next begins. */
		export(
			subject: Subject,
			after?: string,
		): Promise<{ readonly lines: readonly object[]; readonly next?: string }>;
	};
	/** Seals the secrets and logins of a workspace with the deployment's current secret. */
	reseal(workspace: string): Promise<Resealed & { readonly vaults: number }>;
	/** The figures of one workspace; every route takes the caller's. */
	telemetry(workspace: string): TelemetrySource;
	/** Records conversations with the demo, for a first look that finds none; in development. */
	readonly recordDemo?: (api: Pick<Api, 'tools' | 'mcp'>) => Promise<void>;
	forecast(asked: Parameters<typeof forecast>[0]): ReturnType<typeof forecast>;
	alerts(workspace: string): Promise<AnswerOf<'GET /api/telemetry/alerts'>>;
	/** Returns whether the demo is in no total, since another server is connected or was called. */
	hasOthers(workspace: string): Promise<boolean>;
	/** Milliseconds since the epoch. */
	now(): number;
	/** @param owner of a link: who is let in as when it was made, in place of who asks */
	access(request: Request, owner?: LinkOwner): Promise<Access>;
	/** Names those of a workspace whom the deployment's own list of tokens lets in. */
	configured(workspace: string): readonly { readonly id: string; readonly name: string }[];
	/** Returns whether an address may try something again, such as to sign in; counts the try. */
	mayTry(request: Request, what?: string): Promise<boolean>;
	usage(workspace: string): AnswerOf<'GET /api/limits'>['limits'];
	/** The reason why nobody can be let in: what would be sealed is not safe, or who may call cannot be read. */
	readonly closed?: string;
	/** People who sign in, and whose the deployment is. */
	readonly people: People;
	/** Clients that log in at the deployment of this address. */
	logins(home: string): LoginServer;
	/** Users' own logins at servers behind. */
	readonly connections: {
		list(workspace: string, principal: string): Promise<readonly Connectable[]>;
		/** @returns where to send the browser */
		begin(home: string, upstream: string, whose: Whose): Promise<Result<string, string>>;
		/** The browser is back with `query`. @returns the upstream */
		finish(query: string, whose: Whose): Promise<Result<string, string>>;
		disconnect(upstream: string, whose: Whose): Promise<boolean>;
		document(home: string): object;
	};
	/** Returns whether `/mcp/<name>` exists for this caller. */
	knowsUpstream(name: string, principal: Principal): Promise<boolean>;
	/** Returns the members of `/health` for an authenticated caller, besides status and version. */
	health(principal: Principal): Promise<Readonly<Record<string, unknown>>>;
	/** The pass-through to model providers, who knows its callers by a token of its own. */
	readonly llm: {
		/** null: nobody who may. */
		caller(request: Request): Promise<Principal | null>;
		serve(request: Request, caller: Principal | null, correlationId: string): Promise<Response>;
		/** Returns the session of the caller's conversation in which a model made a call. */
		madeIn(caller: Principal, call: string): string | undefined;
	};
	readonly hooks: Readonly<
		Record<
			'claude-code' | 'gemini-cli',
			{
				/** Answers an event; never fails the host. */
				answer(event: unknown, principal: Principal, held: readonly string[]): Promise<object>;
			}
		>
	>;
	webFile(name: string): Promise<string | undefined>;
	/** Reads a document by its path: `llms.txt`, `docs/protect.md`. */
	documentFile(path: string): Promise<string | undefined>;
	/** Removes secrets from config before it is shown. */
	mask(config: object, viewer: 'writer' | 'anybody'): object;
	/** Host names served, without port; null: any, where the platform routes by name. */
	readonly hosts: readonly string[] | null;
	/** Origins of web pages that may call, besides those of the server itself, as configuration names them. */
	readonly origins: readonly string[];
	/** One line for the log; `error` is never shown to a caller. */
	log(entry: {
		readonly event: string;
		readonly correlationId: string;
		readonly error?: unknown;
		readonly [fact: string]: unknown;
	}): void;
}

/** Variables of a request in hono's context. */
export interface RouteState {
	/** The answer of access, where it was asked before. */
	Bindings: {
		access?: Access | undefined;
		readonly correlationId: string;
		/** Is told the code of an error of JSON-RPC, whatever the status of its answer. */
		readonly refused?: (code: number) => void;
	};
	Variables: {
		correlationId: string;
		principal: Principal;
		address?: NonNullable<McpRequestParts['address']>;
		needed?: { readonly scope: Scope; readonly path: string; readonly target: string };
		/** Facts for the audit log beyond the path, no secret; null where nothing was changed. */
		act?: null | { readonly target: string; readonly detail: Readonly<Record<string, unknown>> };
	};
}

/** A workspace that somebody is in, and what they may do there. */
export type Place = Pick<Principal, 'workspace' | 'scopes'>;

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

type Entered = Readonly<Record<'cookie' | 'id' | 'name', string>>;

/** Outcome of a sign-in: the visit and its destination, or the fault. */
type SignedIn = Result<Entered & { readonly to: string }, string>;

/** Signing in, visits and the claim of a deployment; an error says why not, for the page. */
interface People {
	/** Origin of this deployment; undefined while nobody has said it. */
	home(request: Request): Promise<string | undefined>;
	/** `free`: nobody owns it yet, and the claim secret is set. `unset`: it is not. */
	ownership(): Promise<'owned' | 'free' | 'unset'>;
	visitor(request: Request): Promise<Visitor | null>;
	ways(): Promise<{ readonly openid?: string } & Record<'passphrase' | 'token', boolean>>;
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

type Whose = Readonly<Record<'workspace' | 'principal', string>>;
