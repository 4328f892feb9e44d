// LOADLINE_GRANTS: which workspace may use which secret of the deployment, and where to. What is not granted
// is neither taken into a configuration nor sent.
import { err, ok, type Result } from '../shared/result';
import { isWorkspaceName, WORKSPACE_NAME_RULE } from './workspace-name';

export interface SecretGrant {
	/** `UPSTREAM_…` */
	readonly secret: string;
	/** `ws-…`, or `*` for all. */
	readonly workspace: string;
	/** Where it may be sent: `https://api.example`. */
	readonly origins: readonly string[];
}

const MEMBERS = ['secret', 'workspace', 'origins'];
const MOST_GRANTS = 10_000;

const isOrigin = (text: unknown): text is string =>
	typeof text === 'string' && /^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/.test(text);

const readGrant = (entry: unknown): Result<SecretGrant, string> => {
	if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
		return err('must be an object {secret, workspace, origins}');
	const { secret, workspace, origins } = entry as Record<string, unknown>;
	if (Object.keys(entry).some((key) => !MEMBERS.includes(key)))
		return err(`has an unknown member; allowed are ${MEMBERS.join(', ')}`);
	if (typeof secret !== 'string' || !/^UPSTREAM_[A-Z0-9_]{1,91}$/.test(secret))
		return err('secret must be a name that begins with UPSTREAM_');
	if (workspace !== '*' && !isWorkspaceName(workspace))
		return err(`workspace must be ${WORKSPACE_NAME_RULE}, or *`);
	if (!Array.isArray(origins) || origins.length === 0 || !origins.every(isOrigin))
		return err('origins must be a list of origins, https://host without a path');
	return ok({ secret, workspace, origins });
};

/** Reads LOADLINE_GRANTS; any fault refuses the whole list. The message names the entry, and quotes nothing. */
export const parseSecretGrants = (json: string): Result<readonly SecretGrant[], string> => {
	let entries: unknown;
	try {
		entries = JSON.parse(json);
	} catch {
		return err('LOADLINE_GRANTS is not valid JSON');
	}
	if (!Array.isArray(entries) || entries.length > MOST_GRANTS)
		return err(`LOADLINE_GRANTS must be a JSON list of at most ${MOST_GRANTS} grants`);
	const grants: SecretGrant[] = [];
	for (const [index, entry] of entries.entries()) {
		const grant = readGrant(entry);
		if (!grant.ok) return err(`LOADLINE_GRANTS entry ${index + 1}: ${grant.error}`);
		grants.push(grant.value);
	}
	return ok(grants);
};

/** The grants that concern a workspace. */
export const grantsFor = (
	grants: readonly SecretGrant[],
	workspace: string,
): readonly SecretGrant[] =>
	grants.filter((grant) => grant.workspace === '*' || grant.workspace === workspace);
