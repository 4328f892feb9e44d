// The protocol's own conformance suite against Loadline in front of its fixture server: the
// gateway is transparent in both eras (modelcontextprotocol.io, conformance requirements).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fetchTool } from '../../scripts/tools.mjs';
import { share } from '../fuzz-runs';
import { startEras } from './eras';

let program: string;
beforeAll(async () => {
	const peers = await fetchTool('peers');
	program = join(peers, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
});
const eras = startEras();

/** Runs the suite for a revision and gives its exit code and what it printed. */
function conformance(
	upstream: string,
	revision: string,
): Promise<{ code: number | null; output: string }> {
	const url = `${eras.loadline.url}/mcp/${upstream}`;
	const args = [program, 'server', '--url', url, '--requirements', revision];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** Names of the scenarios that passed and failed, as far as the revision requires them. */
const outcomes = (output: string) => {
	const unscored = new Set([...output.matchAll(/^ {2}[✓✗] ([\w-]+) \(/gm)].map(([, name]) => name));
	const lines = [...output.matchAll(/^(✓|✗) ([\w-]+): \d+ passed/gm)];
	const named = (wanted: string) =>
		lines
			.filter(([, mark, name]) => mark === wanted && !unscored.has(name))
			.map(([, , name]) => name);
	return { passed: named('✓'), failed: named('✗') };
};

describe.each(
	share(
		[
			['both', '2026-07-28', 37],
			['both', '2025-11-25', 30],
			['legacy', '2025-11-25', 30],
		] as const,
		3,
	),
)('the conformance suite, through to a server of %s', (upstream, revision, least) => {
	it(`passes every scenario that ${revision} requires`, async () => {
		const { code, output } = await conformance(upstream, revision);
		const { passed, failed } = outcomes(output);
		expect(failed, output.slice(-6000)).toEqual([]);
		expect(passed.length).toBeGreaterThanOrEqual(least);
		expect(code).toBe(0);
	});
});
