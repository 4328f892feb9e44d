// Authentication and authorization: access of a deployment, tokens, scopes, roles, principals.

export { apiTokenText, type TokenFacts, workspaceOfToken } from './api-token';
export { challenge } from './challenge';
export { readList } from './configured-list';
export { deploymentSecretFault } from './deployment-secret';
export { isPrincipalId, labelOf, type Principal, principalId } from './principal';
export { FIRST_SCOPE, isEndpoint, METADATA, metadataUrl } from './resource';
export { greaterRole, isRole, ROLES, type Role, scopesOfRole } from './roles';
export { allows, lacks, SCOPES, type Scope, scopeOfTool } from './scopes';
export {
	accessMode,
	authenticate,
	bearerIn,
	CLOSED_ADVICE,
	LOCAL_PRINCIPAL,
	parseTokens,
} from './tokens';
export { isWorkspaceName, WORKSPACE_NAME_RULE } from './workspace-name';
