// What any Worker in between costs: one that passes each request on and its answer back, in the same workerd.
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';

const SCRIPT = 'export default { fetch: (request, { URL }) => fetch(new Request(URL, request)) }';

export interface NullProxy {
	readonly url: string;
	stop(): Promise<void>;
}

export async function startNullProxy(upstream: string): Promise<NullProxy> {
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			modules: true,
			script: SCRIPT,
			bindings: { URL: upstream },
			compatibilityDate: '2026-10-01',
			host: '127.0.0.1',
			cf: false,
			unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
		}),
	);
	await miniflare.ready;
	const { origin } = await miniflare.unsafeGetDirectURL();
	return { url: `${origin}/mcp`, stop: () => miniflare.dispose() };
}
