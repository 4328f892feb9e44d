// The face of adapters/oauth: all that other rooms may import.
export {
	createLoginServer,
	type LoginServer,
	type LoginServerOptions,
	loginTokenIn,
	type Opened,
} from './authorization-server';
export type { ClientDocument } from './client';
export { ACCESS_HEADER, createAccessTeam } from './cloudflare-access';
export { createForeignFetch, type ForeignFetch } from './foreign-fetch';
export { beginSignIn, type Claims, finishSignIn, type SignInBegun } from './openid';
export { type Lent, type Protected, Vault } from './vault';
