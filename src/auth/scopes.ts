// The closed list of scopes, and the roles of members, each a set of them. Each tool and route declares the scope it takes; `allows` is
// the one place that compares (docs/gateway.md "Scopes").

export const SCOPES = [
	/** Read: tools annotated read-only, resources, prompts, lists and everything that GET shows. */
	'mcp:read',
	/** Call any tool, and work with sessions, runs and drafts. */
	'mcp:use',
	/** Approve, reject and roll back what binds the workspace. */
	'memory:review',
	/** Change the configuration, workflows and collections of the workspace. */
	'config:write',
	/** Read figures of the workspace, and one's own requests. */
	'telemetry:read',
	/** All of the above; also its secrets, tokens, members, audit log and what others did. */
	'admin',
	/** Workspaces of the deployment. Only the deployment itself gives it, never a workspace. */
	'operator',
] as const;

/** One thing that a caller may do. */
export type Scope = (typeof SCOPES)[number];

/** The scopes that another one includes. */
const HOLDS: ReadonlyMap<string, readonly Scope[]> = new Map([
	['mcp:use', ['mcp:read']],
	['admin', ['mcp:read', 'mcp:use', 'memory:review', 'config:write', 'telemetry:read']],
]);

/** Returns whether somebody with these scopes may do what takes `needed`. */
export const allows = ({ scopes }: { scopes: readonly string[] }, needed: Scope): boolean => {
	for (const scope of scopes)
		if (scope === needed || HOLDS.get(scope)?.includes(needed)) return true;
	return false;
};

/** The scope that a tool takes: what is annotated as read-only takes less. */
export const scopeOfTool = (tool: Readonly<Record<string, unknown>>): Scope => {
	const annotations = tool.annotations as { readonly readOnlyHint?: unknown } | undefined;
	return annotations?.readOnlyHint === true ? 'mcp:read' : 'mcp:use';
};

/** One sentence for whoever lacks a scope. */
export const lacks = (what: string, needed: Scope): string =>
	`${what} takes the scope "${needed}", which this caller does not have: use a token that has it.`;

export const ROLES = ['reader', 'member', 'reviewer', 'admin'] as const;
/** Role of a member in a workspace. */
export type Role = (typeof ROLES)[number];

const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = {
	reader: ['mcp:read'],
	member: ['mcp:use'],
	reviewer: ['mcp:use', 'memory:review', 'telemetry:read'],
	admin: ['admin'],
};

/** Returns whether a text names a role. */
export const isRole = (text: unknown): text is Role => ROLES.some((role) => role === text);

export const scopesOfRole = (role: Role): readonly Scope[] => SCOPES_OF[role];

/** The greater of two roles: they are listed from the least to the most. */
export const greaterRole = (a: Role, b: Role) => (ROLES.indexOf(a) >= ROLES.indexOf(b) ? a : b);
