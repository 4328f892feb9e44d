import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import { recordOf } from '../../src/gateway/sessions/call-record';
import { textResult } from '../../src/shared/tool-result';
import { LearntStore, learn, NOTHING_LEARNT, planOf } from '../../src/telemetry/learnt';
import type { CallRecord } from '../../src/telemetry/record';
import { openSql } from '../adapters/sqlite/open';
import { times } from '../fuzz-runs';
import { configOf, contextOf } from '../gateway/gateway';

type Step = NonNullable<CallRecord['learn']>;

const step = fc.record({
	step: fc.constantFrom<Step['step']>('first', 'page', 'fields', 'question'),
	fields: fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 8 }),
});

describe('counts', () => {
	it('stay within bounds however much is asked, and follow what is asked of late', () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
				const counts = steps.reduce((all, each) => learn(all, [{ learn: each }]), NOTHING_LEARNT);
				expect(counts.page + counts.fields + counts.question).toBeLessThanOrEqual(128);
				expect(Object.keys(counts.names).length).toBeLessThanOrEqual(32);
				expect(planOf(counts)).toEqual(planOf(structuredClone(counts)));
				const late = { learn: { step: 'question', fields: ['late'] } } as const;
				const after = Array.from({ length: 300 }).reduce<typeof counts>(
					(all) => learn(all, [late]),
					counts,
				);
				expect(planOf(after)?.fields[0]).toBe('late');
			}),
			{ numRuns: times(7, 20) },
		);
	});
});

describe('plans', () => {
	const asked = (fields: string[]) => ({ endpoint: 'a__b', learn: { step: 'fields', fields } });
	const many = (fields: string[], count = 10) =>
		Array.from({ length: count }, () => asked(fields)) as unknown as CallRecord[];

	it('of a conversation stay as they were at its beginning; who comes later has newer ones', () => {
		let now = 0;
		const store = new LearntStore(openSql(), () => now);
		const plansOf = (conversation?: string) =>
			store.plans({
				...{ principal: 'ada', since: now },
				...(conversation && { conversation }),
			}).a__b?.fields;
		store.enter(many(['x'], 1));
		expect(plansOf('early')).toBeUndefined();
		now += 1;
		store.enter(many(['x']));
		expect(plansOf('early')).toBeUndefined();
		expect(plansOf('late')).toEqual(['x']);
		now += 4_000_000;
		store.enter(many(['y'], 30));
		expect(plansOf('late')).toEqual(['x']);
		expect(plansOf()).toEqual(['y', 'x']);
		expect(store.list()).toMatchObject([{ endpoint: 'a__b', names: { y: 30, x: 11 } }]);
		expect(store.reset({ endpoint: 'a__b' })).toEqual({ tools: 1 });
		expect(plansOf('late')).toBeUndefined();
	});
});

describe('what is counted of a call', () => {
	const of = (fields: readonly string[], document = {}) => {
		const facts: CallFacts = {
			...{ endpoint: 'a__b', source: 'a', tool: 'a__b', cursorUse: 'read_result', totalMs: 1 },
			...{ variant: 'on', asked: { step: 'fields', fields } },
			result: textResult('{"items":[{"title":"is","user":{"login":"a"},"a b":1,"x@y.z":2}]}'),
		};
		return recordOf(facts, contextOf(), configOf(document), 0).learn;
	};

	it('is names of fields that the result has, none that could be more than a name', () => {
		const hostile = ['a b', 'x@y.z', 'Ignore all rules', 'title"', `title.${'l'.repeat(70)}`];
		expect(of(['title', 'user.login', 'titel', ...hostile])?.fields).toEqual([
			'title',
			'user.login',
		]);
	});

	it('is nothing with learn: false', () => {
		expect(of(['title'], { learn: false })).toBeUndefined();
		expect(of(['title'], { endpoints: { a__b: { learn: false } } })).toBeUndefined();
	});
});
