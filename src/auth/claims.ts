// LOADLINE_CLAIMS: which workspaces a user has by what an identity provider says of them. It is of the
// deployment, not of a workspace: who writes it decides who is let in where.
import { err, ok, type Result } from '../shared/result';
import { greaterRole, isRole, ROLES, type Role } from './roles';
import { isWorkspaceName, WORKSPACE_NAME_RULE } from './workspace-name';

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

const MEMBERS = ['claim', 'value', 'workspace', 'role', 'issuer'];
const MOST_RULES = 1000;

const isText = (value: unknown, most: number): value is string =>
	typeof value === 'string' && value !== '' && value.length <= most;

const readRule = (entry: unknown): Result<ClaimRule, string> => {
	if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
		return err('must be an object {claim, value, workspace, role, issuer?}');
	const { claim, value, workspace, role, issuer } = entry as Record<string, unknown>;
	if (Object.keys(entry).some((key) => !MEMBERS.includes(key)))
		return err(`has an unknown member; allowed are ${MEMBERS.join(', ')}`);
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

/** Reads LOADLINE_CLAIMS; any fault refuses the whole list. The message names the entry, and quotes nothing. */
export const parseClaimRules = (json: string): Result<readonly ClaimRule[], string> => {
	let entries: unknown;
	try {
		entries = JSON.parse(json);
	} catch {
		return err('LOADLINE_CLAIMS is not valid JSON');
	}
	if (!Array.isArray(entries) || entries.length > MOST_RULES)
		return err(`LOADLINE_CLAIMS must be a JSON list of at most ${MOST_RULES} rules`);
	const rules: ClaimRule[] = [];
	for (const [index, entry] of entries.entries()) {
		const rule = readRule(entry);
		if (!rule.ok) return err(`LOADLINE_CLAIMS entry ${index + 1}: ${rule.error}`);
		rules.push(rule.value);
	}
	return ok(rules);
};

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
