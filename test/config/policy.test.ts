// Policies: the most specific entry of `endpoints` overrides the limits (context window
// protection, FR-027 and FR-035).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effective } from '../../src/config/layers';
import { isToolAllowed, mostSpecific, policyFor, settingsFor } from '../../src/config/policy';
import { matchesGlob } from '../../src/shared/glob';
import { times } from '../fuzz-runs';
import { checkUrl } from './check-url';

const configOf = (document: unknown) => {
	const result = effective([{ name: 'runtime', document }], { checkUrl });
	if (!result.ok) throw new Error(JSON.stringify(result.error));
	return result.value.config;
};

describe('a policy', () => {
	it('is the defaults when nothing is configured', () => {
		expect(policyFor(configOf({}), 'crm__list')).toEqual({
			pagination: true,
			summarization: true,
			chunking: true,
			defaultPageSize: 50,
			maxPageSize: 200,
			tokenBudgetThreshold: 4000,
			itemTokenThreshold: 2000,
			chunkTokenThreshold: 2000,
			chunkSize: 200,
			firstAnswerTokens: { list: 600, object: 450, text: 350 },
			hardByteLimit: 16_000,
			estimator: 'calibrated',
			tokenFamily: 1,
			essentialFields: {},
		});
	});

	it('comes from the exact name before any glob, and the longest glob before others', () => {
		const config = configOf({
			endpoints: {
				'*': { chunkSize: 1 },
				'crm__*': { chunkSize: 2 },
				'crm__list_*': { chunkSize: 3 },
				crm__list_all: { chunkSize: 4 },
			},
		});
		const chunkSize = (name: string) => policyFor(config, name).chunkSize;
		expect(['x', 'crm__get', 'crm__list_some', 'crm__list_all'].map(chunkSize)).toEqual([
			1, 2, 3, 4,
		]);
	});

	it('is overridden limit by limit and leaves other endpoints alone', () => {
		const config = configOf({
			itemsPath: 'items',
			essentialFields: { booking: ['id'], listing: ['id'] },
			endpoints: {
				a: {
					pagination: false,
					tokenBudgetThreshold: 9000,
					itemsPath: 'rows',
					essentialFields: { booking: ['ref'] },
				},
			},
		});
		expect(policyFor(config, 'a')).toMatchObject({
			pagination: false,
			summarization: true,
			tokenBudgetThreshold: 9000,
			hardByteLimit: 36_000,
			itemsPath: 'rows',
			essentialFields: { booking: ['ref'], listing: ['id'] },
		});
		expect(policyFor(config, 'b')).toMatchObject({
			pagination: true,
			tokenBudgetThreshold: 4000,
			itemsPath: 'items',
		});
	});

	it('protects nothing when the mode is off', () => {
		const config = configOf({ endpoints: { a: { mode: 'off', pagination: true } } });
		const { pagination, summarization, chunking } = policyFor(config, 'a');
		expect([pagination, summarization, chunking]).toEqual([false, false, false]);
		expect(settingsFor(config, 'a')).toMatchObject({ transient: false });
	});

	it('does not confuse a tool with a member of Object', () => {
		const config = configOf({});
		for (const name of ['constructor', '__proto__', 'toString'])
			expect(policyFor(config, name).chunkSize).toBe(200);
	});

	it('comes with the settings that are not about protection', () => {
		const config = configOf({
			strip: ['x'],
			endpoints: { a: { cursorTtlSeconds: 60 } },
		});
		expect(settingsFor(config, 'a')).toEqual({
			transient: true,
			cursorTtlSeconds: 60,
			exactSampleRate: 0.01,
			strip: ['x'],
			arguments: 'auto',
			learn: true,
		});
		expect(settingsFor(configOf({ strip: ['x'], debug: true }), 'a').strip).toEqual([]);
		for (const [gather, setting] of [
			[true, {}],
			[
				{ maxPages: 3, style: 'page' },
				{ maxPages: 3, style: 'page' },
			],
			[false, undefined],
		])
			expect(settingsFor(configOf({ endpoints: { a: { gather } } }), 'a').gather).toEqual(setting);
	});

	it('counts bytes where its estimates were found wrong', () => {
		const config = configOf({ endpoints: { b: { hardByteLimit: 5_000 } } });
		const unsure = { ...config, limitedByBytes: new Set(['a', 'b']) };
		const bound = (name: string) => {
			const { estimator, hardByteLimit } = policyFor(unsure, name);
			return [estimator, hardByteLimit];
		};
		expect(['a', 'b', 'c'].map(bound)).toEqual([
			['bytes', 10_000],
			['bytes', 5_000],
			['calibrated', 16_000],
		]);
	});

	it.each(['pagination', 'summarization', 'chunking', 'transient'])(
		'switches %s off alone',
		(part) => {
			const config = configOf({ endpoints: { 'a*': { [part]: false } } });
			const { pagination, summarization, chunking } = policyFor(config, 'ab');
			const { transient } = settingsFor(config, 'ab');
			expect({ pagination, summarization, chunking, transient }).toEqual({
				pagination: true,
				summarization: true,
				chunking: true,
				transient: true,
				[part]: false,
			});
		},
	);
});

