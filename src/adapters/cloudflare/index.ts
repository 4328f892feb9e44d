// The Workers runtime: Durable Objects and how they are reached, work after an answer, connections.
export { defer, wait } from './defer';
export {
	type Host,
	type Hosted,
	type HostNamespace,
	hostedObject,
	objectNamed,
	remote,
} from './hosted-object';
export { toldFetch } from './told-fetch';
