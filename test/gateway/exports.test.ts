// Exports of kept results: what is written, for whom, and the links to them.
import { describe, expect, it } from 'vitest';
import { createSealedBox } from '../../src/adapters/crypto/sealed-box';
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import type { Principal } from '../../src/auth/principal';
import { Exports, readExportCall } from '../../src/gateway/asking/exports';
import { createTurns } from '../../src/gateway/asking/result-store';
import { grantedHandles, grantsOf } from '../../src/gateway/handles/grants';
import { createHandleStore } from '../../src/gateway/handles/handle-store';
import { fromHex, toHex } from '../../src/shared/digits';
import { FreeMoments } from '../../src/shared/free-moment';
import { json, text } from '../protect/payloads';
import { ada, call, configOf, data, gatewayOf, SECRETS, scripted } from './gateway';

const rows = Array.from({ length: 400 }, (_, id) => ({ id, city: id % 2 ? 'Rome' : 'Oslo' }));
const csv = `id;city\n${rows.map(({ id, city }) => `${id};${city}`).join('\n')}\n`;
const yaml = `items:\n${rows.map(({ id, city }) => `- {id: ${id}, city: ${city}} # of ${id}\n`).join('')}`;
const log = Array.from({ length: 3_000 }, (_, at) => `line ${at}`).join('\n');
const UP = [{ name: 'up', url: 'https://up.example/mcp' }];

