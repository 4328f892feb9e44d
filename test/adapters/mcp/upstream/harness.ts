// Helpers of the upstream tests: a source over a running server, and a caller.
import { onTestFinished } from 'vitest';
import { UpstreamPool } from '../../../../src/adapters/mcp/upstream/pool';
import { type UpstreamConfig, upstreamSource } from '../../../../src/adapters/mcp/upstream/source';
import type {
	CallAnswer,
	CallContext,
	SourceFault,
} from '../../../../src/gateway/contract/tool-source';
import { generationOf } from '../../../../src/gateway/upstream/with-login';
import type { Result } from '../../../../src/shared/result';
import { ok } from '../../../../src/shared/result';
import type { ToolResult } from '../../../../src/shared/tool-result';

export const call = { name: 't', args: {} };
/** An answer to it, as JSON. */
export const OK = '{"content":[{"type":"text","text":"fine"}]}';

/** A server that ends with the test. */
export async function during<T extends { close(): Promise<void> }>(start: Promise<T>): Promise<T> {
	const server = await start;
	onTestFinished(() => server.close());
	return server;
}

export const newPool = (maxClients = 100, now: () => number = () => 1_000): UpstreamPool =>
	new UpstreamPool({ now, fetch: (url, init) => fetch(url, init), version: '0.0.0', maxClients });

export const sourceOf = (
	server: { readonly url: string },
	{
		headers = {},
		...options
	}: Partial<UpstreamConfig> & { readonly headers?: Readonly<Record<string, string>> } = {},
	pool = newPool(),
) =>
	upstreamSource(
		{
			name: 'up',
			url: server.url,
			credentials: { of: async () => ok({ headers, generation: generationOf(headers) }) },
			timeoutMs: 10_000,
			maxTimeoutMs: 60_000,
			maxUpstreamBytes: 5_000_000,
			allowLoopback: true,
			...options,
		},
		pool,
	);

export interface Notified {
	readonly method: string;
	readonly params: unknown;
}

export function caller(
	options: Partial<CallContext> & { readonly who?: string } = {},
): CallContext & { readonly notified: Notified[] } {
	const { who = 'alice', ...rest } = options;
	const notified: Notified[] = [];
	return {
		principal: { id: who, workspace: 'ws-local', scopes: ['mcp:use'] },
		era: 'modern',
		correlationId: 'c-1',
		conversation: 'one',
		signal: new AbortController().signal,
		meta: {},
		notify: (method, params) => void notified.push({ method, params }),
		notified,
		...rest,
	};
}

/** The result of a call that is expected to succeed. */
export function resultOf(answer: Result<CallAnswer, SourceFault>): ToolResult {
	if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
	if (answer.value.kind !== 'result') throw new Error('input required');
	return answer.value.result;
}

export const textOf = (answer: Result<CallAnswer, SourceFault>): string =>
	String(resultOf(answer).content[0]?.text);

/** The fault of a call that is expected to fail. */
export function faultOf(answer: Result<unknown, SourceFault>): SourceFault {
	if (answer.ok) throw new Error(`succeeded: ${JSON.stringify(answer.value)}`);
	return answer.error;
}

/** Credentials of a caller, none of which may be shown. */
export const headers = {
	authorization: 'Bearer s3cret-token-value',
	'x-api-key': 'key-0123456789',
};