describe('a glob', () => {
	it('matches whole names with * and ?', () => {
		const cases: [string, string, boolean][] = [
			['*', '', true],
			['a*', 'abc', true],
			['a*', 'ba', false],
			['*__list', 'crm__list', true],
			['a?c', 'abc', true],
			['a?c', 'ac', false],
			['a*b*c', 'aXbXbXc', true],
			['a.c', 'abc', false],
			['(a+)+$', '(a+)+$', true],
			['a', 'ab', false],
		];
		for (const [pattern, name, expected] of cases)
			expect([pattern, name, matchesGlob(pattern, name)]).toEqual([pattern, name, expected]);
	});

	it('agrees with a naive matcher', () => {
		const naive = (p: string, n: string): boolean => {
			if (p === '') return n === '';
			if (p[0] === '*') return naive(p.slice(1), n) || (n !== '' && naive(p, n.slice(1)));
			return n !== '' && (p[0] === '?' || p[0] === n[0]) && naive(p.slice(1), n.slice(1));
		};
		const unit = (letters: string) =>
			fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 });
		fc.assert(
			fc.property(unit('ab*?'), unit('ab'), (pattern, name) => {
				expect(matchesGlob(pattern, name)).toBe(naive(pattern, name));
			}),
			{ numRuns: times(330, 1_000) },
		);
	});

	it('is chosen independently of the order of entries', () => {
		const patterns = ['a*', '*b', 'a*b', '?*', '*'];
		for (const order of [patterns, patterns.toReversed()])
			expect(['ab', 'ax', 'xb', 'x', ''].map((name) => mostSpecific(order, name))).toEqual([
				'a*b',
				'a*',
				'*b',
				'*',
				'*',
			]);
	});

	it('is chosen by the order of letters where nothing else tells', () => {
		for (const order of [
			['a?', '?b'],
			['?b', 'a?'],
		])
			expect(mostSpecific(order, 'ab')).toBe('?b');
	});

	it('denies a tool in every spelling', () => {
		const tools = { deny: ['Drop', '?'] };
		for (const name of ['Drop', 'drop', 'DROP ', 'ｄｒｏｐ', 'x', 'ﬁ'])
			expect(isToolAllowed(tools, name), name).toBe(false);
		expect(isToolAllowed(tools, 'drops')).toBe(true);
	});

	it('filters an upstream’s tools, deny before allow', () => {
		const tools = { allow: ['list_*', 'get_*'], deny: ['*_secret'] };
		expect(['list_a', 'get_secret', 'drop'].map((name) => isToolAllowed(tools, name))).toEqual([
			true,
			false,
			false,
		]);
		expect(isToolAllowed({}, 'any')).toBe(true);
	});
});
