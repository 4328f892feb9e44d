// The composition root: builds the deployment and its Durable Objects from the bindings of the environment.
export { createLoadline } from './app';
export { conversationObject } from './conversations';
export { Directory } from './directory-object';
export type { Env } from './env';
export { Session } from './session-object';
export { Telemetry } from './telemetry';
export { Vault } from './vault-object';
export { Workspace } from './workspace-object';
