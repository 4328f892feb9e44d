// Rooms whose files are changed together, and the tests that must notice.

export interface Room {
	/** Test files, as globs. */
	readonly tests: readonly string[];
	/**
	 * Files whose values are made at their first use and then kept, as schemas are: only the first test of a
	 * file seems to reach them, so that all of the tests given here are asked.
	 */
	readonly keeps?: { readonly files: readonly string[]; readonly tests: readonly string[] };
}

export const ROOMS: Readonly<Record<string, Room>> = {
	replay: { tests: ['test/replay/**/*.test.ts'] },
	transient: {
		tests: [
			'test/transient/**/*.test.ts',
			'test/client/{apply,ledger-agreement,observing,transient-context}.test.ts',
			// Removals and their price are asked through the pass-through to providers.
			'test/adapters/llm/{ages,agreement,branches,codex,lifetimes,models,orders,places,price,readings,told,used}.test.ts',
		],
	},
	workflow: {
		tests: ['test/workflow/**/*.test.ts', 'test/adapters/sqlite/earlier-states.test.ts'],
	},
	config: {
		tests: ['test/config/**/*.test.ts'],
		keeps: {
			files: ['fields', 'schema', 'upstream-schema'].map((name) => `src/config/${name}.ts`),
			tests: [
				'test/config/{environment,issues,layers,schema,secret-names,upstream-*,validate,validate-*}.test.ts',
			],
		},
	},
	memory: {
		tests: ['test/memory/**/*.test.ts'],
	},
	protect: {
		tests: ['test/protect/**/*.test.ts'],
		keeps: {
			files: [
				'src/protect/selection/field-names.ts',
				...['ceiling-pieces', 'ceiling-table', 'classes', 'estimate'].map(
					(name) => `src/protect/tokens/${name}.ts`,
				),
			],
			tests: ['test/protect/selection/field-names.test.ts', 'test/protect/tokens/counts.test.ts'],
		},
	},
};
