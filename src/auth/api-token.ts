// API tokens: `ll_<workspace>_<secret>`. The text names the workspace whose directory knows it, so that
// nothing is asked that all tenants share; only a digest of the whole is kept.
import { isWorkspaceName } from './workspace-name';

/** @param secret 33 random bytes, base64url */
export const apiTokenText = (workspace: string, secret: string) => `ll_${workspace}_${secret}`;

/** The workspace that a bearer token names; undefined where it is no API token. */
export const workspaceOfToken = (token: string): string | undefined => {
	const workspace = /^ll_(ws-[a-z0-9-]{1,60})_[A-Za-z0-9_-]{44}$/.exec(token)?.[1];
	return isWorkspaceName(workspace) ? workspace : undefined;
};

/** An API token as lists show it; nothing in it grants access. */
export interface TokenFacts {
	readonly id: string;
	readonly name: string;
	/** Principal id for whom it acts. */
	readonly principal: string;
	readonly scopes: readonly string[];
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly createdBy: string;
	readonly expiresAt: number | null;
	/** To the minute. */
	readonly usedAt: number | null;
}
