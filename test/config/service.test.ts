// The config service: cached for seconds, replaced at once, never worse than the last good document.
import { describe, expect, it } from 'vitest';
import { COMPARE_MS, type ConfigStore, FRESH_MS, PROPAGATION_MS } from '../../src/config/service';
import { put, setUp, WS } from './setting';

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
		const { service, editor, other, clock } = setUp();
		await other.current(WS);
		const before = await service.current(WS);
		const text = '{"tokenBudgetThreshold": 8000}';
		const replaced = await editor.replace(WS, put(text, { contentType: 'application/json' }));
		expect(replaced).toMatchObject({ ok: true, value: { version: 1 } });
		expect((await service.current(WS)).config.tokenBudgetThreshold).toBe(8000);
		expect(before.config.tokenBudgetThreshold).toBe(4000);
		expect((await other.current(WS)).config.tokenBudgetThreshold).toBe(4000);
		clock.now += FRESH_MS;
		expect((await other.current(WS)).config.tokenBudgetThreshold).toBe(8000);
	});

	it('replaces the whole runtime document', async () => {
		const { service, editor } = setUp();
		await editor.replace(WS, put('chunkSize: 10', { contentType: 'application/yaml' }));
		await editor.replace(WS, put('maxPageSize: 100', { contentType: 'application/yaml' }));
		const { config, version } = await service.current(WS);
		expect([config.chunkSize, config.maxPageSize, version]).toEqual([200, 100, 2]);
	});

	it('changes nothing for an invalid document, and logs it', async () => {
		const { service, editor, memory, events } = setUp();
		await editor.replace(WS, put('chunkSize: 10'));
		for (const text of ['chunkSize: -1\nx: 1', '{', 'chunkSize: [', 'defaultPageSize: 1e9']) {
			const result = await editor.replace(WS, put(text));
			expect(result).toMatchObject({ ok: false, error: { code: 'invalid' } });
		}
		expect((await service.current(WS)).config.chunkSize).toBe(10);
		expect(await memory.read(WS)).toEqual({ text: 'chunkSize: 10', version: 1 });
		expect(events.filter(({ event }) => event === 'config_rejected')).toHaveLength(4);
	});

	it('keeps the last good document when the stored one is corrupt, and says so once', async () => {
		const { service, editor, memory, clock, events } = setUp();
		await editor.replace(WS, put('chunkSize: 10'));
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
		const { service, editor, failing, clock } = setUp();
		await editor.replace(WS, put('chunkSize: 10'));
		failing.read = true;
		clock.now += FRESH_MS;
		const without = await service.current(WS);
		expect([without.config.chunkSize, without.problem]).toEqual([
			10,
			'config store unreadable: the last known config stays in force',
		]);
		failing.read = false;
		clock.now += FRESH_MS;
		expect((await service.current(WS)).problem).toBeUndefined();
	});

	it('never goes back to an older document that the store still shows after a write', async () => {
		const { service, editor, memory, clock } = setUp();
		await memory.write(WS, 'chunkSize: 10', 5);
		await editor.replace(WS, put('chunkSize: 20'));
		await memory.write(WS, 'chunkSize: 10', 5);
		for (const later of [FRESH_MS, PROPAGATION_MS, PROPAGATION_MS]) {
			clock.now += later;
			expect(await service.current(WS)).toMatchObject({ version: 6, config: { chunkSize: 20 } });
		}
	});

	it('keeps a change whose distribution failed, says so, and everybody catches up with it', async () => {
		const { service, editor, other, failing, clock, memory, isolate, settle } = setUp();
		await other.current(WS);
		failing.write = true;
		const changed = await editor.replace(WS, put('chunkSize: 10'));
		expect(changed).toMatchObject({ ok: true, value: { version: 1 } });
		expect((await service.current(WS)).problem).toContain('not distributed');
		failing.write = false;
		clock.now += COMPARE_MS;
		expect((await other.current(WS)).config.chunkSize).toBe(200);
		await settle();
		expect(await other.current(WS)).toMatchObject({ version: 1, config: { chunkSize: 10 } });
		expect(await memory.read(WS)).toBeNull();
		clock.now += PROPAGATION_MS + 1;
		await isolate().service.current(WS);
		await settle();
		expect(await memory.read(WS)).toEqual({ text: 'chunkSize: 10', version: 1 });
		clock.now += FRESH_MS;
		expect((await service.current(WS)).problem).toBeUndefined();
	});

	it.each([
		['a call a second', 1_000, 15_000],
		['a call in twenty seconds', 20_000, 40_000],
	])(
		'has a change in force elsewhere although the store shows it a minute late: %s',
		async (_rate, every, within) => {
			const { editor, memory, clock, isolate, settle } = setUp();
			const changedAt = clock.now + 3_500;
			const late: ConfigStore = {
				...memory,
				read: async (workspace) => (clock.now < changedAt + 65_000 ? null : memory.read(workspace)),
			};
			const other = isolate({ store: late }).service;
			await other.current(WS);
			clock.now = changedAt;
			await editor.replace(WS, put('chunkSize: 10'));
			while ((await other.current(WS)).config.chunkSize !== 10 && clock.now < changedAt + 90_000) {
				await settle();
				clock.now += every;
			}
			expect(clock.now - changedAt).toBeLessThanOrEqual(within);
		},
	);

	it('leaves bad lower layers out and names them', async () => {
		const { service } = setUp({
			file: 'chunkSize: 0',
			environment: { LOADLINE_CHUNK_SIZE: 'x', LOADLINE_MAX_PAGE_SIZE: '10' },
		});
		const { config, problem } = await service.current(WS);
		expect([config.chunkSize, config.maxPageSize]).toEqual([200, 200]);
		expect(problem).toMatch(/file config ignored.*LOADLINE_CHUNK_SIZE.*environment config ignored/);
	});

	it.each([
		['busy', { write: async () => ({ ok: false as const, error: 'busy' as const }) }],
		['failing', { write: () => Promise.reject(new Error('down')) }],
	])('is in force here though the store is %s', async (_, broken) => {
		const store: ConfigStore = { read: async () => null, ...broken };
		const { service, editor } = setUp({ store });
		const result = await editor.replace(WS, put('chunkSize: 10'));
		expect(result).toMatchObject({ ok: true, value: { problem: expect.any(String) } });
		expect((await service.current(WS)).config.chunkSize).toBe(10);
	});

	it('says in one line what is wrong with lower layers, three issues in full', async () => {
		const problemOf = async (file: string, environment = {}) =>
			(await setUp({ file, environment }).service.current(WS)).problem;
		expect(await problemOf('chunkSize: 0\ndemo: 1\n')).toBe(
			'file config ignored: chunkSize must be a whole number of lines from 1 to 10,000, not 0; demo must be true or false, not 1',
		);
		expect(await problemOf('a: 1\nb: 1\nc: 1\nd: 1\ne: 1\n')).toMatch(
			/; c [^;]*;[^;]*; and 2 more$/,
		);
		expect(await problemOf('a: 1\nb: 1\nc: 1\n')).not.toContain('more');
		expect(await problemOf('- a', { LOADLINE_DEMO: 'x' })).toBe(
			'file config ignored: document must be a mapping of config keys. environment variables ignored: LOADLINE_DEMO must be true or false, not "x"',
		);
	});

	it('keeps what is wrong below beside what is wrong with the stored document', async () => {
		const { service, memory } = setUp({ file: '- a' });
		await memory.write(WS, 'chunkSize: {', 2);
		expect((await service.current(WS)).problem).toMatch(
			/^file config ignored: [^.]+\. stored config ignored: /,
		);
	});

	it('leaves out a server whose process the file names no more, and that alone', async () => {
		const was = '{ name: files, command: node, args: [old.js] }';
		const { service, memory } = setUp({
			...{ commands: 'file', file: `upstreams: [${was.replace('old', 'new')}]` },
		});
		const wiki = '{ name: wiki, url: https://wiki.example/mcp }';
		await memory.write(WS, `chunkSize: 12\nupstreams: [${was}, ${wiki}]`, 2);
		const { config, problem, version } = await service.current(WS);
		expect([config.chunkSize, config.upstreams.map(({ name }) => name)]).toEqual([12, ['wiki']]);
		expect(version).toBe(2);
		expect(problem).toMatch(
			/^servers of the stored config ignored: upstreams\.0\.command starts a process, .*--allow-commands$/,
		);
	});

	it('goes back to nothing when the store is empty again, and follows a new text of one version', async () => {
		const { service, memory, clock } = setUp();
		await memory.write(WS, 'chunkSize: 10', 1);
		expect((await service.current(WS)).config.chunkSize).toBe(10);
		await memory.write(WS, 'chunkSize: 11', 1);
		clock.now += FRESH_MS;
		expect((await service.current(WS)).config.chunkSize).toBe(11);
		await memory.write(WS, 'chunkSize: 11', 2);
		clock.now += FRESH_MS;
		expect((await service.current(WS)).version).toBe(2);
	});

	it('remembers the documents of five hundred workspaces', async () => {
		const { service, reads } = setUp();
		for (let at = 0; at <= 500; at++) await service.current(`ws-${at}`);
		await service.current('ws-1');
		expect(reads.count).toBe(501);
		await service.current('ws-0');
		expect(reads.count).toBe(502);
	});

	it('keeps workspaces apart', async () => {
		const { service, editor } = setUp();
		await editor.replace('ws-a', put('chunkSize: 10'));
		expect((await service.current('ws-b')).config.chunkSize).toBe(200);
	});

	it('gives concurrent replacements different versions, and the last one stays', async () => {
		const { service, editor, otherEditor } = setUp();
		const answers = await Promise.all(
			[1, 2, 3, 4].map((size) =>
				(size % 2 ? editor : otherEditor).replace(WS, put(`chunkSize: ${size}`)),
			),
		);
		const versions = answers.map((answer) => (answer.ok ? answer.value.version : 0));
		expect(versions.toSorted()).toEqual([1, 2, 3, 4]);
		const last = answers.find((answer) => answer.ok && answer.value.version === 4);
		const { version, config } = await service.current(WS);
		expect(version).toBeGreaterThan(2);
		if (last?.ok && version === 4) expect(config.chunkSize).toBe(last.value.config.chunkSize);
	});
});
