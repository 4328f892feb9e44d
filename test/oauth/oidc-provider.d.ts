// Types of the part of oidc-provider that the tests use; it ships without any.
declare module 'oidc-provider' {
	import type { IncomingMessage, ServerResponse } from 'node:http';

	interface Interaction {
		readonly prompt: { readonly name: string; readonly details: Record<string, unknown> };
		readonly params: Readonly<Record<string, string>>;
		readonly session?: { readonly accountId: string };
		readonly grantId?: string;
	}

	interface IssuedToken {
		readonly accountId?: string;
		readonly clientId: string;
		readonly aud: string | readonly string[];
		readonly scope?: string;
	}

	class Grant {
		constructor(of: { accountId: string; clientId: string });
		addOIDCScope(scope: string): void;
		addResourceScope(resource: string, scope: string): void;
		save(): Promise<string>;
	}

	export default class Provider {
		constructor(issuer: string, configuration: object);
		callback(): (request: IncomingMessage, response: ServerResponse) => void;
		interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
		interactionFinished(
			request: IncomingMessage,
			response: ServerResponse,
			result: object,
			options?: object,
		): Promise<void>;
		on(event: string, listener: (...args: unknown[]) => void): void;
		readonly AccessToken: { find(token: string): Promise<IssuedToken | undefined> };
		readonly ClientCredentials: { find(token: string): Promise<IssuedToken | undefined> };
		readonly Grant: typeof Grant & { find(id: string): Promise<Grant | undefined> };
	}
}
