// Outgoing HTTP: bounded bodies, timeouts and webhooks.
export { type BodyFault, peekBody, readBoundedText } from './bounded-body';
export type { LocalServer, Processes } from './local-server';
export { postJson } from './webhook';
export { within } from './within';
