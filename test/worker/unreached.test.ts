// A server that cannot be used is seen, with the reason: in /health, in the log and by the model
// (docs/gateway.md "Endpoints").
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureServer, startFixtureServer } from '../upstreams/fixture-server';
import { callThrough, connectClient } from './clients';
import { type Loadline, startLoadline } from './serve';

/** Takes connections and never says anything. */
let silent: Server;
/** Takes connections and breaks them off at the first word. */
let broken: Server;
let fixture: FixtureServer;
let loadline: Loadline;

const listening = (onData: 'ignore' | 'end'): Promise<Server> =>
	new Promise((resolve) => {
		const server = createServer((socket) => {
			socket.on('error', () => {});
			if (onData === 'end') socket.once('data', () => socket.end());
		});
		server.listen(0, '127.0.0.1', () => resolve(server));
	});
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
	silent = await listening('ignore');
	broken = await listening('end');
	fixture = await startFixtureServer({ era: 'legacy' });
	const closed = await listening('ignore');
	const free = portOf(closed);
	closed.close();
	loadline = await startLoadline({
		config: {
			demo: false,
			upstreams: [
				{ name: 'nowhere', url: 'https://no-such-host.invalid/mcp' },
				{ name: 'stopped', url: `http://127.0.0.1:${free}/mcp` },
				{ name: 'plain', url: `https://localhost:${portOf(broken)}/mcp` },
				{ name: 'broken', url: `http://127.0.0.1:${portOf(broken)}/mcp` },
				{ name: 'hung', url: `http://127.0.0.1:${portOf(silent)}/mcp` },
				{ name: 'hasty', url: fixture.url, timeoutMs: 500 },
			],
		},
	});
});

afterAll(async () => {
	await loadline?.stop();
	await fixture?.close();
	silent?.close();
	broken?.close();
});

const stateOf = async (wanted: string) => {
	const { upstreams } = (await (await loadline.fetch('/health')).json()) as {
		upstreams: { name: string; status: string; reason?: string }[];
	};
	return upstreams.find(({ name }) => name === wanted);
};

describe('a server that cannot be reached', () => {
	it.each([
		['nowhere', 'its host name was not found (DNS)'],
		['stopped', 'nothing listens at its "url"'],
		['plain', 'no secure connection could be made (TLS)'],
		['broken', 'broke off the connection before it had answered'],
	])('says why: %s', async (name, why) => {
		const client = await connectClient('v1', `${loadline.url}/mcp/${name}`);
		expect(client.getInstructions()).toContain(`Not usable now: Upstream "${name}"`);
		expect(client.getInstructions()).toContain(why);
		expect(await stateOf(name)).toMatchObject({ status: 'down' });
		expect((await stateOf(name))?.reason).toContain(why);
		const lines = loadline.logs.filter((line) => line.includes(`"upstream":"${name}"`));
		expect(lines).toEqual([expect.stringContaining('"event":"upstream_down"')]);
	});
});

describe('a server that says nothing', () => {
	it('is named to the model, and is down', async () => {
		expect(await stateOf('hung')).toMatchObject({ status: 'unknown' });
		const client = await connectClient('v1', `${loadline.url}/mcp`);
		expect(client.getInstructions()).toContain(
			'Not usable now: Upstream "hung" did not answer within 2000 ms',
		);
		await client.listTools();
		await expect.poll(async () => (await stateOf('hung'))?.status).toBe('down');
		expect((await stateOf('hung'))?.reason).toContain('did not answer within');
		expect(loadline.logs.join()).toContain('"upstream":"hung"');
	});
});

describe('a call that takes too long', () => {
	it('does not make a server down that answers', async () => {
		const client = await connectClient('v1', `${loadline.url}/mcp/hasty`);
		await client.listTools();
		const before = fixture.calls['tools/list'] ?? 0;
		const slow = await callThrough(client, 'slow', { ms: 20_000 });
		expect(slow.texts[0]).toContain('did not answer within 500 ms');
		await expect.poll(() => fixture.calls['tools/list'] ?? 0).toBe(before + 1);
		expect(await stateOf('hasty')).toMatchObject({ status: 'ok' });
	});
});
