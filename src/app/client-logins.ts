// Clients that log in here: one authorization server an address, made when it is first needed.
import type { HttpDeps } from '../adapters/http';
import { createLoginServer, type LoginServer } from '../adapters/oauth';
import { ok } from '../shared/result';
import { dayOf } from './connections';
import type { Directories } from './directories';

/** Dependencies of clients' logins. */
export interface ClientLoginOptions {
	readonly env: { readonly OAUTH_KV: object };
	readonly logins: Directories['logins'];
	readonly registration: boolean;
	readonly note: HttpDeps['note'];
	log(entry: Readonly<Record<string, unknown>>): void;
}

/** The authorization servers of a deployment, one for each of its addresses. */
export function createClientLogins({ note, ...options }: ClientLoginOptions) {
	const made = new Map<string, LoginServer>();
	const ended: Parameters<typeof createLoginServer>[0]['ended'] = (
		principal,
		{ workspace, name },
		how,
	) =>
		note(workspace, {
			...{ by: principal, name: '', action: 'POST /token', target: name },
			...{ detail: { [how]: true }, correlationId: '' },
		});
	const serverAt = (home: string): LoginServer => {
		const known = made.get(home) ?? createLoginServer({ ...options, home, ended });
		made.set(home, known);
		return known;
	};
	const loginsAt = (home: string): ReturnType<HttpDeps['logins']> => {
		const server = serverAt(home);
		return {
			...server,
			async asked(request) {
				const asked = await server.asked(request);
				if (!asked.ok) return asked;
				const { about: facts, request: parsed } = asked.value;
				// Of programs on one machine the port says which; an address without a host is shown whole.
				const redirectHost = new URL(parsed.redirectUri).host || facts.redirectHost;
				const about = { ...facts, redirectHost };
				const begin = () => server.begin(parsed);
				return ok({ about, redirectUri: parsed.redirectUri, begin });
			},
			async granted(principal) {
				const grants = await server.granted(principal);
				return grants.map(({ id, name, scopes, workspace, createdAt }) => ({
					...{ grant: id, name, scopes, workspace },
					since: dayOf(createdAt),
				}));
			},
		};
	};
	return { serverAt, loginsAt };
}
