// A Loadline for one group of exchanges: in this process under the virtual clock, or a Worker in workerd.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtureHandler } from '../upstreams/fixture-server';
import type { WebHandler } from '../upstreams/node-http';
import { shop } from './upstream';

/** Addresses of the servers behind, for Loadline. */
export const SERVERS = {
	both: 'http://127.0.0.1:9901/mcp',
	legacy: 'http://127.0.0.1:9902/mcp',
	shop: 'http://127.0.0.1:9903/mcp',
	gone: 'http://127.0.0.1:9904/mcp',
	model: 'http://127.0.0.1:9906',
} as const;

/** Servers that answer at each of these, by port. */
export const handlers = (model: WebHandler): Readonly<Record<string, WebHandler>> => ({
	9901: fixtureHandler(),
	9902: fixtureHandler({ era: 'legacy' }),
	9903: shop,
	9906: model,
});

export interface House {
	fetch(request: Request): Promise<Response>;
	/** Lets what is due in the next ten minutes happen now. */
	settle(): Promise<void>;
}

export type Variables = Readonly<Record<string, string>>;
export type Open = (options: {
	readonly folder: string;
	readonly file: string;
	readonly variables: Variables;
	readonly fetch: (url: string | URL, init: RequestInit) => Promise<Response>;
	readonly onError: (error: unknown) => void;
}) => House;

/** Opens a Loadline in this process; requests to servers behind never leave it. */
export function openHouse(open: Open, variables: Variables, model: WebHandler): House {
	const behind = handlers(model);
	const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
		const request = new Request(url, {
			...init,
			...(init.body && ({ duplex: 'half' } as object)),
		});
		const address = new URL(request.url);
		const handler = behind[address.port];
		if (!handler) throw new TypeError('fetch failed');
		request.headers.set('host', address.host);
		const { signal } = request;
		const left = new Promise<never>((_, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason));
		});
		left.catch(() => {});
		return Promise.race([handler(request), left]);
	};
	// The pass-through asks the platform's own: no transcript may hang on what listens on this machine.
	globalThis.fetch = fetch;
	return open({
		folder: mkdtempSync(join(tmpdir(), 'loadline-transcript-')),
		file: '',
		variables,
		onError: (error) => console.error('a failure that no request sees:', error),
		fetch,
	});
}
