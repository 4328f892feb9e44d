// Modes and rollouts: who is protected, the same each time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effective } from '../../src/config/layers';
import { bucketOf, canProtect, steadyVariant, variantFor } from '../../src/config/policy';
import { times } from '../fuzz-runs';
import { checkUrl } from './check-url';

const configOf = (entry: object, pattern = 'crm__*') => {
	const made = effective([{ name: 'runtime', document: { endpoints: { [pattern]: entry } } }], {
		checkUrl,
	});
	if (!made.ok) throw new Error(JSON.stringify(made.error));
	return made.value.config;
};

const SUBJECTS = Array.from({ length: 4000 }, (_, at) => `ada\0session-${at}`);
/** Percent of subjects by variant. */
const shares = (entry: object, endpoint = 'crm__list') => {
	const config = configOf(entry);
	const counts: Record<string, number> = {};
	for (const subject of SUBJECTS) {
		const variant = variantFor(config, endpoint, subject);
		counts[variant] = (counts[variant] ?? 0) + 100 / SUBJECTS.length;
	}
	return counts;
};

describe('a rollout', () => {
	it('is everybody by default, and nobody where the mode is off', () => {
		expect(shares({})).toEqual({ on: expect.closeTo(100) });
		expect(shares({ mode: 'off', rollout: 100 })).toEqual({ off: expect.closeTo(100) });
		expect(shares({ mode: 'shadow' })).toEqual({ shadow: expect.closeTo(100) });
		expect(shares({ rollout: 0 })).toEqual({ off: expect.closeTo(100) });
	});

	it('takes its share of sessions, and the rest is off or control', () => {
		for (const [entry, expected] of [
			[{ rollout: 10 }, { on: 10, off: 90 }],
			[{ mode: 'ab' }, { on: 50, control: 50 }],
			[
				{ mode: 'ab', rollout: 20 },
				{ on: 20, control: 80 },
			],
			[
				{ mode: 'shadow', rollout: 30 },
				{ shadow: 30, off: 70 },
			],
		] as const) {
			const found = shares(entry);
			expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
			for (const [variant, share] of Object.entries(expected))
				expect(Math.abs((found[variant] ?? 0) - share)).toBeLessThan(3);
		}
	});

	it('only adds sessions when it is raised, and leaves the mode of a session alone', () => {
		fc.assert(
			fc.property(fc.string(), fc.nat(100), fc.nat(100), (subject, one, other) => {
				const [low, high] = [Math.min(one, other), Math.max(one, other)];
				const at = (rollout: number) => variantFor(configOf({ rollout }), 'crm__a', subject);
				if (at(low) === 'on') expect(at(high)).toBe('on');
				expect(at(low)).toBe(at(low));
			}),
			{ numRuns: times(17, 50) },
		);
	});

	it('treats a session alike at all tools of one entry, and apart at another entry', () => {
		const config = configOf({ mode: 'ab' });
		const other = configOf({ mode: 'ab' }, 'erp__*');
		const of = (made: typeof config, endpoint: string) =>
			SUBJECTS.map((subject) => variantFor(made, endpoint, subject));
		expect(of(config, 'crm__list')).toEqual(of(config, 'crm__get'));
		expect(of(config, 'crm__list')).not.toEqual(of(other, 'erp__list'));
	});

	it('keeps its places from release to release', () => {
		expect([bucketOf('crm__*', 'ada'), bucketOf('', ''), bucketOf('ü', '🚢')]).toEqual([
			84.52, 42.03, 44.16,
		]);
	});

	it('protects somebody only in the modes that send something else', () => {
		const entries = [{}, { mode: 'ab' }, { rollout: 0 }, { mode: 'shadow' }, { mode: 'off' }];
		expect(entries.map((entry) => canProtect(configOf(entry), 'crm__x'))).toEqual([
			true,
			true,
			false,
			false,
			false,
		]);
	});

	it('is the same for all subjects exactly where it is said to be', () => {
		for (const mode of ['on', 'off', 'shadow', 'ab'])
			for (const rollout of [undefined, 0, 1, 50, 99, 100]) {
				const entry = { mode, ...(rollout !== undefined && { rollout }) };
				const config = configOf(entry);
				const steady = steadyVariant(config, 'crm__x');
				const found = new Set(SUBJECTS.map((subject) => variantFor(config, 'crm__x', subject)));
				const isSplit = mode !== 'off' && (rollout ?? (mode === 'ab' ? 50 : 100)) % 100 !== 0;
				expect([entry, steady]).toEqual([entry, isSplit ? undefined : [...found][0]]);
				expect([entry, found.size]).toEqual([entry, isSplit ? 2 : 1]);
			}
	});
});
