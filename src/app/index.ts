// The composition root: builds the deployment and its Durable Objects from the bindings of the environment.
export { createLoadline } from './app';
export { Directory } from './directory-object';
export type { Env } from './env';
export { Session, Vault, Workspace } from './objects';
export { conversationObject } from './services';
export { Telemetry } from './telemetry';
