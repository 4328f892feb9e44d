// Two conversations of one principal at a server that drives a browser: neither sees the other's page.
import type { Client } from '@modelcontextprotocol/client';
import type { ClientKind } from '../../test/worker/clients';
import { connect } from './start';

/** Returns the tabs that each of two conversations sees after each has opened a page of its own. */
export async function tabsOfTwo(kind: ClientKind, url: string, page: string): Promise<string[]> {
	const clients = [await connect(kind, url), await connect(kind, url)];
	const sessions: (object | undefined)[] = [];
	const call = async (client: Client, at: number, name: string, args: object) => {
		// A client of 2026-07-28 has no session: the answer names the one of its call, as a model reads it.
		const session = sessions[at] ?? {};
		const { content } = await client.callTool({ name, arguments: { ...args, ...session } });
		const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
		const [, session_id] = /"session_id":"([\w-]+)"/.exec(text) ?? [];
		sessions[at] ??= session_id === undefined ? undefined : { _loadline: { session_id } };
		return text;
	};
	for (const [at, client] of clients.entries())
		await call(client, at, 'browser_navigate', { url: `${page}/?user=${at}` });
	const tabs: string[] = [];
	for (const [at, client] of clients.entries())
		tabs.push(await call(client, at, 'browser_tabs', { action: 'list' }));
	if (kind === 'v2 auto') {
		const stranger = await connect(kind, url);
		const { content } = await stranger.callTool({
			name: 'browser_tabs',
			arguments: { action: 'list' },
		});
		if (JSON.stringify(content).includes('user=')) tabs.push('a stranger sees them');
		await stranger.close();
	}
	await Promise.all(clients.map((client) => client.close()));
	return tabs;
}
