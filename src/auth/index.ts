// Authentication and authorization: access of a deployment, tokens, scopes, roles, principals.

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
export {
	type Access,
	apiTokenText,
	bearerIn,
	createAccess,
	LOCAL_PRINCIPAL,
	parseTokens,
	readList,
	type TokenFacts,
} from './tokens';
export { isWorkspaceName, WORKSPACE_NAME_RULE, workspaceName } from './workspace-name';
