import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edge, ReplayPayload } from '../../src/replay/types';
import { validated, validateReplayPayload } from '../../src/replay/validate';
import { payload } from './payloads';

const sound: ReplayPayload = payload({
	constraints: ['deploy:approved', 'deploy:tested'],
	required_order: ['test', 'approve', 'deploy', 'watch'],
	blockers: [['approve', 'deploy']],
	dependency_chains: [
		['approve', 'deploy'],
		['deploy', 'watch'],
		['test', 'approve'],
	],
	recovery: [['deploy', 'roll_back']],
});

describe('validateReplayPayload', () => {
	it('finds a sound payload admissible', () => {
		const admissible = { admissible: true, failure_labels: [], issues: [] };
		expect(validateReplayPayload(sound)).toEqual(admissible);
		expect(validateReplayPayload(sound, { baseline: sound })).toEqual(admissible);
	});

	it('reports the four failures with their fields, in order, and sorts the labels', () => {
		const broken = payload({
			required_order: ['deploy', 'approve', 'watch'],
			dependency_chains: [
				['approve', 'deploy'],
				['test', 'approve'],
			],
		});
		expect(validateReplayPayload(broken)).toEqual({
			admissible: false,
			failure_labels: [
				'CONSTRAINT_DRIFT',
				'DEPENDENCY_CHAIN_BREAK',
				'RECOVERY_PATH_LOSS',
				'TOOL_ORDER_VIOLATION',
			],
			issues: [
				{
					field: 'constraints',
					failure_label: 'CONSTRAINT_DRIFT',
					message: 'payload has no preserved constraints',
				},
				{
					field: 'required_order',
					failure_label: 'TOOL_ORDER_VIOLATION',
					message: 'required order violates dependency edges',
					evidence: [['approve', 'deploy']],
				},
				{
					field: 'dependency_chains',
					failure_label: 'DEPENDENCY_CHAIN_BREAK',
					message: 'dependency edges reference actions absent from required_order',
					evidence: [['test', 'approve']],
				},
				{
					field: 'recovery',
					failure_label: 'RECOVERY_PATH_LOSS',
					message: 'payload has no preserved recovery paths',
				},
			],
		});
	});

	it('lets a step happen again after what depends on it', () => {
		const repeated = { ...sound, required_order: ['test', 'approve', 'test', 'deploy', 'watch'] };
		expect(validateReplayPayload(repeated).admissible).toBe(true);
	});
});

describe('validateReplayPayload against a baseline', () => {
	it('names each constraint, step, edge, blocker and recovery path that is lost', () => {
		const later = {
			...sound,
			constraints: ['deploy:tested', 'deploy:approved '],
			required_order: ['approve', 'test', 'deploy'],
			blockers: [],
			dependency_chains: [['approve', 'deploy']] as Edge[],
			recovery: [['deploy', 'elsewhere']] as Edge[],
		};
		const { issues } = validateReplayPayload(later, { baseline: sound });
		expect(issues.map(({ message, evidence }) => [message, evidence])).toEqual([
			['payload lost constraints of the baseline', ['deploy:approved']],
			['required order lost steps of the baseline', ['watch']],
			['required order turned around steps of the baseline', [['test', 'approve']]],
			[
				'payload lost dependency edges of the baseline',
				[
					['deploy', 'watch'],
					['test', 'approve'],
				],
			],
			['payload lost blockers of the baseline', [['approve', 'deploy']]],
			['payload lost recovery paths of the baseline', [['deploy', 'roll_back']]],
		]);
	});

	it('fails an empty list only where that of the baseline was not, and says what is missing', () => {
		const bare = payload({ required_order: ['a'] });
		expect(validateReplayPayload(bare, { baseline: bare }).admissible).toBe(true);
		const withRule = payload({ required_order: ['a'], constraints: ['a:rule'] });
		expect(validateReplayPayload(bare, { baseline: withRule })).toMatchObject({
			failure_labels: ['CONSTRAINT_DRIFT'],
			issues: [{ message: 'payload has no preserved constraints', evidence: ['a:rule'] }],
		});
	});

	it('pairs the steps that repeat, and tells those that changed places by it', () => {
		const beside = (before: readonly string[], now: readonly string[]) => {
			const [baseline, later] = [before, now].map((required_order) => payload({ required_order }));
			return validateReplayPayload(later as ReplayPayload, { baseline });
		};
		const turned = 'required order turned around steps of the baseline';
		expect(beside(['a', 'b', 'a'], ['a', 'a', 'b']).issues).toMatchObject([
			{ message: turned, evidence: [['b', 'a']] },
		]);
		expect(beside(['a', 'b', 'a'], ['a', 'b']).issues).toMatchObject([
			{ message: 'required order lost steps of the baseline', evidence: ['a'] },
		]);
		// The earlier order stands in the later one, though the first `b` of that comes before its `a`.
		expect(beside(['a', 'b'], ['b', 'a', 'b']).admissible).toBe(true);
	});

	it('takes what is new for no loss', () => {
		const later = {
			...sound,
			constraints: ['deploy:announced', ...sound.constraints],
			required_order: ['plan', 'test', 'approve', 'test', 'deploy', 'watch', 'report'],
		};
		expect(validateReplayPayload(later, { baseline: sound }).admissible).toBe(true);
	});

	it('finds every single thing taken away, and nothing else', () => {
		const fields = [
			'constraints',
			'required_order',
			'blockers',
			'dependency_chains',
			'recovery',
		] as const;
		fc.assert(
			fc.property(fc.constantFrom(...fields), fc.nat(), (field, at) => {
				const list = sound[field] as readonly (string | Edge)[];
				const taken = at % list.length;
				const later = { ...sound, [field]: list.toSpliced(taken, 1) };
				const { issues } = validateReplayPayload(later, { baseline: sound });
				expect(issues.find((issue) => issue.field === field)?.evidence).toEqual([list[taken]]);
			}),
		);
	});

	it('finds every order that lacks the earlier one, also of steps that repeat', () => {
		const steps = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
		fc.assert(
			fc.property(steps, steps, (before, now) => {
				const [baseline, later] = [before, now].map((required_order) =>
					payload({ required_order }),
				) as [ReplayPayload, ReplayPayload];
				const { admissible } = validateReplayPayload(later, { baseline });
				expect(admissible).toBe(isSubsequence(before, now));
			}),
		);
	});
});

