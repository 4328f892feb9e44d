import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/shared/canonical-json';
import { inProcess } from './in-process';

const root = resolve(import.meta.dirname, '../../..');
const FIXTURE = 'test/fixtures/replay/release_rollout_v1/original';
const { example } = JSON.parse(
	readFileSync(join(root, 'test/fixtures/replay/artifact.json'), 'utf8'),
);

let folder = '';
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-replay-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const loadline = (args: readonly string[], input = '', cwd = root) =>
	inProcess(args, { input, cwd });

/** A folder `TASK/original` with the documents of the fixture, one of them replaced. */
function brokenFixture(task: string, file: string, text: string): string {
	const original = join(folder, task, 'original');
	cpSync(join(root, FIXTURE), original, { recursive: true });
	writeFileSync(join(original, file), text);
	return original;
}

describe('loadline replay', () => {
	it('prints the prompt alone, or JSON with everything asked for', async () => {
		const both = ['replay', '--fixture', FIXTURE, '--render-prompt', '--validate'];
		expect(await loadline(both)).toEqual({
			status: 0,
			out: `${example.prompt_context}\n`,
			err: '',
		});
		expect(await loadline([...both, '--json'])).toEqual({
			status: 0,
			out: `${canonicalJson({ ...example, source_fixture_path: FIXTURE }, 2)}\n`,
			err: '',
		});
	});

	it('prints the payload as JSON when no prompt is asked for', async () => {
		const { out } = await loadline(['replay', '--fixture', `./${FIXTURE}/`]);
		const output = { replay_payload: example.replay_payload, source_fixture_path: FIXTURE };
		expect(out).toBe(`${canonicalJson(output, 2)}\n`);
	});

	it.each([
		['{invalid', /^invalid JSON in fixture file: \S+\/state\.json: .+\n$/],
		['[]', /^fixture file must contain a JSON object: \S+\/state\.json\n$/],
		['{"permission_scopes": 1}', /^state\.permission_scopes must be an object, not a number\n$/],
	])('says what is wrong with a state of %s, and fails', async (text, message) => {
		const { status, out, err } = await loadline([
			'replay',
			'--fixture',
			brokenFixture('broken', 'state.json', text),
		]);
		expect({ status, out }).toEqual({ status: 1, out: '' });
		expect(err).toMatch(message);
	});

	it('names a missing file as it was asked for', async () => {
		mkdirSync(join(folder, 'empty'));
		for (const [asked, shown] of [
			['empty', 'empty'],
			[join(folder, 'empty'), 'empty'],
			['../nowhere', '../nowhere'],
			['/nowhere/at all', '/nowhere/at all'],
		] as const) {
			const { err } = await loadline(['replay', '--fixture', asked], '', folder);
			expect(err).toBe(`missing required fixture file: ${shown}/trace.json\n`);
		}
	});
});

describe('loadline replay-tool', () => {
	const ask = async (tool: unknown, params?: object) => {
		const { status, out, err } = await loadline(['replay-tool'], JSON.stringify({ tool, params }));
		const response = JSON.parse(out);
		expect(out).toBe(`${canonicalJson(response, 2)}\n`);
		expect({ status, err }).toEqual({ status: response.ok ? 0 : 1, err: '' });
		return response;
	};

	it('builds, validates and renders', async () => {
		const params = { fixture: FIXTURE, render_prompt: true, validate: true };
		const { replay_payload: payload, validation, prompt_context } = example;
		expect(await ask('build_replay_payload', params)).toEqual({
			ok: true,
			result: { payload, validation, prompt_context },
			tool: 'build_replay_payload',
		});
		const shown = { ...payload, validation };
		expect((await ask('render_prompt_context', { payload: shown })).result).toEqual({
			prompt_context,
		});
		const later = { ...payload, constraints: payload.constraints.slice(1) };
		expect(
			(await ask('validate_replay_payload', { payload: later, baseline: payload })).result,
		).toEqual({
			validation: {
				admissible: false,
				failure_labels: ['CONSTRAINT_DRIFT'],
				issues: [
					{
						field: 'constraints',
						failure_label: 'CONSTRAINT_DRIFT',
						message: 'payload lost constraints of the baseline',
						evidence: payload.constraints.slice(0, 1),
					},
				],
			},
		});
	});

	it('saves and loads', async () => {
		const store_dir = join(folder, 'store');
		const payload = example.replay_payload;
		const { task } = payload;
		expect((await ask('save_context', { fixture: FIXTURE, store_dir })).result).toEqual({
			task,
			payload,
		});
		expect((await ask('load_context', { task_id: task, store_dir })).result).toEqual({ payload });
	});

	it('reads a request from a file', async () => {
		const file = join(folder, 'request.json');
		const request = { tool: 'render_prompt_context', params: { payload: { task: 'a' } } };
		writeFileSync(file, JSON.stringify(request));
		const { out } = await loadline(['replay-tool', '--request-file', file]);
		expect(JSON.parse(out).result).toEqual({
			prompt_context: 'task: a\nadmissible: false\nfailures: CONSTRAINT_DRIFT, RECOVERY_PATH_LOSS',
		});
	});

	it.each([
		[
			'build_replay_payload',
			{ fixture: 'fixtures/none/original' },
			'RuntimeError',
			'missing required fixture file: fixtures/none/original/trace.json',
		],
		['load_context', { task_id: 'a' }, 'RuntimeError', 'not configured'],
		['save_context', { task: 'a', trace: { events: [] } }, 'RuntimeError', 'not configured'],
		['validate_replay_payload', {}, 'ValueError', 'payload must be an object, not missing'],
		['toString', {}, 'ValueError', 'there is no tool "toString"; use build_replay_payload, '],
	])('answers %s with %j by an error', async (tool, params, type, message) => {
		expect(await ask(tool, params)).toEqual({
			error: { message: expect.stringContaining(message), type },
			ok: false,
			tool,
		});
	});

	it.each(['', '{', 'null', '[]', '{"tool": 1}'])(
		'answers the request %j by an error',
		async (text) => {
			const { status, out, err } = await loadline(['replay-tool'], text);
			expect({ status, err }).toEqual({ status: 1, err: '' });
			expect(JSON.parse(out)).toMatchObject({ ok: false, tool: null });
		},
	);

	const vectors = resolve(root, '../shared/fixtures/replay');
	it.runIf(existsSync(vectors))('answers the shared requests as the vectors show', async () => {
		mkdirSync(join(folder, 'shared/fixtures'), { recursive: true });
		const original = 'mcp_trace_replay_v1/original';
		cpSync(join(vectors, original), join(folder, 'shared/fixtures', original), {
			recursive: true,
		});
		const { tool_adapter } = JSON.parse(readFileSync(join(vectors, 'vectors.json'), 'utf8'));
		for (const {
			request,
			response,
			result_keys = [],
			exit_code = 0,
			stderr = '',
		} of tool_adapter) {
			const answer = await loadline(
				['replay-tool'],
				JSON.stringify(request),
				join(folder, 'shared'),
			);
			expect({ status: answer.status, err: answer.err }).toEqual({
				status: exit_code,
				err: stderr,
			});
			const given = JSON.parse(answer.out);
			if (response) expect(given).toEqual(response);
			else expect(Object.keys(given.result).sort()).toEqual([...result_keys].sort());
		}
	});
});
