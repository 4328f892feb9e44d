// Writes the recorded run in test/fixtures/replay and what must become of it:
// `node scripts/run.mjs scripts/replay-fixture.ts`. A test compares the files with this.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildReplayPayload } from '../src/replay/build';
import { renderPromptContext } from '../src/replay/payload';
import type { ReplayPayload } from '../src/replay/types';
import { validateReplayPayload } from '../src/replay/validate';
import { canonicalJson } from '../src/shared/canonical-json';

/** The folder of the fixture, from the root of the repository. */
export const FIXTURE_FOLDER = 'test/fixtures/replay';

const TASK = 'release_rollout_v1';

/** A release that ran its tests twice. Unsorted, as recorders write; `page_on_call` never happened. */
const recorded = {
	trace: {
		events: [
			'release_requested',
			'run_tests',
			'fix_tests',
			'run_tests',
			'approve_release',
			'deploy_canary',
			'check_canary',
			'deploy_everywhere',
		].map((action, at) => ({ step: at + 1, action })),
	},
	state: {
		state_version: '1.0',
		permission_scopes: {
			deploy_everywhere: ['requires_healthy_canary', 'requires_approval', 'never_on_fridays'],
			approve_release: ['by_somebody_else_than_the_author'],
			// Sorts by code point: U+FB01 comes before U+1F6A2, though its UTF-16 code unit is larger.
			deploy_canary: ['🚢_only_one_region', 'ﬁve_percent_of_traffic', 'ten_minutes'],
		},
	},
	dependency_graph: {
		graph_version: '1.0',
		nodes: [
			'release_requested',
			'run_tests',
			'fix_tests',
			'approve_release',
			'deploy_canary',
			'check_canary',
			'deploy_everywhere',
			'page_on_call',
		].map((node_id) => ({ node_id, label: node_id.replaceAll('_', ' ') })),
		edges: [
			{ source: 'run_tests', target: 'approve_release', relation: 'PREREQUISITE' },
			{ source: 'release_requested', target: 'run_tests', relation: 'TEMPORAL' },
			{ source: 'approve_release', target: 'deploy_everywhere', relation: 'BLOCKER' },
			{ source: 'approve_release', target: 'deploy_everywhere', relation: 'PREREQUISITE' },
			{ source: 'deploy_canary', target: 'check_canary', relation: 'DATA_FLOW' },
			{ source: 'check_canary', target: 'deploy_everywhere', relation: 'CAUSAL' },
			{ source: 'deploy_everywhere', target: 'page_on_call', relation: 'RECOVERY' },
			{ source: 'run_tests', target: 'fix_tests', relation: 'RECOVERY' },
		],
	},
};

/** Returns what is left of a payload after a careless compaction. */
const degrade = (payload: ReplayPayload): ReplayPayload => ({
	...payload,
	constraints: payload.constraints.filter((name) => !name.endsWith('requires_approval')),
	required_order: payload.required_order.filter((step) => step !== 'check_canary'),
	recovery: [],
});

const artifact = (): object => {
	const built = buildReplayPayload({ task: TASK, ...recorded });
	if (!built.ok) throw new Error(built.error.message);
	const judged = (replay_payload: ReplayPayload, baseline?: ReplayPayload) => {
		const validation = validateReplayPayload(replay_payload, { baseline });
		const prompt_context = renderPromptContext({ ...replay_payload, validation });
		return { replay_payload, validation, prompt_context };
	};
	return {
		source_fixture_path: `${FIXTURE_FOLDER}/${TASK}/original`,
		example: judged(built.value),
		degraded: judged(degrade(built.value), built.value),
	};
};

/** Every file of the fixture: its text by its path in the folder. */
export const fixtureFiles = (): Readonly<Record<string, string>> => {
	const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
	return {
		[`${TASK}/original/trace.json`]: json(recorded.trace),
		[`${TASK}/original/state.json`]: json(recorded.state),
		[`${TASK}/original/dependency_graph.json`]: json(recorded.dependency_graph),
		'artifact.json': `${canonicalJson(artifact(), 2)}\n`,
	};
};

if (basename(process.argv[1] ?? '') === 'replay-fixture.ts') {
	for (const [path, text] of Object.entries(fixtureFiles())) {
		const file = join(FIXTURE_FOLDER, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
	}
}
