// The vectors of the replay context layer that Loadline is compatible with, where they are at hand.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureFiles } from '../../scripts/replay-fixture';
import { readPayload, renderPromptContext } from '../../src/replay/payload';
import type { ReplayPayload } from '../../src/replay/types';
import { validateReplayPayload } from '../../src/replay/validate';
import { built } from './payloads';

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, '../shared/fixtures/replay');
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

interface Vectors {
	readonly build: { readonly input: string; readonly expect: ReplayPayload };
	readonly validate_ok: { readonly payload: unknown; readonly expect: unknown };
	readonly render: readonly {
		readonly payload: object;
		readonly payload_plus?: object;
		readonly expect: string;
	}[];
	readonly must_not_leak: readonly string[];
}

const parsed = (value: unknown): ReplayPayload => {
	const payload = readPayload(value);
	if (!payload.ok) throw new Error(payload.error.message);
	return payload.value;
};

const recorded = (path: string): object => ({
	task: path.split('/').at(-2),
	trace: JSON.parse(read(`${path}/trace.json`)),
	state: JSON.parse(read(`${path}/state.json`)),
	dependency_graph: JSON.parse(read(`${path}/dependency_graph.json`)),
});

describe('the replay vectors', () => {
	const present = existsSync(join(folder, 'vectors.json'));
	const vectors = present ? (JSON.parse(read('vectors.json')) as Vectors) : undefined;

	it.runIf(present)('are built, to the byte', () => {
		const payload = built(recorded(vectors?.build.input ?? ''));
		expect(JSON.stringify(payload)).toBe(JSON.stringify(vectors?.build.expect));
	});

	it.runIf(present)('are validated', () => {
		expect(validateReplayPayload(parsed(vectors?.validate_ok.payload))).toEqual(
			vectors?.validate_ok.expect,
		);
	});

	it.runIf(present)('are rendered, to the byte, and leak nothing', () => {
		for (const { payload, payload_plus, expect: expected } of vectors?.render ?? []) {
			const rendered = renderPromptContext(parsed({ ...payload, ...payload_plus }));
			expect(rendered).toBe(expected);
			for (const word of vectors?.must_not_leak ?? []) expect(rendered).not.toContain(word);
		}
	});

	it.runIf(present)('give the golden artifact, to the byte', () => {
		const golden = read('golden_artifact.json');
		const replay_payload = built(recorded('mcp_trace_replay_v1/original'));
		const validation = validateReplayPayload(replay_payload);
		const prompt_context = renderPromptContext({ ...replay_payload, validation });
		const artifact = JSON.parse(golden);
		Object.assign(artifact.example, { prompt_context, replay_payload, validation });
		expect(`${JSON.stringify(artifact, null, 2)}\n`).toBe(golden);
	});
});

describe('the fixture in test/fixtures/replay', () => {
	it.each(Object.entries(fixtureFiles()))(
		'has %s as scripts/replay-fixture.ts writes it',
		(path, text) => {
			expect(readFileSync(join(root, 'test/fixtures/replay', path), 'utf8')).toBe(text);
		},
	);
});
