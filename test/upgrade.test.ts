// Tests that what earlier versions kept is there for this one: states that they really made, in test/fixtures/state,
// each a backup of `loadline serve` after the same day's work.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { share } from './fuzz-runs';
import { commandLine } from './program';

const kept = globSync('*.tgz', { cwd: join(import.meta.dirname, 'fixtures/state') }).sort();
let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-upgrade-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

// The oldest one, by night all.
describe.each(share(kept, kept.length))('the state of %s', (file) => {
	it('has its settings, rules, runs, findings and tokens still, and takes more', async () => {
		const backup = join(folder, 'backup');
		rmSync(backup, { recursive: true, force: true });
		execFileSync('mkdir', [backup]);
		execFileSync('tar', ['xzf', join(import.meta.dirname, 'fixtures/state', file), '-C', backup]);
		const state = join(folder, basename(file, '.tgz'));
		expect(await commandLine(['restore', backup, '--state', state])).toMatchObject({ status: 0 });

		const args = [inject('command'), 'serve', '--port', '0', '--state', state];
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
		try {
			const url = await new Promise<string>((tell, fail) => {
				let said = '';
				child.stderr.on('data', (text) => {
					said += text;
					const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
					if (found) tell(found);
				});
				child.once('exit', () => fail(new Error(said)));
			});
			const api = async (path: string) =>
				JSON.stringify(await (await fetch(`${url}${path}`)).json());
			expect(await api('/api/config')).toContain('"defaultPageSize":7');
			expect(await api('/api/workflows')).toContain('tasks-one-by-one');
			expect(await api('/api/memory/objects?limit=10')).toContain('AGENTS.md');
			expect(await api('/api/tokens')).toContain('"name":"before"');

			const client = new Client({ name: 'test', version: '1' });
			const endpoint = new URL('/mcp?toolsets=records,workflow', url);
			await client.connect(new StreamableHTTPClientTransport(endpoint));
			const call = async (name: string, given: object = {}) =>
				JSON.stringify(await client.callTool({ name, arguments: { ...given } }));
			expect(await call('recall_analysis')).toContain('Kept before the upgrade');
			expect(await call('workflow_status', { session_id: 'fixture' })).toContain('"step":"plan');
			const moved = await call('workflow_set_tasks', {
				...{ session_id: 'fixture', loop_id: 'tasks' },
				tasks: [{ id: 't1', title: 'One', description: 'Do it' }],
			});
			expect(moved).not.toContain('"isError":true');
			await call('store_analysis_memory', { finding: 'Kept after it' });
			expect(await call('recall_analysis')).toContain('Kept after it');
			await client.close();
		} finally {
			const ended = once(child, 'exit');
			child.kill('SIGTERM');
			expect((await ended)[0]).toBe(0);
		}
		expect((await commandLine(['report', '--state', state, '--days', '365'])).out).toMatch(
			/^demo__list_bookings .*tokens saved/ms,
		);
	});
});

it('a state is kept of each version', () => {
	expect(kept.length).toBeGreaterThanOrEqual(2);
});
