// Roles of workspace members, each a set of scopes.
import type { Scope } from './scopes';

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
export const greaterRole = (a: Role, b: Role): Role =>
	ROLES.indexOf(a) >= ROLES.indexOf(b) ? a : b;
