// Permissions of people: as members of workspaces, by an issuer's claims (LOADLINE_CLAIMS), by the token that let a client in.
import * as z from 'zod/v4';
import type { HttpDeps } from '../adapters/http';
import type { createAccessTeam, LoginServer } from '../adapters/oauth';
import {
	type Access,
	greaterRole,
	principalId,
	ROLES,
	type Role,
	readList,
	type Scope,
	scopesOfRole,
	workspaceName,
} from '../auth';
import type { Result } from '../shared/result';
import type { Directories } from './directory-object';

type Visitor = NonNullable<Awaited<ReturnType<HttpDeps['people']['visitor']>>>;
type Opened = NonNullable<Awaited<ReturnType<LoginServer['open']>>>;
type Assertion = Awaited<ReturnType<ReturnType<typeof createAccessTeam>>>;
type Claims = Extract<Assertion, { ok: true }>['value'];

/** Members whom LOADLINE_CLAIMS let in. */
const BY_CLAIMS = 'claims';

/** The directories of members, and the rules for an issuer's claims. */
export interface MembershipOptions {
	readonly claimRules: readonly ClaimRule[];
	readonly directories: Directories;
	/** API tokens and the token list, and development mode. */
	tokens(hostname: string, authorization: string | null): Promise<Access>;
	readonly note: HttpDeps['note'];
}

export function createMemberships(
	options: MembershipOptions,
	owner: () => Promise<{ readonly id: string } | null>,
) {
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
		const access = await options.tokens('localhost', `Bearer ${token}`);
		const now = access.kind === 'caller' ? access.principal : undefined;
		return now?.id === id && now.workspace === workspace ? (now.scopes as Scope[]) : undefined;
	};

	const placesFor = async (id: string): Promise<readonly Visitor['places'][number][]> => {
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

const nameOf = ({ name, email, preferred_username: user, sub }: Claims): string => {
	const found = [name, email, user, sub].find(
		(one) => typeof one === 'string' && one.trim() !== '',
	);
	return String(found).replace(/\p{C}/gu, '').slice(0, 200);
};

/** A rule: who has this claim with this value is in this workspace. */
const claimRule = () => {
	const claim = 'must name a claim, such as "email"';
	const value = 'must be the value, or * and its end';
	const issuer = 'must be the URL of one';
	return z.strictObject({
		/** `email`, `groups`, `hd`, …: a member of the verified claims. */
		claim: z.string(claim).min(1, claim).max(200, claim),
		/** The value, or with `*` in front its end: `*@example.com`. One of several where the claim is a list. */
		value: z
			.string(value)
			.min(1, value)
			.max(500, value)
			// `*` alone would let in whomever the provider knows.
			.refine((text) => text.replaceAll('*', '').length > 1 && text.indexOf('*', 1) < 0, {
				message: 'may have * only in front of at least two characters',
			}),
		workspace: workspaceName(),
		role: z.enum(ROLES, `must be ${ROLES.join(', ')}`),
		/** Only what this issuer says; of any that is configured, unless set. */
		issuer: z.string(issuer).min(1, issuer).max(500, issuer).optional(),
	});
};

type ClaimRule = z.output<ReturnType<typeof claimRule>>;

const MOST_RULES = 1000;

/** Reads LOADLINE_CLAIMS; any fault refuses the whole list. */
export const parseClaimRules = (json: string): Result<readonly ClaimRule[], string> =>
	readList(json, {
		variable: 'LOADLINE_CLAIMS',
		size: `at most ${MOST_RULES} rules`,
		most: MOST_RULES,
		entry: claimRule(),
	});

/** The workspaces of a user, and the role in each. @param claims verified: a signature was checked, or the issuer asked */
export const placesOf = (
	claims: Readonly<Record<string, unknown>>,
	rules: readonly ClaimRule[],
): ReadonlyMap<string, Role> => {
	const places = new Map<string, Role>();
	for (const rule of rules) {
		if (!holds(claims, rule)) continue;
		const known = places.get(rule.workspace);
		places.set(rule.workspace, known ? greaterRole(known, rule.role) : rule.role);
	}
	return places;
};

const holds = (claims: Readonly<Record<string, unknown>>, { claim, value, issuer }: ClaimRule) => {
	if (issuer !== undefined && claims.iss !== issuer) return false;
	// Whoever may choose an address at the provider would choose their way in.
	if (claim === 'email' && claims.email_verified !== true) return false;
	const said = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
	const values = Array.isArray(said) ? said : [said];
	return values.some((one) => typeof one === 'string' && matches(one, value));
};

const matches = (text: string, wanted: string): boolean => {
	if (!wanted.startsWith('*')) return text === wanted;
	const end = wanted.slice(1).toLowerCase();
	return text.length > end.length && text.toLowerCase().endsWith(end);
};
