// LOADLINE_GRANTS: which workspace may use which secret of the deployment, and where to. What is not granted
// is neither taken into a configuration nor sent.
import * as z from 'zod/v4';
import { readList, WORKSPACE_NAME_RULE, workspaceName } from '../auth';
import type { Result } from '../shared/result';

const secretGrant = () => {
	const secret = 'must be a name that begins with UPSTREAM_';
	const origins = 'must be a list of origins, https://host without a path';
	const origin = z.string(origins).regex(ORIGIN, origins);
	return z.strictObject({
		secret: z.string(secret).regex(/^UPSTREAM_[A-Z0-9_]{1,91}$/, secret),
		/** `ws-…`, or `*` for all. */
		workspace: z.union([z.literal('*'), workspaceName()], `must be ${WORKSPACE_NAME_RULE}, or *`),
		/** Allowed destinations: `https://api.example`. */
		origins: z.array(origin, origins).min(1, origins),
	});
};

const ORIGIN = /^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/;

type SecretGrant = z.output<ReturnType<typeof secretGrant>>;

const MOST_GRANTS = 10_000;

/** Reads LOADLINE_GRANTS; any fault refuses the whole list. */
export const parseSecretGrants = (json: string): Result<readonly SecretGrant[], string> =>
	readList(json, {
		variable: 'LOADLINE_GRANTS',
		size: `at most ${MOST_GRANTS} grants`,
		most: MOST_GRANTS,
		entry: secretGrant(),
	});

/** The grants that concern a workspace. */
export const grantsFor = (grants: readonly SecretGrant[], workspace: string) =>
	grants.filter((grant) => grant.workspace === '*' || grant.workspace === workspace);
