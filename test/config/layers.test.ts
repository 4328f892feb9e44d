// Layers: the last one wins, key by key, and each value knows where it comes from.
import { describe, expect, it } from 'vitest';
import { effective, type Layer } from '../../src/config/layers';
import { checkUrl } from './check-url';

const join = (...layers: Layer[]) => {
	const result = effective(layers, { checkUrl });
	if (!result.ok) throw new Error(JSON.stringify(result.error));
	return result.value;
};
const issuesOf = (...layers: Layer[]) => {
	const result = effective(layers, { checkUrl });
	return result.ok ? [] : result.error;
};
const file = (document: unknown): Layer => ({ name: 'file', document });
const environment = (document: unknown): Layer => ({ name: 'environment', document });
const runtime = (document: unknown): Layer => ({ name: 'runtime', document });

describe('effective config', () => {
	it('has the documented defaults without any layer', () => {
		const { config, origin } = join();
		expect(config).toMatchObject({
			defaultPageSize: 50,
			maxPageSize: 200,
			tokenBudgetThreshold: 4000,
			itemTokenThreshold: 2000,
			chunkTokenThreshold: 2000,
			chunkSize: 200,
			hardByteLimit: 16_000,
			cursorTtlSeconds: 600,
			estimator: 'calibrated',
			exactSampleRate: 0.01,
			tokenFamily: 1,
			maxUpstreamBytes: 20_971_520,
			demo: false,
			endpoints: {},
			upstreams: [],
			workflow: { maxRetries: 3 },
			review: { fourEyes: false },
			replay: { tokenBudget: 3500 },
		});
		expect(origin).toMatchObject({
			tokenBudgetThreshold: 'defaults',
			hardByteLimit: 'derived',
			'replay.tokenBudget': 'defaults',
			endpoints: 'defaults',
		});
	});

	it('takes each value from the last layer that has it', () => {
		const { config, origin } = join(
			file({ chunkSize: 10, defaultPageSize: 10, maxPageSize: 100 }),
			environment({ chunkSize: 20, defaultPageSize: 20 }),
			runtime({ chunkSize: 30 }),
		);
		expect([config.chunkSize, config.defaultPageSize, config.maxPageSize]).toEqual([30, 20, 100]);
		expect([origin.chunkSize, origin.defaultPageSize, origin.maxPageSize]).toEqual([
			'runtime',
			'environment',
			'file',
		]);
	});

	it('merges mappings and replaces lists', () => {
		const { config, origin } = join(
			file({ endpoints: { a: { chunkSize: 5, mode: 'on' } }, strip: ['x', 'y'] }),
			runtime({ endpoints: { a: { mode: 'off' }, 'b.c': { rollout: 5 } }, strip: ['z'] }),
		);
		expect(config.endpoints).toEqual({ a: { chunkSize: 5, mode: 'off' }, 'b.c': { rollout: 5 } });
		expect(config.strip).toEqual(['z']);
		expect(origin).toMatchObject({
			'endpoints.a.chunkSize': 'file',
			'endpoints.a.mode': 'runtime',
			'endpoints["b.c"].rollout': 'runtime',
			strip: 'runtime',
		});
	});

	it('derives the byte limit from the threshold, never under 10 KB', () => {
		expect(join(runtime({ tokenBudgetThreshold: 8000 })).config.hardByteLimit).toBe(32_000);
		expect(join(runtime({ tokenBudgetThreshold: 500 })).config.hardByteLimit).toBe(10_000);
		const set = join(runtime({ tokenBudgetThreshold: 8000, hardByteLimit: 12_000 }));
		expect([set.config.hardByteLimit, set.origin.hardByteLimit]).toEqual([12_000, 'runtime']);
	});

	it('derives the byte limit of an endpoint that has its own threshold', () => {
		const endpoints = { big: { tokenBudgetThreshold: 9000 }, other: { chunkSize: 1 } };
		const { config, origin } = join(runtime({ endpoints }));
		expect(config.endpoints.big?.hardByteLimit).toBe(36_000);
		expect(origin['endpoints.big.hardByteLimit']).toBe('derived');
		expect(config.endpoints.other).toEqual({ chunkSize: 1 });
		const explicit = join(runtime({ hardByteLimit: 20_000, endpoints }));
		expect(explicit.config.endpoints.big?.hardByteLimit).toBeUndefined();
	});

	it('turns the demo on in dev mode unless a layer says otherwise', () => {
		const demo = (...layers: Layer[]) => {
			const result = effective(layers, { checkUrl, devMode: true });
			return result.ok && result.value.config.demo;
		};
		expect([demo(), demo(runtime({ demo: false }))]).toEqual([true, false]);
	});

	it('is refused when layers contradict each other, naming keys', () => {
		expect(issuesOf(file({ defaultPageSize: 100 }), runtime({ maxPageSize: 60 }))).toEqual([
			{ path: 'defaultPageSize', reason: 'must not exceed maxPageSize (60), not 100' },
		]);
		expect(issuesOf(runtime({ maxPageSize: 20 }))).toEqual([
			{
				path: 'maxPageSize',
				reason: 'must not be below defaultPageSize (50), not 20: set defaultPageSize too',
			},
		]);
		expect(
			issuesOf(runtime({ endpoints: { a: { defaultPageSize: 150 } }, maxPageSize: 100 })),
		).toEqual([
			{ path: 'endpoints.a.defaultPageSize', reason: 'must not exceed maxPageSize (100), not 150' },
		]);
	});

	it('takes limits of pages that agree, also those of one endpoint', () => {
		expect(issuesOf(runtime({ defaultPageSize: 60, maxPageSize: 60 }))).toEqual([]);
		expect(issuesOf(runtime({ defaultPageSize: 'many' }))).toHaveLength(1);
		expect(issuesOf(runtime({ maxPageSize: 'many' }))).toHaveLength(1);
		const endpoints = { a: { maxPageSize: 20 }, b: { mode: 'off' } };
		expect(issuesOf(runtime({ endpoints })).map(({ path }) => path)).toEqual([
			'endpoints.a.maxPageSize',
		]);
		const both = runtime({ maxPageSize: 20, endpoints: { b: { mode: 'off' } } });
		expect(issuesOf(both).map(({ path }) => path)).toEqual(['maxPageSize']);
	});

	it('is refused when layers that are right alone are too much together', () => {
		const half = (prefix: string) => ({
			endpoints: Object.fromEntries(
				Array.from({ length: 600 }, (_, at) => [`${prefix}${at}`, { mode: 'off' }]),
			),
		});
		expect(issuesOf(file(half('a')), runtime(half('b')))).toEqual([
			{
				path: 'endpoints',
				reason: 'must be a mapping of at most 1000 tool names or globs, not of 1,200',
			},
		]);
	});

	it('is refused when a layer is no mapping', () => {
		for (const odd of [null, 'x', [1]]) expect(issuesOf(runtime(odd))).toHaveLength(1);
	});

	it('names the layer of every issue', () => {
		expect(
			issuesOf(file({ chunkSize: 0 }), runtime({ x: 1 })).map(({ layer, path }) => [layer, path]),
		).toEqual([
			['file', 'chunkSize'],
			['runtime', 'x'],
		]);
	});

	it('is frozen and shares nothing with the documents', () => {
		const document = { strip: ['a'], endpoints: { a: { chunkSize: 5 } } };
		const { config } = join(runtime(document));
		expect(Object.isFrozen(config.strip)).toBe(true);
		expect(Object.isFrozen(config.endpoints.a)).toBe(true);
		document.strip.push('b');
		expect(config.strip).toEqual(['a']);
		expect(Object.isFrozen(document.endpoints.a)).toBe(false);
	});

	it('is not polluted by a __proto__ key', () => {
		const document = JSON.parse(
			'{"endpoints":{"__proto__":{"mode":"off"}},"__proto__":{"demo":true}}',
		);
		effective([runtime(document)], { checkUrl });
		expect(({} as Record<string, unknown>).mode).toBeUndefined();
		expect(({} as Record<string, unknown>).demo).toBeUndefined();
	});
});
