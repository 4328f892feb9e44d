// The Worker: fetch, and nothing else.
import file from '../loadline.yaml';
import { createLoadline } from './app';
import type { Env } from './env';

let loadline: ReturnType<typeof createLoadline> | undefined;

export default {
	fetch(request: Request, env: Env): Promise<Response> {
		loadline ??= createLoadline(env, file);
		return loadline(request);
	},
};
