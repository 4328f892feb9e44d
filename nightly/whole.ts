// Tries whole what `npm test` tries a share of: every edit on every document, every form of a page, many runs of each
// property, and what takes longer than `npm test` may (test/fuzz-runs.ts).
import { spawn } from 'node:child_process';

const child = spawn('npx', ['vitest', 'run', '--testTimeout', '7200000'], {
	stdio: 'inherit',
	env: { ...process.env, LOADLINE_WHOLE: '1' },
});
child.once('exit', (code) => process.exit(code ?? 1));
