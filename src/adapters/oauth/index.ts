// OAuth 2.1 and OpenID Connect: logs clients in here, people in at an issuer, and users in at upstreams.
export {
	type Asked,
	type AskFault,
	createLoginServer,
	type LoginServer,
	loginTokenIn,
} from './authorization-server';
export { createForeignFetch } from './foreign-fetch';
export { createAccessTeam, createOpenIdSignIn } from './openid';
export { Vault } from './vault';
