// The Workers runtime: Durable Objects and how they are reached, work after an answer, connections.
export { waitUntil as defer } from 'cloudflare:workers';
export { type Hosted, type HostNamespace, hostedObject, remote } from './hosted-object';
export { toldFetch } from './told-fetch';