const pausing = {
	now: Date.now,
	wait: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

const setting = (config: object = {}) => {
	const store = createMemorySnapshotStore();
	const clock = { now: 1_800_000_000 };
	const hmac = createHandleHmac(SECRETS);
	const { source } = scripted('up', {
		list: { answer: () => json({ rows, next_cursor: null }) },
		page: { answer: () => json({ rows, next_cursor: 'abc', has_more: true }) },
		table: { answer: () => text(csv) },
		log: { answer: () => text(log) },
		yaml: { answer: () => text(yaml) },
	});
	const gateway = gatewayOf({ sources: [source], store, clock });
	const handleStore = createHandleStore({
		store,
		hmac,
		randomId: randomSnapshotId,
		defer: () => {},
	});
	let settings = configOf({ upstreams: UP, ...config });
	const box = createSealedBox(SECRETS, 'link/1');
	let slices = 0;
	const turns = createTurns({
		...pausing,
		freeMoments: new FreeMoments(pausing),
		isOver: () => 0,
		charge: () => {
			slices++;
		},
	});
	const exports = new Exports({
		turns,
		configOf: async () => settings,
		handlesUnder: (config) =>
			grantedHandles(
				handleStore,
				grantsOf(config, async () => ''),
				config.snapshotLifeSeconds,
			),
		links: {
			seal: async (text, place) => toHex(await box.seal(text, place)),
			open: (sealed, place) => box.open(fromHex(sealed), place),
		},
		now: () => clock.now,
	});
	const handleOf = async (tool: string): Promise<string> =>
		data(await call(gateway, `up__${tool}`, { select: 'length(@)' })).handle;
	const read = async (handle: string, given: object = {}, who: Principal = ada) => {
		const asked = readExportCall(handle, given);
		if (!asked.ok) return asked.error;
		const exported = await exports.export(asked.value, { principal: who });
		return exported.ok
			? [...exported.value.chunks].join('')
			: `${exported.error.code}: ${exported.error.message}`;
	};
	const configure = (document: object) => {
		settings = configOf({ upstreams: UP, ...document });
	};
	return { exports, handleOf, read, clock, configure, slices: () => slices };
};

describe('an export', () => {
	it('is the kept original, or what an expression or a pointer chooses, in any form', async () => {
		const { handleOf, read } = setting();
		const list = await handleOf('list');
		expect(JSON.parse(await read(list))).toEqual({ rows, next_cursor: null });
		expect(await read(list, { format: 'csv' })).toMatch(/^id,city\r\n0,Oslo\r\n/);
		const rome = { select: "rows[?city=='Rome'].id", format: 'ndjson' };
		expect(await read(list, rome)).toMatch(/^1\n3\n/);
		expect(await read(list, { pointer: '/rows/7' })).toBe('{"id":7,"city":"Rome"}');
		const table = await handleOf('table');
		expect(await read(table)).toBe(csv);
		expect(await read(table, { format: 'csv' })).toBe(csv);
		expect(JSON.parse(await read(table, { format: 'json' }))).toEqual(rows);
		expect(await read(await handleOf('log'), { select: '[-1].text', format: 'text' })).toBe(
			'line 2999',
		);
	});

	it('of data that were sent as YAML is that text, or the data in any other form', async () => {
		const { handleOf, read } = setting();
		const kept = await handleOf('yaml');
		expect(await read(kept)).toBe(yaml);
		expect(await read(kept, { format: 'text' })).toBe(yaml);
		expect(JSON.parse(await read(kept, { format: 'json' }))).toEqual({ items: rows });
		expect(await read(kept, { format: 'csv' })).toMatch(/^id,city\r\n0,Oslo\r\n/);
		expect(await read(kept, { select: 'length(items)' })).toBe('400');
	});

	it('says what is wrong with what was asked', async () => {
		const { handleOf, read } = setting();
		const list = await handleOf('list');
		expect(await read(list, { format: 'xml' })).toMatch(/^format: must be one of json, ndjson/);
		expect(await read(list, { fields: 'id' })).toMatch(/^fields: is not a parameter; there are/);
		expect(await read(list, { select: 'rowz' })).toMatch(/^asked: select: .*Nearest: rows/s);
		expect(await read(list, { pointer: '/rowz' })).toMatch(/^asked: pointer: .*Nearest: rows/s);
		expect(await read('nonsense')).toMatch(/^malformed: /);
	});

	it('is of nobody else, and dies with its tool', async () => {
		const { handleOf, read, configure } = setting();
		const list = await handleOf('list');
		expect(await read(list, {}, { ...ada, id: 'bob' })).toMatch(/^invalid: /);
		expect(await read(list, {}, { ...ada, workspace: 'ws-two' })).toMatch(/^invalid: /);
		configure({ upstreams: [{ ...UP[0], tools: { deny: ['list'] } }] });
		expect(await read(list)).toMatch(/^revoked: /);
	});
});

describe('an export whose client has gone', () => {
	it('ends at its next pause, and keeps no place from the next', async () => {
		const { exports, handleOf, read, slices } = setting();
		const handle = await handleOf('list');
		const long = { handle, select: 'let $all = rows in rows[].length($all[?id > `5`])' } as const;
		const whole = await exports.export(long, { principal: ada });
		expect(whole.ok).toBe(true);
		const inAll = slices();
		expect(inAll).toBeGreaterThan(5);
		const leaving = new AbortController();
		const asked = exports.export(long, { principal: ada, signal: leaving.signal });
		await expect.poll(slices, { interval: 1 }).toBeGreaterThan(inAll);
		leaving.abort();
		const next = read(handle, { select: 'rows[0].city' });
		expect(await asked).toMatchObject({
			error: { code: 'asked', message: 'The question was cancelled.' },
		});
		expect(await next).toBe('"Oslo"');
		expect(slices()).toBeLessThan(2 * inAll);
	});
});

describe('a link', () => {
	const on = { exportLinkSeconds: 300 };

	it('is off unless configured', async () => {
		const { exports, handleOf } = setting();
		const made = await exports.link({ handle: await handleOf('list') }, ada);
		expect(made).toMatchObject({ ok: false, error: { code: 'links_off' } });
	});

	it('opens the one export it was made for, until it ends or links are turned off', async () => {
		const { exports, handleOf, clock, configure } = setting(on);
		const asked = { handle: await handleOf('list'), format: 'csv' } as const;
		const made = await exports.link(asked, ada, 'a token');
		if (!made.ok) throw new Error(made.error.message);
		const { link } = made.value;
		const opens = async (changed: object = {}, by = link) =>
			(await exports.linked({ ...asked, ...changed }, by)) !== undefined;
		const { id, workspace } = ada;
		expect(await exports.linked(asked, link)).toEqual({ id, workspace, token: 'a token' });
		expect(await opens({ select: 'rows' })).toBe(false);
		expect(await opens({ format: 'json' })).toBe(false);
		expect(await opens({ handle: await handleOf('log') })).toBe(false);
		expect(await opens({}, `${link.slice(0, -2)}${link.endsWith('00') ? '01' : '00'}`)).toBe(false);
		for (const other of ['', 'ab', link.slice(2), link.slice(0, 40)])
			expect(await opens({}, other)).toBe(false);
		configure({ exportLinkSeconds: 0 });
		expect(await opens()).toBe(false);
		configure(on);
		expect(await opens()).toBe(true);
		clock.now += 300;
		expect(await opens()).toBe(false);
	});

	it('is made for nothing that does not open', async () => {
		const { exports, handleOf } = setting(on);
		const list = await handleOf('list');
		expect((await exports.link({ handle: list }, { ...ada, id: 'bob' })).ok).toBe(false);
		expect((await exports.link({ handle: list, select: 'rowz' }, ada)).ok).toBe(false);
	});
});
