// LOADLINE_CLAIMS: which workspaces a user has by what an identity provider says of them. It is of the
// deployment, not of a workspace: who writes it decides who is let in where.
import {
	greaterRole,
	isRole,
	isWorkspaceName,
	ROLES,
	type Role,
	readList,
	WORKSPACE_NAME_RULE,
} from '../auth';
import { err, ok, type Result } from '../shared/result';

/** A rule: who has this claim with this value is in this workspace. */
export interface ClaimRule {
	/** `email`, `groups`, `hd`, …: a member of the verified claims. */
	readonly claim: string;
	/** The value, or with `*` in front its end: `*@example.com`. One of several where the claim is a list. */
	readonly value: string;
	readonly workspace: string;
	readonly role: Role;
	/** Only what this issuer says; of any that is configured, unless set. */
	readonly issuer?: string;
}

const MEMBERS = ['claim', 'value', 'workspace', 'role', 'issuer?'];
const MOST_RULES = 1000;

const isText = (value: unknown, most: number): value is string =>
	typeof value === 'string' && value !== '' && value.length <= most;

const readRule = (entry: Readonly<Record<string, unknown>>): Result<ClaimRule, string> => {
	const { claim, value, workspace, role, issuer } = entry;
	if (!isText(claim, 200)) return err('claim must name a claim, such as "email"');
	if (!isText(value, 500)) return err('value must be the value, or * and its end');
	// `*` alone would let in whomever the provider knows.
	if (value.replaceAll('*', '').length < 2 || value.indexOf('*', 1) > 0)
		return err('value may have * only in front of at least two characters');
	if (!isWorkspaceName(workspace)) return err(`workspace must be ${WORKSPACE_NAME_RULE}`);
	if (!isRole(role)) return err(`role must be ${ROLES.join(', ')}`);
	if (issuer !== undefined && !isText(issuer, 500)) return err('issuer must be the URL of one');
	return ok({ claim, value, workspace, role, ...(issuer !== undefined && { issuer }) });
};

/** Reads LOADLINE_CLAIMS; any fault refuses the whole list. */
export const parseClaimRules = (json: string): Result<readonly ClaimRule[], string> =>
	readList(json, {
		variable: 'LOADLINE_CLAIMS',
		size: `at most ${MOST_RULES} rules`,
		most: MOST_RULES,
		members: MEMBERS,
		readEntry: readRule,
	});

/**
 * The workspaces of a user, and the role in each.
 * @param claims verified: a signature was checked, or the issuer itself was asked
 */
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

const holds = (
	claims: Readonly<Record<string, unknown>>,
	{ claim, value, issuer }: ClaimRule,
): boolean => {
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
