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

it('counts no trial in a sum once another server was called, and says so', async () => {
	const state = mkdtempSync(join(tmpdir(), 'loadline-report-'));
	const said: unknown[] = [];
	const output = vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
	const group = (key: string) => ({
		...{ key, count: 1, outcomes: { error: 0 } },
		...{ originalTokens: { sum: 100 }, savedTokens: { net: 50 } },
	});
	const reported = async (hasOthers: boolean, ...keys: string[]) => {
		const open = async () => ({
			settle: async () => {},
			fetch: async () => Response.json({ groups: keys.map(group), hasOthers }),
			close: async () => {},
		});
		await reportCommand(open).parseAsync(['--state', state], { from: 'user' });
		return String(said.at(-1)).split('\n').at(-1);
	};
	const trials = ['demo__list', 'playground:shop__list'];
	expect(await reported(true, 'shop__list', ...trials)).toBe(
		'50 of 100 tokens saved (50 %) by 1 calls, those of the demo and the playground not counted',
	);
	expect(await reported(false, ...trials)).toBe(
		'50 of 100 tokens saved (50 %) by 1 calls, those of the playground not counted',
	);
	// One that is connected and was not called yet is another, as on the page.
	expect(await reported(true, 'search_records', 'demo:search_records', ...trials)).toBe(
		'50 of 100 tokens saved (50 %) by 1 calls, those of the demo and the playground not counted',
	);
	output.mockRestore();
	rmSync(state, { recursive: true });
});
