// The protocol's own conformance suite against Loadline in front of its fixture server: the
// gateway is transparent in both eras (modelcontextprotocol.io, conformance requirements).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureServer, startFixtureServer } from '../upstreams/fixture-server';
import { type Loadline, startLoadline } from './serve';

const CONFORMANCE = join(
	'node_modules',
	'@modelcontextprotocol',
	'conformance',
	'dist',
	'index.js',
);

/** Scenarios of the older era that need a request from the server to the client. */
const SERVER_TO_CLIENT = [
	'tools-call-sampling',
	'tools-call-elicitation',
	'elicitation-sep1034-defaults',
	'elicitation-sep1330-enums',
];

let fixture: FixtureServer;
let loadline: Loadline;

beforeAll(async () => {
	fixture = await startFixtureServer();
	loadline = await startLoadline({
		config: { upstreams: [{ name: 'fixture', url: fixture.url }] },
	});
});

afterAll(async () => {
	await loadline?.stop();
	await fixture?.close();
});

/** Runs the suite and gives its exit code and what it printed. */
function conformance(...args: string[]): Promise<{ code: number | null; output: string }> {
	const url = `${loadline.url}/mcp/fixture`;
	const child = spawn(process.execPath, [CONFORMANCE, 'server', '--url', url, ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

describe('the conformance suite', () => {
	it('passes every scenario that 2026-07-28 requires', async () => {
		const { code, output } = await conformance('--requirements', '2026-07-28');
		expect(code, output.slice(-4000)).toBe(0);
	}, 120_000);

	it('passes all of 2025-11-25 but the four that need server-to-client requests', async () => {
		const { output } = await conformance('--requirements', '2025-11-25');
		const lines = [...output.matchAll(/^(✓|✗) ([\w-]+): \d+ passed/gm)];
		const failed = lines.filter(([, mark]) => mark === '✗').map(([, , name]) => name);
		expect(failed.sort(), output.slice(-4000)).toEqual([...SERVER_TO_CLIENT].sort());
		expect(lines.length).toBeGreaterThanOrEqual(30);
	}, 120_000);
});