const isSubsequence = (wanted: readonly string[], found: readonly string[]): boolean => {
	let at = 0;
	for (const step of found) if (step === wanted[at]) at++;
	return at === wanted.length;
};

describe('a payload beside a baseline', () => {
	const plain: ReplayPayload = { ...sound, blockers: [] };
	const beside = (changes: Partial<ReplayPayload>, baseline = plain) =>
		validateReplayPayload(
			{ ...plain, ...changes },
			{
				baseline,
			},
		);

	it('of another task or objective is refused', () => {
		for (const field of ['task', 'objective'])
			expect(beside({ objective: 'a', [field]: 'b' }, { ...plain, objective: 'a' })).toMatchObject({
				admissible: false,
				issues: [
					{
						field,
						failure_label: 'CONSTRAINT_DRIFT',
						message: `payload is of another ${field} than the baseline`,
						evidence: [[field === 'task' ? 'a_task' : 'a', 'b']],
					},
				],
			});
		expect(beside({ objective: 'a' }).admissible).toBe(true);
		expect(beside({}, { ...plain, objective: 'a' }).issues).toMatchObject([
			{ field: 'objective', evidence: [['a', '']] },
		]);
	});

	it('may have steps that the baseline does not know: they are named', () => {
		expect(beside({ required_order: ['zero', ...plain.required_order] })).toMatchObject({
			admissible: true,
			warnings: ['required order has steps that the baseline does not know: zero'],
		});
		const further = (count: number) => {
			const extra = Array.from({ length: count }, (_, at) => `step ${at + 1}`);
			return beside({ required_order: [...extra, ...plain.required_order] }).warnings?.[0];
		};
		expect(further(5)).toMatch(/know: step 1, step 2, step 3, step 4, step 5$/);
		expect(further(7)).toMatch(/know: step 1, step 2, step 3, step 4, step 5 and 2 more$/);
	});

	it('keeps to its blockers', () => {
		const [first = '', last = ''] = [plain.required_order[0], plain.required_order.at(-1)];
		expect(beside({ blockers: [[last, first]] })).toMatchObject({
			failure_labels: ['TOOL_ORDER_VIOLATION'],
			issues: [{ message: 'required order violates blocker edges', evidence: [[last, first]] }],
		});
	});
});

describe('validated', () => {
	it('keeps the validation that a payload brings, and makes one where there is none', () => {
		const own = { admissible: false, failure_labels: ['A'], issues: [] };
		expect(validated({ ...sound, validation: own }).validation).toEqual(own);
		expect(validated(sound)).toEqual({ ...sound, validation: validateReplayPayload(sound) });
	});
});
