// The three clients that hosts use today, connected over real HTTP to a running Loadline.
import {
	Client,
	type ClientCapabilities,
	StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { share } from '../fuzz-runs';

export const CLIENTS = ['v1', 'v2 legacy', 'v2 auto'] as const;
export type ClientKind = (typeof CLIENTS)[number];
/** One of them by day, all by night. @param at which one: files of tests take different ones */
export const someClients = (at: number) => share(CLIENTS, CLIENTS.length, at);

const info = { name: 'loadline-tests', version: '1' };

/**
 * A connected client; the two packages agree on the methods used in these tests.
 * @param token bearer token, where the server wants one
 * @param capabilities what the client says it can be asked
 */
export async function connectClient(
	kind: ClientKind,
	to: string,
	token?: string,
	capabilities: ClientCapabilities = {},
): Promise<Client> {
	const url = new URL(to);
	const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
	if (kind === 'v1') {
		const old = new OldClient(info, { capabilities });
		await old.connect(new OldTransport(url, { requestInit }) as Parameters<typeof old.connect>[0]);
		return old as unknown as Client;
	}
	const client =
		kind === 'v2 auto'
			? new Client(info, { capabilities, versionNegotiation: { mode: 'auto' } })
			: new Client(info, { capabilities });
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
	return client;
}

/** A result as a host hands it on. */
export interface Told {
	/** Text of each block; `''` for blocks of other kinds. */
	readonly texts: readonly string[];
	readonly isError: boolean;
	/** The first block parsed, which is always just the data. */
	readonly data: Record<string, unknown>;
	/** The last block parsed: additions to a result that is a list or a text. */
	readonly added: Record<string, unknown>;
	readonly structured: Record<string, unknown> | undefined;
}

/** Calls a tool. A client validates the result against the schema that it has listed. */
export async function callThrough(
	client: Client,
	name: string,
	args: Record<string, unknown> = {},
): Promise<Told> {
	const result = await client.callTool({ name, arguments: args });
	const texts = result.content.map((block) => (block.type === 'text' ? block.text : ''));
	return {
		texts,
		isError: result.isError === true,
		get data() {
			return JSON.parse(texts[0] ?? '');
		},
		get added() {
			return JSON.parse(texts.at(-1) ?? '');
		},
		structured: result.structuredContent as Record<string, unknown> | undefined,
	};
}

/** Follows `chunk.nextCursor` from a first chunk to the end, and joins the text. */
export async function joinChunks(
	first: Told,
	next: (cursor: string) => Promise<Told>,
): Promise<string> {
	let all = '';
	for (let told = first; ; ) {
		all += told.texts[0];
		const { nextCursor } = told.added.chunk as { nextCursor?: string };
		if (nextCursor === undefined) return all;
		told = await next(nextCursor);
	}
}
