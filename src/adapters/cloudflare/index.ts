// The Workers runtime: Durable Objects and how they are reached, work after an answer, connections.
export { waitUntil as defer } from 'cloudflare:workers';
// A Durable Object as a host of plain services, and a service of one as seen from elsewhere.
export { type Hosted, type HostNamespace, hostedObject, remote } from './hosted-object';
export { toldFetch } from './told-fetch';
