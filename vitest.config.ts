// How the tests run: pure code in Node, and tests that look at the real Worker from outside, in workerd, from
// a bundle that is built once (test/worker/serve.ts). Files share their modules: loading those for each took
// half of the time.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Milliseconds: patience for slow machines, not what anything takes. */
const patience = {
	testTimeout: 180_000,
	hookTimeout: 180_000,
	expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
	test: {
		// Many wait for a process that they test: twice the cores, where there are but two.
		maxWorkers: Math.max(4, availableParallelism() - 1),
		projects: [
			{
				test: {
					name: 'unit',
					include: ['test/**/*.test.ts'],
					exclude: ['test/worker/**'],
					setupFiles: ['test/properties.ts'],
					globalSetup: ['test/setup.ts'],
					isolate: false,
					...patience,
				},
			},
			{
				test: {
					name: 'worker',
					include: ['test/worker/**/*.test.ts'],
					globalSetup: ['test/setup.ts', 'test/worker/setup.ts'],
					isolate: false,
					...patience,
				},
			},
		],
	},
});
