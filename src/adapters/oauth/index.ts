// OAuth 2.1 and OpenID Connect: logs clients in here, people in at an issuer, and users in at upstreams.

// The authorization server of this deployment, and its tokens.
export {
	type Asked,
	type AskFault,
	createLoginServer,
	type LoginServer,
	loginTokenIn,
} from './authorization-server';
// Sign-in of people, at an OpenID issuer or through Cloudflare Access.
export { createAccessTeam } from './cloudflare-access';
// Logins at upstreams, and the bounded fetch for servers that are not trusted.
export { createForeignFetch } from './foreign-fetch';
export { createOpenIdSignIn } from './openid';
export { Vault } from './vault';
