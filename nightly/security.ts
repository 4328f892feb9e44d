// Attacks that take longer than the tests may: random input to every reader, hostile parameters of
// OAuth, and two tenants with four users who never see each other's data, for a hundred rounds.
import { spawn } from 'node:child_process';

const files = ['tenants', 'closed', 'oauth-input', 'logins'].map(
	(name) => `test/worker/${name}.test.ts`,
);
const env = { ...process.env, LOADLINE_ROUNDS: '100', LOADLINE_FUZZ_RUNS: '30000' };
const run = (...args: string[]) =>
	new Promise<number | null>((resolve) => {
		const all = ['vitest', 'run', ...args, '--testTimeout', '1800000'];
		spawn('npx', all, { stdio: 'inherit', env }).once('exit', resolve);
	});
const codes = [
	await run('--project', 'unit', 'test/security'),
	await run('--project', 'worker', ...files),
];
process.exit(codes.every((code) => code === 0) ? 0 : 1);
