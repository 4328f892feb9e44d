// An MCP server that lets in only whom its authorization server has given a token for it, and answers
// each user with what is theirs (RFC 9728, RFC 6750).
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { type RunningServer, serveWeb } from '../upstreams/node-http';
import type { IdentityProvider } from './identity-provider';

export interface ProtectedUpstream extends RunningServer {
	/** Bearer tokens received, newest last. */
	readonly tokens: readonly string[];
	/** Users whose calls arrived, newest last. */
	readonly callers: readonly string[];
}

const TOOLS = [
	{ name: 'whoami', description: 'Says whose token came.', scope: 'notes' },
	{ name: 'notes', description: 'Three hundred notes of the user.', scope: 'notes' },
	{ name: 'write_note', description: 'Writes one.', scope: 'notes:write' },
];

export async function startProtectedUpstream(
	{ issuer, provider }: Pick<IdentityProvider, 'issuer' | 'provider'>,
	scopes: readonly string[] = ['notes'],
): Promise<ProtectedUpstream> {
	const tokens: string[] = [];
	const callers: string[] = [];
	let url = '';
	const refuse = (status: number, error: string, scope = '') => {
		const metadata = new URL('/.well-known/oauth-protected-resource/mcp', url).href;
		const named = scope && `, scope="${scope}"`;
		const challenge = `Bearer ${error && `error="${error}", `}resource_metadata="${metadata}"${named}`;
		return new Response(null, { status, headers: { 'www-authenticate': challenge } });
	};
	const server = await serveWeb(async (request) => {
		const { pathname } = new URL(request.url);
		if (pathname === '/.well-known/oauth-protected-resource/mcp')
			return Response.json({
				resource: url,
				authorization_servers: [issuer],
				scopes_supported: scopes,
			});
		if (pathname !== '/mcp') return new Response(null, { status: 404 });
		const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
		if (token === undefined) return refuse(401, '');
		const found =
			(await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
		if (!found || ![found.aud].flat().includes(url)) return refuse(401, 'invalid_token');
		const who = found.accountId ?? found.clientId;
		tokens.push(token);
		const body = await request.clone().text();
		const called = TOOLS.find(({ name }) => body.includes(`"name":"${name}"`));
		if (called && !found.scope?.split(' ').includes(called.scope))
			return refuse(403, 'insufficient_scope', called.scope);
		if (called) callers.push(who);
		return createMcpHandler(() => serverOf(who), { legacy: 'stateless' }).fetch(request);
	});
	url = server.url;
	return { ...server, tokens, callers };
}

function serverOf(who: string): Server {
	const server = new Server(
		{ name: 'notes', version: '1' },
		{ capabilities: { tools: {}, resources: {}, prompts: {} } },
	);
	server.setRequestHandler('resources/list', () => ({
		resources: [{ uri: 'notes://mine', name: `Notes of ${who}` }],
	}));
	server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
	server.setRequestHandler('resources/read', ({ params: { uri } }) => ({
		contents: [{ uri, text: `${uri} of ${who}` }],
	}));
	server.setRequestHandler('prompts/list', () => ({ prompts: [{ name: `prompt_of_${who}` }] }));
	server.setRequestHandler('prompts/get', () => ({
		messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `of ${who}` } }],
	}));
	server.setRequestHandler('tools/list', () => ({
		tools: [...TOOLS, { name: `of_${who.replaceAll('-', '_')}`, description: 'Theirs.' }].map(
			({ name, description }) => ({
				name,
				description,
				inputSchema: { type: 'object' as const, properties: {} },
			}),
		),
	}));
	server.setRequestHandler('tools/call', ({ params }) => {
		const text =
			params.name === 'notes'
				? JSON.stringify(
						Array.from({ length: 300 }, (_, n) => ({
							id: n,
							owner: who,
							text: `Note ${n} of ${who}: ${'words '.repeat(12)}`,
						})),
					)
				: `${params.name} ${who}`;
		return { content: [{ type: 'text', text }] };
	});
	return server;
}
