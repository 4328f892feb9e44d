// How the tests run: one project in Node, for pure code and for tests that drive the real Worker
// from outside. Tests that need the Worker start it themselves (test/worker/serve.ts).
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: 'unit',
					include: ['test/**/*.test.ts'],
					exclude: ['test/worker/**'],
					testTimeout: 15_000,
				},
			},
			{
				test: {
					name: 'worker',
					include: ['test/worker/**/*.test.ts'],
					testTimeout: 30_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
