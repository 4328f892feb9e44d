// LOADLINE_GRANTS: which workspace may use which secret of the deployment, and where to. What is not granted
// is neither taken into a configuration nor sent.
import { isWorkspaceName, readList, WORKSPACE_NAME_RULE } from '../auth';
import { err, ok, type Result } from '../shared/result';

interface SecretGrant {
	readonly secret: string;
	/** `ws-…`, or `*` for all. */
	readonly workspace: string;
	/** Allowed destinations: `https://api.example`. */
	readonly origins: readonly string[];
}

const MEMBERS = ['secret', 'workspace', 'origins'];
const MOST_GRANTS = 10_000;

const isOrigin = (text: unknown): text is string =>
	typeof text === 'string' && /^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/.test(text);

const readGrant = (entry: Readonly<Record<string, unknown>>): Result<SecretGrant, string> => {
	const { secret, workspace, origins } = entry;
	if (typeof secret !== 'string' || !/^UPSTREAM_[A-Z0-9_]{1,91}$/.test(secret))
		return err('secret must be a name that begins with UPSTREAM_');
	if (workspace !== '*' && !isWorkspaceName(workspace))
		return err(`workspace must be ${WORKSPACE_NAME_RULE}, or *`);
	if (!Array.isArray(origins) || origins.length === 0 || !origins.every(isOrigin))
		return err('origins must be a list of origins, https://host without a path');
	return ok({ secret, workspace, origins });
};

/** Reads LOADLINE_GRANTS; any fault refuses the whole list. */
export const parseSecretGrants = (json: string): Result<readonly SecretGrant[], string> =>
	readList(json, {
		variable: 'LOADLINE_GRANTS',
		size: `at most ${MOST_GRANTS} grants`,
		most: MOST_GRANTS,
		members: MEMBERS,
		readEntry: readGrant,
	});

/** The grants that concern a workspace. */
export const grantsFor = (
	grants: readonly SecretGrant[],
	workspace: string,
): readonly SecretGrant[] =>
	grants.filter((grant) => grant.workspace === '*' || grant.workspace === workspace);
