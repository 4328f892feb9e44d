// The Worker: fetch and its Durable Objects, and nothing else.
import file from '../loadline.yaml';
import { toldFetch } from './adapters/cloudflare';
import { conversationObject, createLoadline, type Env } from './app';

export { Directory, Session, Telemetry, Vault, Workspace } from './app';

let made: ReturnType<typeof createLoadline> | undefined;

/** Made once per isolate. */
const loadline = (env: Env) => {
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
