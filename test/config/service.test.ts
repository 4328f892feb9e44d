// The config service: cached for seconds, replaced at once, never worse than the last good document.
import { describe, expect, it } from 'vitest';
import { createMemoryConfigStore } from '../../src/adapters/local/memory-config-store';
import {
	type ConfigEvent,
	ConfigService,
	type ConfigServiceOptions,
	FRESH_MS,
} from '../../src/config/service';
import type { ConfigStore } from '../../src/config/store';
import { ok } from '../../src/shared/result';
import { checkUrl } from './check-url';

const WS = 'ws-local';

const setUp = (more: Partial<ConfigServiceOptions> = {}) => {
	const memory = createMemoryConfigStore();
	const reads = { count: 0, fail: false };
	const store: ConfigStore = {
		read: async (workspace) => {
			reads.count++;
			if (reads.fail) throw new Error('down');
			return memory.read(workspace);
		},
		write: memory.write,
	};
	const clock = { now: 1_000_000 };
	const events: ConfigEvent[] = [];
	const options = {
		store,
		checkUrl,
		environment: {},
		now: () => clock.now,
		log: (event: ConfigEvent) => void events.push(event),
		...more,
	};
	return {
		memory,
		reads,
		clock,
		events,
		service: new ConfigService(options),
		other: new ConfigService(options),
	};
};

