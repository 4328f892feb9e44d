// LOADLINE_SECRET is changed: what lies sealed is sealed anew, and nothing needs the former one any more.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isWhole } from '../fuzz-runs';
import { commandLine } from '../program';
import { type Loadline, startLoadline } from './serve';

const entry = (name: string, scopes: readonly string[]) => ({
	...{ name, workspace: 'ws-a', scopes },
	sha256: createHash('sha256').update(`${name}-token`).digest('hex'),
});
const TOKENS = [entry('root', ['admin', 'operator']), entry('bob', ['mcp:use'])];
const OLD = 'an-old-secret-0123456789abcdef-012345';
const NEW = 'a-new-secret-9876543210fedcba-543210';

it.runIf(isWhole)(
	'secrets of workspaces and users outlive the secret that they were sealed with',
	async () => {
		const persistTo = await mkdtemp(join(tmpdir(), 'loadline-rotation-'));
		onTestFinished(() => rm(persistTo, { recursive: true, force: true }));
		const under = async <T>(
			secret: string,
			work: (loadline: Loadline) => Promise<T>,
		): Promise<T> => {
			const vars = { LOADLINE_SECRET: secret, LOADLINE_TOKENS: JSON.stringify(TOKENS) };
			const loadline = await startLoadline({ dev: false, persistTo, vars });
			return work(loadline).finally(() => loadline.stop());
		};
		const keep = (loadline: Loadline, who: string, path: string) =>
			loadline.fetch(path, {
				method: 'PUT',
				headers: { authorization: `Bearer ${who}-token`, 'content-type': 'application/json' },
				body: JSON.stringify({ value: 'hunter2', origins: ['https://api.example'] }),
			});
		const reseal = async (loadline: Loadline, ...names: string[]) => {
			const env = { LOADLINE_URL: loadline.url, LOADLINE_TOKEN: 'root-token' };
			return (await commandLine(['workspace', 'reseal', ...names], { env })).out.trim();
		};
		await under(OLD, async (loadline) => {
			expect((await keep(loadline, 'root', '/api/secrets/OURS')).status).toBe(200);
			expect((await keep(loadline, 'bob', '/api/me/secrets/HIS')).status).toBe(200);
			// Nothing is to be done yet; a member may not ask for it.
			expect(await reseal(loadline, 'ws-a')).toBe('ws-a: 3 vaults, 0 sealed anew, 0 unreadable');
			const asked = { method: 'POST', headers: { authorization: 'Bearer bob-token' } };
			expect((await loadline.fetch('/api/workspaces/ws-a/reseal', asked)).status).toBe(403);
		});
		// The old one gone too early: it is told, and nothing is lost.
		await under(NEW, async (loadline) => {
			expect(await reseal(loadline, 'ws-a')).toBe('ws-a: 3 vaults, 0 sealed anew, 2 unreadable');
		});
		await under(`${NEW},${OLD}`, async (loadline) => {
			expect(await reseal(loadline, 'ws-a')).toBe('ws-a: 3 vaults, 2 sealed anew, 0 unreadable');
		});
		await under(NEW, async (loadline) => {
			expect(await reseal(loadline, 'ws-a')).toBe('ws-a: 3 vaults, 0 sealed anew, 0 unreadable');
		});
	},
);
