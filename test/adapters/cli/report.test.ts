// `loadline report` says its report on standard output, and nothing else.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { reportCommand } from '../../../src/adapters/cli/report';
import { log } from '../../../src/app/env';

it('keeps the log of the code that it runs out of its report', async () => {
	const state = mkdtempSync(join(tmpdir(), 'loadline-report-'));
	const said: unknown[] = [];
	const output = vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
	const open = async () => ({
		settle: async () => log({ level: 'warn', event: 'alert_firing' }),
		fetch: async () => Response.json({ groups: [] }),
		close: async () => log({ level: 'info', event: 'closed' }),
	});
	await reportCommand(open).parseAsync(['--json', '--state', state], { from: 'user' });
	expect(said).toEqual(['{"groups":[]}']);
	output.mockRestore();
	rmSync(state, { recursive: true });
});
