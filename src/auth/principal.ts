// Who calls: the outcome of authentication, whatever the scheme.

export interface Principal {
	/** Stable name of the caller, unique within the workspace. */
	readonly id: string;
	/** The tenant, `ws-…`; every storage key begins with it. */
	readonly workspace: string;
	readonly scopes: readonly string[];
}

/** May change config and see upstream details. */
export const isAdministrator = (principal: Principal): boolean =>
	principal.scopes.includes('admin');
