import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isWhole } from '../fuzz-runs';
import { serveWeb } from '../upstreams/node-http';
import { type Limited, startLimited } from './limits/start';
import { resultRaw } from './raw-calls';

/** A webhook's receiver: what it was sent, and what it answers. */
async function receive() {
	const bodies: unknown[] = [];
	const state = { status: 204 };
	const server = await serveWeb(async (request) => {
		bodies.push(await request.json());
		return new Response(null, { status: state.status });
	});
	return { url: `${server.origin}/hook`, bodies, state, stop: () => server.close() };
}

describe('alerts', () => {
	let receiver: Awaited<ReturnType<typeof receive>>;
	let loadline: Limited;
	let folder: string;

	const configured = (more: object = {}) => ({
		alerts: { webhook: { url: receiver.url, ...more }, minRequests: 5, oversizedRate: 0.5 },
		endpoints: { demo__list_bookings: { mode: 'off' } },
	});
	const start = (config?: object) => startLimited({ persistTo: folder, config });
	const ring = async () => {
		// Records arrive with their sessions, within a minute; asking for them has them arrive.
		await (await loadline.fetch('/api/telemetry')).text();
		await loadline.ring('TELEMETRY', 'ws-local');
	};
	const call = async (tool: string, times: number) => {
		for (let made = 0; made < times; made++) await resultRaw(loadline, tool, '{"id":"ls_001"}');
	};
	const callOversized = async (times: number) => {
		for (let made = 0; made < times; made++) await resultRaw(loadline, 'demo__list_bookings');
	};

	beforeEach(async () => {
		receiver = await receive();
		folder = await mkdtemp(join(tmpdir(), 'loadline-alerts-'));
	});
	afterEach(async () => {
		await loadline.stop();
		await receiver.stop();
		await rm(folder, { recursive: true, force: true });
	});

	it('are told once when an episode begins and once when it ends, restarts or not', async () => {
		loadline = await start(configured());
		await callOversized(4);
		await ring();
		expect(receiver.bodies).toEqual([]);

		await callOversized(2);
		await ring();
		await ring();
		expect(receiver.bodies).toEqual([
			{
				event: 'loadline.alert',
				workspace: 'ws-local',
				state: 'firing',
				rule: 'oversizedRate',
				value: 1,
				limit: 0.5,
				startedAt: expect.any(String),
				windowMinutes: 60,
				calls: 6,
				message: expect.stringContaining('100 %'),
			},
		]);

		await loadline.stop();
		loadline = await start();
		await ring();
		expect(receiver.bodies).toHaveLength(1);

		await call('demo__no_such_tool', 10);
		await ring();
		await ring();
		expect(receiver.bodies).toHaveLength(2);
		expect(receiver.bodies[1]).toMatchObject({ state: 'recovered', calls: 16, value: 0.375 });
	});

	it.runIf(isWhole)(
		'are told again when the webhook did not take them, in the form that Slack reads',
		async () => {
			loadline = await start(configured({ format: 'slack' }));
			receiver.state.status = 500;
			await callOversized(6);
			await ring();
			receiver.state.status = 200;
			await ring();
			await ring();
			expect(receiver.bodies).toHaveLength(2);
			expect(receiver.bodies[1]).toEqual({
				text: expect.stringMatching(/^Loadline ws-local: ALERT/),
			});
			expect(loadline.logs.some((line) => line.includes('answers 500'))).toBe(true);
		},
	);
});
