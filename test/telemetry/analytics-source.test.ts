import { describe, expect, it } from 'vitest';
import { analyticsSqlApi } from '../../src/adapters/analytics';
import { dataPointOf } from '../../src/telemetry/columns';
import { serveWeb } from '../upstreams/node-http';
import { ACCOUNT, AnalyticsStandIn, TOKEN } from './analytics-stand-in';
import { recordWith, START } from './records';
import { testSource } from './source-contract';

const sourceOver = (standIn: AnalyticsStandIn, token = TOKEN, workspace = 'ws-one') =>
	analyticsSqlApi({ account: ACCOUNT, token, workspace, fetch: standIn.fetch });

const query = { from: START, to: START + 60_000, groupBy: 'endpoint' } as const;

describe('figures from the Analytics Engine SQL API', () => {
	testSource((records) => {
		const standIn = new AnalyticsStandIn();
		for (const record of records) standIn.write(dataPointOf(record), record.time + 40);
		return sourceOver(standIn);
	});

	it('come over HTTP as the API documents it', async () => {
		const standIn = new AnalyticsStandIn();
		standIn.write(dataPointOf(recordWith()), START);
		const server = await serveWeb(async (request) => {
			const { url, method, headers } = request;
			return standIn.fetch(url, { method, headers, body: await request.text() });
		});
		const { origin } = server;
		const options = { account: ACCOUNT, token: TOKEN, workspace: 'ws-one', fetch, origin };
		expect(await analyticsSqlApi(options).query(query)).toMatchObject({ value: [{ count: 1 }] });
		await server.close();
	});

	it('weigh each row by the calls it stands for', async () => {
		const standIn = new AnalyticsStandIn();
		standIn.write(dataPointOf(recordWith({ estimatedTokens: 100 })), START, 30);
		standIn.write(dataPointOf(recordWith({ estimatedTokens: 500 })), START, 10);
		expect(await sourceOver(standIn).query(query)).toMatchObject({
			value: [{ count: 40, tokens: { sum: 8000, average: 200, p50: 100, p95: 500 } }],
		});
	});

	it('are of the own workspace', async () => {
		const standIn = new AnalyticsStandIn();
		standIn.write(dataPointOf(recordWith()), START);
		const other = sourceOver(standIn, TOKEN, 'ws-two');
		expect(await other.query(query)).toEqual({ ok: true, value: [] });
	});

	it.each([
		['the API refuses', async () => new Response('who are you', { status: 403 })],
		['the API answers something else', async () => Response.json({ rows: 1 })],
		['nobody answers', () => Promise.reject(new TypeError('fetch failed'))],
	])('are unavailable when %s, and the token is in no message', async (_, fetch) => {
		const source = analyticsSqlApi({ account: ACCOUNT, token: TOKEN, workspace: 'ws-one', fetch });
		const answer = await source.query(query);
		expect(answer).toMatchObject({ ok: false, error: { code: 'unavailable' } });
		expect(JSON.stringify(answer)).not.toContain(TOKEN);
	});
});
