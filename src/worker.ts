// The Worker: fetch and its Durable Objects, and nothing else.
import file from '../loadline.yaml';
import { toldFetch } from './adapters/cloudflare/told-fetch';
import { createLoadline, type Loadline } from './app';
import { conversationObject } from './app/conversation-object';
import type { Env } from './env';

export { Directory } from './app/directory-object';
export { Session } from './app/session-object';
export { Telemetry } from './app/telemetry-object';
export { Vault } from './app/vault-object';
export { Workspace } from './app/workspace-object';

let made: Loadline | undefined;

/** Made once per isolate. */
const loadline = (env: Env): Loadline => {
	made ??= createLoadline(env, file, { fetch: toldFetch });
	return made;
};

/** One object a conversation of a principal; it reaches servers by the Loadline of its own isolate. */
export class Conversation extends conversationObject((env) => loadline(env).upstream) {}

export default {
	fetch(request: Request, env: Env): Promise<Response> {
		return loadline(env).fetch(request);
	},
};
