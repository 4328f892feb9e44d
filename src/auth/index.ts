// The face of auth: all that other rooms may import.
export { accessMode, CLOSED_ADVICE, LOCAL_PRINCIPAL } from './access';
export { apiTokenText, type TokenFacts, workspaceOfToken } from './api-token';
export { type Act, type AuditEntry, brokenAt, type Head, NO_HEAD, nextEntry } from './audit';
export { challenge } from './challenge';
export { type ClaimRule, parseClaimRules, placesOf } from './claims';
export { deploymentSecretFault } from './deployment-secret';
export { isPrincipalId, labelOf, type Principal, principalId } from './principal';
export { FIRST_SCOPE, isEndpoint, METADATA, metadataUrl } from './resource';
export { greaterRole, isRole, ROLES, type Role, scopesOfRole } from './roles';
export { allows, lacks, SCOPES, type Scope, scopeOfTool } from './scopes';
export { grantsFor, parseSecretGrants } from './secret-grants';
export { authenticate, bearerIn, parseTokens } from './tokens';
export { isWorkspaceName, WORKSPACE_NAME_RULE } from './workspace-name';
