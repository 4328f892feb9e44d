// The Worker: fetch and its Durable Objects, and nothing else.
import file from '../loadline.yaml';
import { createLoadline } from './app';
import type { Env } from './env';

export { Session } from './app/session-object';
export { Telemetry } from './app/telemetry-object';
export { Workspace } from './app/workspace-object';

let loadline: ReturnType<typeof createLoadline> | undefined;

export default {
	fetch(request: Request, env: Env): Promise<Response> {
		loadline ??= createLoadline(env, file);
		return loadline(request);
	},
};
