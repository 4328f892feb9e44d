// Tests of callers of a workflow, and of where they call from: what is theirs, and what they get again.
import { describe, expect, it } from 'vitest';
import { ada, bob, message, started, value } from './service-setting';

describe('a caller', () => {
	it('that lost the answer of a start gets it again by its key, and no second run', () => {
		const { service } = started();
		const start = (workflow: string) =>
			service.start({ workflow, key: 'issue-7', principal: 'ada', session: 'other' });
		const first = value(start('draft-and-refine'));
		expect(value(start('draft-and-refine')).answer).toEqual({ ...first.answer, stale: true });
		expect(message(start('sample'))).toContain(
			"key began run run-2 of workflow 'draft-and-refine'",
		);
		expect(
			value(service.start({ workflow: 'sample', key: 'issue-7', ...bob })).answer,
		).toMatchObject({ run_id: 'run-3' });
		value(service.advance({ ...ada, run_id: 'run-2' }));
		expect(value(start('draft-and-refine'))).toMatchObject({
			answer: {
				run_id: 'run-2',
				position: 2,
				stale: true,
				note: 'This key began the run before; it stands at position 2.',
			},
			effects: [],
		});
		expect(start('sample')).toMatchObject({ error: { code: 'invalid_argument' } });
	});

	it('in a new process is told which runs go on, and has the one it names from then on', () => {
		const { service } = started();
		const fresh = { principal: 'ada', session: 'fresh' };
		expect(message(service.advance(fresh))).toContain(
			'Runs that go on: run-1 (sample, step plan, position 1).',
		);
		value(service.status({ ...fresh, run_id: 'run-1' }));
		expect(value(service.advance(fresh)).answer).toMatchObject({ run_id: 'run-1', position: 2 });
		value(service.start({ workflow: 'draft-and-refine', ...fresh }));
		expect(value(service.status(fresh)).run_id).toBe('run-2');
	});

	it('has no run from then on that it named without a session', () => {
		const { service } = started();
		for (const session of ['unsaid', '']) {
			const nobody = { principal: 'ada', session };
			const unsaid = session !== '';
			value(service.status({ ...nobody, unsaid, run_id: 'run-1' }));
			expect(message(service.status(nobody))).toContain('No workflow was started');
		}
	});

	it('without a session never moves a run that may be another’s', () => {
		const { service } = started();
		const unsaid = { ...ada, unsaid: true };
		expect(value(service.advance(unsaid)).answer).toMatchObject({ run_id: 'run-1' });
		value(service.start({ workflow: 'draft-and-refine', ...ada }));
		const refused = message(service.advance(unsaid));
		expect(refused).toContain('Nothing changed: pass the run_id');
		expect(refused).toContain('run-1 (sample');
		expect(value(service.advance({ ...unsaid, run_id: 'run-2' })).answer).toMatchObject({
			run_id: 'run-2',
		});
		expect(service.status(unsaid)).toMatchObject({
			error: {
				code: 'no_run',
				message:
					'Several runs go on and this call names no session. Nothing changed: pass the run_id that workflow_start answered, one of run-2 (draft-and-refine, step refine, position 2); run-1 (sample, step work, position 2).',
			},
		});
		for (const if_position of [1, 2, 3, 4, 5, 6])
			service.advance({ ...ada, run_id: 'run-2', if_position });
		expect(message(service.advance(unsaid))).toContain('This run is complete');
		value(service.start({ workflow: 'draft-and-refine', principal: 'ada', session: 'elsewhere' }));
		expect(message(service.advance(unsaid))).toContain('Several runs go on');
	});
});
