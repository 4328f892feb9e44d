// Telemetry on its way to a ClickHouse: a server of HTTP that can be down. What the engine itself makes of the
// rows, `npm run nightly -- dashboards` shows.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ClickHouse, type ClickHouseOptions } from '../../../src/adapters/node/clickhouse';

interface Asked {
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

let server: Server;
let asked: Asked[];
let status = 200;
let said: string[];

beforeEach(async () => {
	[asked, said, status] = [[], [], 200];
	server = createServer(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const body = Buffer.concat(parts).toString();
		asked.push({ url: request.url ?? '', headers: request.headers, body });
		response.writeHead(status).end(status === 200 ? '' : 'Code: 202. Too many\nqueries');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close());

const clickHouse = (options: Partial<ClickHouseOptions> = {}) =>
	new ClickHouse({
		url: `http://ann:s%40cret@127.0.0.1:${(server.address() as AddressInfo).port}/?database=mcp`,
		fetch,
		now: () => 1_795_000_000_999,
		report: (text) => said.push(text),
		delayMs: 5,
		...options,
	});
const point = (n: number) => ({ indexes: ['ws-one'], blobs: [`t__${n}`, 't'], doubles: [n, -1] });
const inserts = () => asked.filter(({ body }) => body.startsWith('INSERT'));
const rowsOf = ({ body }: Asked) => body.split('\n').slice(1);

it('makes the table, and sends rows by their columns, with credentials that are in no address', async () => {
	const rows = clickHouse();
	rows.writeDataPoint(point(1));
	rows.writeDataPoint(point(2));
	await expect.poll(() => inserts().length).toBe(1);
	expect(asked[0]?.body).toMatch(/^CREATE TABLE IF NOT EXISTS loadline_calls .*blob20.*double20/s);
	const [insert] = inserts();
	expect(insert?.url).toBe('/?database=mcp');
	expect(insert?.headers).toMatchObject({
		'x-clickhouse-user': 'ann',
		'x-clickhouse-key': 's@cret',
	});
	expect(insert && rowsOf(insert).map((row) => JSON.parse(row))).toEqual([
		...[1, 2].map((n) => ({
			timestamp: 1_795_000_000,
			...{ index1: 'ws-one', blob1: `t__${n}`, blob2: 't', double1: n, double2: -1 },
		})),
	]);
	rows.writeDataPoint(point(3));
	await rows.close();
	expect(inserts()).toHaveLength(2);
	expect(said).toEqual([]);
});

it('waits while nobody takes rows, sends the same batch again, and tells what was lost', async () => {
	status = 503;
	const rows = clickHouse({ batch: 2, mostWaiting: 3 });
	for (let n = 0; n < 2; n++) rows.writeDataPoint(point(n));
	await expect.poll(() => said.length).toBe(1);
	expect(said[0]).toBe(
		'ClickHouse does not take telemetry, which waits: HTTP 503 Code: 202. Too many queries',
	);
	for (let n = 2; n < 8; n++) rows.writeDataPoint(point(n));
	const before = asked.length;
	status = 200;
	await expect.poll(() => inserts().length).toBeGreaterThan(1);
	// After its pause, not at every row.
	expect(before).toBe(1);
	await rows.close();
	const sent = inserts().flatMap(rowsOf);
	expect(sent.map((row) => JSON.parse(row).double1)).toEqual([0, 1, 5, 6, 7]);
	expect(said.slice(1)).toEqual([
		'ClickHouse takes telemetry again',
		'ClickHouse: 3 rows of telemetry are lost',
	]);
});

it('ends at once where nobody listens, and says what it takes with it', async () => {
	const rows = clickHouse({ url: 'http://127.0.0.1:1' });
	rows.writeDataPoint(point(1));
	await rows.close();
	expect(said.at(-1)).toBe('ClickHouse: 1 rows of telemetry were not taken');
});

it.each(['clickhouse:8123', 'not an address'])('refuses %s', (url) => {
	expect(() => clickHouse({ url })).toThrow('LOADLINE_CLICKHOUSE_URL is not an address of HTTP');
});
