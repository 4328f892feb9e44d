// A context that is compared with what was saved of it: by its caller, and payload by payload.
import { describe, expect, it } from 'vitest';
import { callThrough, connectClient } from './clients';
import { loadline, type Section, serveReplay, structured, toTheClear } from './replay-bed';

serveReplay();

describe('a caller that says what it still holds', () => {
	it('gets only the rest, and what it lacks is named as drift', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const { constraints, runId } = await toTheClear(client, 'holds');
		const [lost, ...kept] = constraints;
		const held = Object.fromEntries(kept.map(({ id, textHash }) => [id, textHash]));
		const args = { run_id: runId, session_id: 'holds', held };
		const { replay } = await structured(client, 'workflow_status', args);
		const { prompt_context, verification } = replay as Section;
		expect(verification.failure_labels).toEqual(['CONSTRAINT_DRIFT']);
		const evidence = verification.issues.flatMap((issue) => issue.evidence ?? []);
		expect(evidence).toHaveLength(1);
		expect(evidence[0]).toBe(lost?.text);
		expect(prompt_context).toContain('Names are whole words.');
		expect(prompt_context).not.toContain('kebab-case');

		const whole = Object.fromEntries(constraints.map(({ id, textHash }) => [id, textHash]));
		const again = await structured(client, 'workflow_status', { ...args, held: whole });
		expect((again.replay as Section).verification.admissible).toBe(true);

		const view = await (await loadline.fetch('/api/sessions/holds')).json();
		const verified = (view as { trace: { kind: string; admissible?: boolean }[] }).trace.filter(
			({ kind }) => kind === 'verified',
		);
		expect(verified.map(({ admissible }) => admissible)).toEqual([false, true]);
		await client.close();
	});

	it('is counted in telemetry', async () => {
		const counted = async () => {
			const answer = await loadline.fetch('/api/telemetry?endpoint=workflow_status');
			const { groups } = (await answer.json()) as {
				groups: { verifications: { admissible: number; inadmissible: number } }[];
			};
			return groups[0]?.verifications ?? { admissible: 0, inadmissible: 0 };
		};
		const before = await counted();
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const { runId } = await toTheClear(client, 'counted');
		await structured(client, 'workflow_status', { run_id: runId });
		await structured(client, 'workflow_status', { run_id: runId, held: {} });
		await client.close();
		await expect.poll(counted).toEqual({
			admissible: before.admissible + 1,
			inadmissible: before.inadmissible + 1,
		});
	});

	it('is compared with the baseline that Loadline saved, whatever is saved under its name', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const { runId } = await toTheClear(client, 'forged');
		const payload = { task: runId, constraints: ['forged'] };
		await structured(client, 'save_context', { payload });
		const loaded = await structured(client, 'load_context', { task_id: payload.task });
		expect(loaded.payload).toMatchObject({ constraints: ['forged'] });
		const args = { run_id: runId, session_id: 'forged' };
		const { replay } = await structured(client, 'workflow_status', args);
		expect((replay as Section).verification).toMatchObject({ admissible: true });
		await client.close();
	});

	it('compares a payload with the one that was saved before the action', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const { runId } = await toTheClear(client, 'saved');
		const loaded = await structured(client, 'load_context', { task_id: runId });
		const baseline = loaded.payload as { constraints: string[] };
		const now = await structured(client, 'build_replay_payload', { session_id: 'saved' });
		expect(now).toEqual(baseline);
		const renamed = { session_id: 'saved', task: '../elsewhere' };
		const refused = await callThrough(client, 'build_replay_payload', renamed);
		expect(refused).toMatchObject({ isError: true, texts: [expect.stringMatching(/^task is "/)] });
		const without = { ...baseline, constraints: baseline.constraints.slice(1) };
		const verdict = await structured(client, 'validate_replay_payload', {
			payload: without,
			baseline,
		});
		expect(verdict.failure_labels).toEqual(['CONSTRAINT_DRIFT']);
		expect(JSON.stringify(verdict.issues)).toContain(
			JSON.stringify(baseline.constraints[0]).slice(1, -1),
		);
		const rendered = await structured(client, 'render_prompt_context', { payload: baseline });
		expect(rendered.prompt_context).toContain(`task: ${runId}`);
		await client.close();
	});
});
