// The routes over parts that are made up: each can be replaced, and what they were asked is kept.
import { createApp } from '../../../src/adapters/http/app';
import type { HttpDeps } from '../../../src/adapters/http/deps';
import type { Access } from '../../../src/auth';
import { err, ok } from '../../../src/shared/result';
import { fakeGateway, finished } from '../mcp/fake-gateway';

/** Somebody with these scopes. */
export const caller = (scopes: readonly string[]): Access => ({
	kind: 'caller',
	principal: { id: 'ann', workspace: 'ws-a', scopes },
});

/** The app, what it logged, and what its parts were asked. */
export const open = (parts: Partial<HttpDeps> = {}) => {
	const logged: unknown[] = [];
	const scopes: unknown[] = [];
	const replaced: unknown[] = [];
	const { gateway } = fakeGateway({
		call: async (_call, { scope }) => {
			scopes.push(scope);
			return finished({ content: [] });
		},
	});
	const config = { config: { defaultPageSize: 50, key: 'secret' }, origin: {}, version: 3 };
	const changes = { changes: [{ path: 'chunkSize', before: 1, after: 2 }], more: 0 };
	const changed = ({ text, ifMatch }: { text?: string; ifMatch?: number }) => {
		if (ifMatch !== undefined && ifMatch !== 3)
			return err({ code: 'stale', version: 3, issues: [{ path: '', reason: 'late' }] } as const);
		return text === 'bad'
			? err({ code: 'invalid', issues: [{ path: 'limit', reason: 'unknown key' }] } as const)
			: ok({ ...config, ...changes, version: 4 });
	};
	const app = createApp({
		serverInfo: { name: 'loadline', version: '1.2.3' },
		gatewayOf: async () => gateway,
		documentFile: async () => undefined,
		configured: () => [],
		results: {
			export: async () => err({ code: 'invalid', message: 'no such handle' }),
			link: async () => err({ code: 'links_off', message: 'off' }),
			linked: async () => undefined,
		},
		services: () => {
			throw new Error('no service is asked here');
		},
		erasures: {
			begin: async () => err('nothing is erased here'),
			get: async () => null,
			export: async () => ({ lines: [] }),
		},
		config: {
			current: async () => config as never,
			replace: async (...document) => {
				replaced.push(document);
				return changed(document[1]) as never;
			},
			rollback: async (...document) => {
				replaced.push(document);
				return changed(document[1]) as never;
			},
			upstream: async (...wish) => {
				replaced.push(wish);
				return changed({}) as never;
			},
			preview: async () => ok({ version: 3, ...changes }),
			history: async (_, page) => ok({ versions: [], total: page.offset }),
			document: async (_, version = 3) => ok({ version, document: {}, text: '' }),
		},
		hasOthers: async () => false,
		telemetry: () => {
			throw new Error('no telemetry is asked here');
		},
		forecast: () => {
			throw new Error('no forecast is asked here');
		},
		alerts: async () => ({ windowMinutes: 60, minRequests: 20, calls: 0, rules: [] }),
		directory: () => ({ audit: { note: async () => ({ n: 1, hash: '' }) } }) as never,
		workspaces: {} as never,
		secrets: {} as never,
		checkUrl: ok,
		deploymentAudit: {} as never,
		note: async () => {},
		reseal: {} as never,
		now: () => 0,
		access: async () => caller(['admin']),
		mayTry: async () => true,
		usage: () => [],
		people: { home: async () => undefined } as never,
		logins: () => ({}) as never,
		connections: {} as never,
		knowsUpstream: async (name) => name === 'github',
		health: async () => ({ upstreams: [{ name: 'github', status: 'ok' }] }),
		llm: {
			caller: async () => null,
			serve: async () => new Response('llm'),
			madeIn: () => undefined,
		},
		hooks: {
			'claude-code': { answer: async () => ({}) },
			'gemini-cli': { answer: async () => ({}) },
		},
		webFile: async () => undefined,
		mask: (shown) => ({ ...shown, key: '***' }),
		hosts: null,
		origins: ['https://claude.example'],
		log: (entry) => logged.push(entry),
		...parts,
	});
	const ask = (path: string, init: RequestInit = {}, base = 'https://loadline.example') =>
		Promise.resolve(app.fetch(new Request(new URL(path, base), init)));
	return { ask, logged, scopes, replaced };
};

/** A call of a tool. */
export const call = {
	method: 'POST',
	headers: {
		'content-type': 'application/json',
		accept: 'application/json, text/event-stream',
	},
	body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
};
/** The error that was answered. */
export const errorOf = async (response: Response) =>
	((await response.json()) as { error: { code: string; message: string; correlationId: string } })
		.error;
