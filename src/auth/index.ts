// Authentication and authorization: access of a deployment, tokens, scopes, roles, principals.

export { apiTokenText, type TokenFacts } from './api-token';
export { readList } from './configured-list';
export { deploymentSecretFault } from './deployment-secret';
export { isPrincipalId, labelOf, type Principal, principalId } from './principal';
export { challenge, FIRST_SCOPE, isEndpoint, METADATA, metadataUrl } from './resource';
export {
	allows,
	greaterRole,
	isRole,
	lacks,
	ROLES,
	type Role,
	SCOPES,
	type Scope,
	scopeOfTool,
	scopesOfRole,
} from './scopes';
export { type Access, bearerIn, createAccess, LOCAL_PRINCIPAL, parseTokens } from './tokens';
export { isWorkspaceName, WORKSPACE_NAME_RULE, workspaceName } from './workspace-name';
