// Permissions of people: as members of workspaces, by an issuer's claims, by the token that let a client in.
import type { Access, HttpDeps } from '../adapters/http';
import type { createAccessTeam, LoginServer } from '../adapters/oauth';
import { greaterRole, principalId, type Scope, scopesOfRole } from '../auth';
import { type ClaimRule, placesOf } from './claims';
import type { Directories } from './directories';

type Visitor = NonNullable<Awaited<ReturnType<HttpDeps['people']['visitor']>>>;
type Place = Visitor['places'][number];
type Opened = NonNullable<Awaited<ReturnType<LoginServer['open']>>>;
type Assertion = Awaited<ReturnType<ReturnType<typeof createAccessTeam>>>;
/** Claims of an issuer about a person. */
type Claims = Extract<Assertion, { ok: true }>['value'];

/** Members whom LOADLINE_CLAIMS let in. */
const BY_CLAIMS = 'claims';

/** The directories of members, and the rules for an issuer's claims. */
export interface MembershipOptions {
	readonly claimRules: readonly ClaimRule[];
	readonly directories: Directories;
	/** API tokens and the token list, and development mode. */
	tokens(request: Request): Promise<Access>;
	readonly note: HttpDeps['note'];
}

/** Current permissions of logins; places are the workspaces of a person. */
export interface Memberships {
	/** Returns the scopes of the person who let a client in: as a member, or by a valid token; undefined for an ended login. */
	scopesOf(opened: Opened): Promise<readonly Scope[] | undefined>;
	placesFor(id: string): Promise<readonly Place[]>;
	/** Somebody of an issuer: memberships follow what it says of them now. */
	arrive(claims: Claims): Promise<{ id: string; name: string }>;
}

/** Creates the permissions over directories. */
export function createMemberships(
	options: MembershipOptions,
	owner: () => Promise<{ readonly id: string } | null>,
): Memberships {
	const { directories } = options;

	/** Returns a person's scopes in a workspace; undefined for non-members. */
	const scopesIn = async (id: string, workspace: string): Promise<readonly Scope[] | undefined> => {
		const member = await directories.of(workspace).members.find(id);
		if (!member) return undefined;
		const isOwner = (await owner())?.id === id;
		return [...scopesOfRole(member.role), ...(isOwner ? (['operator'] as const) : [])];
	};

	const scopesOf = async (opened: Opened): Promise<readonly Scope[] | undefined> => {
		const { id, workspace, token } = opened;
		if (token === undefined) return scopesIn(id, workspace);
		const access = await options.tokens(bearing(new Request(LOCALHOST), token));
		const now = access.kind === 'caller' ? access.principal : undefined;
		return now?.id === id && now.workspace === workspace ? (now.scopes as Scope[]) : undefined;
	};

	const placesFor = async (id: string): Promise<readonly Place[]> => {
		const workspaces = await directories.workspaces.of(id);
		const places = await Promise.all(
			workspaces.map(async (workspace) => ({ workspace, scopes: await scopesIn(id, workspace) })),
		);
		return places.flatMap(({ workspace, scopes }) => (scopes ? [{ workspace, scopes }] : []));
	};

	const arrive = async (claims: Claims): Promise<{ id: string; name: string }> => {
		const id = principalId(claims.iss, claims.sub);
		const name = nameOf(claims);
		const roles = placesOf(claims, options.claimRules);
		const note = (workspace: string, target: string) =>
			options.note(workspace, {
				...{ by: id, name, action: 'member by claims', target },
				...{ detail: {}, correlationId: '' },
			});
		for (const [workspace, role] of roles) {
			const { members, tokens } = directories.of(workspace);
			const member = await members.find(id);
			if (member && member.addedBy !== BY_CLAIMS) continue;
			// A token was given under the former role.
			if (member && greaterRole(role, member.role) !== role) await tokens.revokeOf(id);
			await members.put({ id, name, role, addedBy: BY_CLAIMS });
			await directories.workspaces.join(id, workspace);
			if (member?.role !== role) await note(workspace, role);
		}
		for (const workspace of await directories.workspaces.of(id)) {
			if (roles.has(workspace)) continue;
			const { members, tokens } = directories.of(workspace);
			if ((await members.find(id))?.addedBy !== BY_CLAIMS) continue;
			await members.remove(id);
			await tokens.revokeOf(id);
			await directories.workspaces.leave(id, workspace);
			await note(workspace, 'none');
		}
		return { id, name };
	};

	return { scopesOf, placesFor, arrive };
}

/** For what looks at the headers of a request alone. */
export const LOCALHOST = 'http://localhost/';

const nameOf = ({ name, email, preferred_username: user, sub }: Claims): string => {
	const found = [name, email, user, sub].find(
		(one) => typeof one === 'string' && one.trim() !== '',
	);
	return String(found).replace(/\p{C}/gu, '').slice(0, 200);
};

/** A request that brings nothing but a token. */
export const bearing = (request: Request, token: string): Request =>
	new Request(request.url, { headers: { authorization: `Bearer ${token}` } });