describe('the config service', () => {
	it('joins file, environment and runtime document', async () => {
		const { service, memory } = setUp({
			file: 'chunkSize: 10\nmaxPageSize: 90\ndefaultPageSize: 5\n',
			environment: { LOADLINE_CHUNK_SIZE: '20', LOADLINE_MAX_PAGE_SIZE: '80' },
		});
		await memory.write(WS, 'chunkSize: 30\n', 4);
		const { config, origin, version, problem } = await service.current(WS);
		expect([config.chunkSize, config.maxPageSize, config.defaultPageSize]).toEqual([30, 80, 5]);
		expect(origin).toMatchObject({
			chunkSize: 'runtime',
			maxPageSize: 'environment',
			defaultPageSize: 'file',
		});
		expect([version, problem]).toEqual([4, undefined]);
	});

	it('reads the store once in five seconds', async () => {
		const { service, reads, clock } = setUp();
		for (let i = 0; i < 1000; i++) await service.current(WS);
		expect(reads.count).toBe(1);
		clock.now += FRESH_MS;
		await Promise.all(Array.from({ length: 100 }, () => service.current(WS)));
		expect(reads.count).toBe(2);
	});

	it('puts a replacement in force at once here and within seconds elsewhere', async () => {
		const { service, other, clock } = setUp();
		await other.current(WS);
		const before = await service.current(WS);
		const replaced = await service.replace(
			WS,
			'{"tokenBudgetThreshold": 8000}',
			'application/json',
		);
		expect(replaced).toMatchObject({ ok: true, value: { version: 1 } });
		expect((await service.current(WS)).config.tokenBudgetThreshold).toBe(8000);
		expect(before.config.tokenBudgetThreshold).toBe(4000);
		expect((await other.current(WS)).config.tokenBudgetThreshold).toBe(4000);
		clock.now += FRESH_MS;
		expect((await other.current(WS)).config.tokenBudgetThreshold).toBe(8000);
	});

	it('replaces the whole runtime document', async () => {
		const { service } = setUp();
		await service.replace(WS, 'chunkSize: 10', 'application/yaml');
		await service.replace(WS, 'maxPageSize: 100', 'application/yaml');
		const { config, version } = await service.current(WS);
		expect([config.chunkSize, config.maxPageSize, version]).toEqual([200, 100, 2]);
	});

	it('changes nothing for an invalid document, and logs it', async () => {
		const { service, memory, events } = setUp();
		await service.replace(WS, 'chunkSize: 10', null);
		for (const text of ['chunkSize: -1\nx: 1', '{', 'chunkSize: [', 'defaultPageSize: 1e9']) {
			const result = await service.replace(WS, text, null);
			expect(result).toMatchObject({ ok: false, error: { code: 'invalid' } });
		}
		expect((await service.current(WS)).config.chunkSize).toBe(10);
		expect(await memory.read(WS)).toEqual({ text: 'chunkSize: 10', version: 1 });
		expect(events.filter(({ event }) => event === 'config_rejected')).toHaveLength(4);
	});

	it('keeps the last good document when the stored one is corrupt, and says so once', async () => {
		const { service, memory, clock, events } = setUp();
		await service.replace(WS, 'chunkSize: 10', null);
		await memory.write(WS, 'chunkSize: {', 2);
		for (let i = 0; i < 5; i++) {
			clock.now += FRESH_MS;
			const { config, problem } = await service.current(WS);
			expect(config.chunkSize).toBe(10);
			expect(problem).toContain('stored config ignored');
		}
		expect(events.filter(({ event }) => event === 'config_problem')).toHaveLength(1);
		await memory.write(WS, 'chunkSize: 11', 3);
		clock.now += FRESH_MS;
		const recovered = await service.current(WS);
		expect([recovered.config.chunkSize, recovered.problem]).toEqual([11, undefined]);
	});

	it('falls back to the lower layers when it never saw a good document', async () => {
		const { service, memory } = setUp({ file: 'chunkSize: 77' });
		await memory.write(WS, 'estimator: exact', 2);
		const { config, problem } = await service.current(WS);
		expect(config.chunkSize).toBe(77);
		expect(problem).toContain('estimator');
	});

	it('goes on without the store, and recovers', async () => {
		const { service, reads, clock } = setUp();
		await service.replace(WS, 'chunkSize: 10', null);
		reads.fail = true;
		clock.now += FRESH_MS;
		const without = await service.current(WS);
		expect([without.config.chunkSize, without.problem]).toEqual([
			10,
			'config store unreadable: the last known config stays in force',
		]);
		reads.fail = false;
		clock.now += FRESH_MS;
		expect((await service.current(WS)).problem).toBeUndefined();
	});

	it('does not go back to an older document that KV still shows after a write', async () => {
		const { service, memory, clock } = setUp();
		await memory.write(WS, 'chunkSize: 10', 5);
		await service.replace(WS, 'chunkSize: 20', null);
		await memory.write(WS, 'chunkSize: 10', 5);
		clock.now += FRESH_MS;
		expect(await service.current(WS)).toMatchObject({ version: 6, config: { chunkSize: 20 } });
		clock.now += 90_000;
		expect(await service.current(WS)).toMatchObject({ version: 5, config: { chunkSize: 10 } });
	});

	it('leaves bad lower layers out and names them', async () => {
		const { service } = setUp({
			file: 'chunkSize: 0',
			environment: { LOADLINE_CHUNK_SIZE: 'x', LOADLINE_MAX_PAGE_SIZE: '10' },
		});
		const { config, problem } = await service.current(WS);
		expect([config.chunkSize, config.maxPageSize]).toEqual([200, 200]);
		expect(problem).toMatch(/file config ignored.*LOADLINE_CHUNK_SIZE.*environment config ignored/);
	});

	it('tells a busy store from a failing one', async () => {
		const busy: ConfigStore = {
			read: async () => null,
			write: async () => ({ ok: false, error: 'busy' }),
		};
		const broken: ConfigStore = {
			read: async () => null,
			write: () => Promise.reject(new Error('down')),
		};
		const codeOf = async (store: ConfigStore) => {
			const { service } = setUp({ store });
			const result = await service.replace(WS, 'chunkSize: 10', null);
			expect((await service.current(WS)).config.chunkSize).toBe(200);
			return result.ok ? null : result.error.code;
		};
		expect([await codeOf(busy), await codeOf(broken)]).toEqual(['busy', 'unavailable']);
	});

	it('keeps workspaces apart', async () => {
		const { service } = setUp();
		await service.replace('ws-a', 'chunkSize: 10', null);
		expect((await service.current('ws-b')).config.chunkSize).toBe(200);
	});

	it('gives concurrent replacements different versions', async () => {
		const versions: number[] = [];
		const store: ConfigStore = {
			read: async () => null,
			write: async (_workspace, _text, version) => {
				versions.push(version);
				return ok(undefined);
			},
		};
		const { service } = setUp({ store });
		await service.current(WS);
		await Promise.all([1, 2, 3].map((size) => service.replace(WS, `chunkSize: ${size}`, null)));
		expect(new Set(versions).size).toBe(3);
		expect((await service.current(WS)).config.chunkSize).toBe(3);
	});
});
