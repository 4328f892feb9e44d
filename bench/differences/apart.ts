// Two conversations of one principal at a server that drives a browser: neither sees the other's page.
import type { Client } from '@modelcontextprotocol/client';
import type { ClientKind } from '../../test/worker/clients';
import { connect } from './start';

/** What each of two conversations sees of its tabs after each has opened a page of its own. */
export async function tabsOfTwo(kind: ClientKind, url: string, page: string): Promise<string[]> {
	const clients = [await connect(kind, url), await connect(kind, url)];
	const call = async (client: Client, at: number, name: string, args: object) => {
		// Clients of 2026-07-28 have no sessions: they say which conversation a call belongs to.
		const _meta = kind === 'v2 auto' ? { 'dev.loadline/session': `c${at}` } : {};
		const { content } = await client.callTool({ name, arguments: { ...args }, _meta });
		return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
	};
	for (const [at, client] of clients.entries())
		await call(client, at, 'browser_navigate', { url: `${page}/?user=${at}` });
	const tabs: string[] = [];
	for (const [at, client] of clients.entries())
		tabs.push(await call(client, at, 'browser_tabs', { action: 'list' }));
	await Promise.all(clients.map((client) => client.close()));
	return tabs;
}
