// The name of a tenant: every key of storage begins with one, so it holds nothing that separates keys.
import * as z from 'zod/v4';

/** Returns whether a text is the name of a workspace, `ws-` and 1 to 60 lower-case letters, digits or hyphens. */
export const isWorkspaceName = (text: unknown): text is string =>
	typeof text === 'string' && /^ws-[a-z0-9][a-z0-9-]{0,59}$/.test(text);

export const WORKSPACE_NAME_RULE = 'ws- and 1 to 60 lower-case letters, digits or -';

/** The name, with what it must be. */
export const workspaceName = (must = `must be ${WORKSPACE_NAME_RULE}`) =>
	z.string(must).refine(isWorkspaceName, must);
