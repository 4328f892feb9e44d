import { describe, expect, it } from 'vitest';
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { createOffers } from '../../src/app/offers';
import { ConfigLedger, changesBetween, KEPT_VERSIONS } from '../../src/config/history';
import { movesBetween } from '../../src/config/moves';
import { type Grants, grantedHandles, grantsOf } from '../../src/gateway/handles/grants';
import { createHandleStore } from '../../src/gateway/handles/handle-store';
import { describeHandleFault } from '../../src/gateway/handles/handles';
import { err, ok } from '../../src/shared/result';
import { openSql } from '../adapters/sqlite/open';
import { configOf } from './gateway';
import { policy } from './snapshot-sample';

const principal = { id: 'ann', workspace: 'ws', scopes: ['mcp:use'] };
const upstream = { name: 'up', url: 'https://a.example/mcp', headers: { key: 'one' } };
const under = (document: object): Grants =>
	grantsOf(configOf(document as never), async ({ url, headers }, { id }) =>
		JSON.stringify([url, headers, id]),
	);

describe('what a result rests on', () => {
	const before = under({ upstreams: [upstream] })('up__read', principal);

	it('stays while server, address and credentials stay', async () => {
		expect(await before).toEqual(expect.any(String));
		const later = under({ upstreams: [{ ...upstream, timeoutMs: 500 }] });
		expect(await later('up__read', principal)).toBe(await before);
		expect(await later('up__resources/read', principal)).toBe(await before);
	});

	it.each([
		['the tool is denied', [{ ...upstream, tools: { deny: ['read'] } }]],
		['it is not among those allowed', [{ ...upstream, tools: { allow: ['write'] } }]],
		['the upstream is gone', []],
		['the address is another', [{ ...upstream, url: 'https://b.example/mcp' }]],
		['the credential is another', [{ ...upstream, headers: { key: 'two' } }]],
	])('is gone when %s', async (_, upstreams) => {
		expect(await under({ upstreams })('up__read', principal)).not.toBe(await before);
	});

	it('is each principal’s own', async () => {
		const bob = { ...principal, id: 'bob' };
		expect(await under({ upstreams: [upstream] })('up__read', bob)).not.toBe(await before);
	});

	it('is Loadline itself for its own tools', () => {
		expect(under({})('search_records', principal)).toBe('loadline');
		expect(under({ demo: false })('demo__read_log', principal)).toBeUndefined();
	});
});

describe('what was offered in between', () => {
	const configs = new Map<string, ReturnType<typeof configOf>>();
	const made = (document: Parameters<typeof configOf>[0]) => {
		const key = JSON.stringify(document);
		const config = configs.get(key) ?? configOf(document);
		configs.set(key, config);
		return config;
	};
	/** The history of these documents, each after the one before; a day lies between two, if told. */
	const historyOf = (documents: readonly Parameters<typeof configOf>[0][], apart = 0) => {
		let now = 0;
		const sql = openSql();
		const ledger = new ConfigLedger(sql, () => now);
		for (const [at, document] of documents.entries()) {
			const [before, after] = [made(documents[at - 1] ?? {}), made(document)];
			const moves = movesBetween(before, after);
			const facts = { by: 'ann', action: 'replace', text: JSON.stringify(document) } as const;
			ledger.commit({ ...facts, ...changesBetween(before, after), moves, after: at, seen: at });
			now += apart;
		}
		return { ledger, sql };
	};
	const join = (text: string) =>
		(text === '[' ? err([]) : ok({ config: made(JSON.parse(text)), origin: {} })) as never;
	const remoteOf = (ledger: Pick<ConfigLedger, 'moves' | 'noted' | 'fill' | 'list' | 'at'>) => ({
		moves: async (of: Parameters<ConfigLedger['moves']>[0]) => ledger.moves(of),
		noted: async () => ledger.noted(),
		fill: async (...found: Parameters<ConfigLedger['fill']>) => ledger.fill(...found),
		list: async (of: Parameters<ConfigLedger['list']>[0]) => ledger.list(of),
		at: async (version: number) => ledger.at(version),
	});
	const offersOf = (ledger: ConfigLedger) =>
		createOffers({ highest: () => 1_000, join }, () => remoteOf(ledger));
	const lasted = async (...documents: Parameters<typeof configOf>[0][]) =>
		offersOf(historyOf(documents).ledger).lasted('ws', 'up__read', 1, documents.length);
	const at = (more: object) => ({ upstreams: [{ ...upstream, ...more }] });

	it('lasts where nothing of it changed', async () => {
		expect(await lasted(at({}), at({ timeoutMs: 500 }), at({}))).toBe(true);
	});

	it('lasts however many versions changed something else, more than are kept', async () => {
		const others = Array.from({ length: KEPT_VERSIONS + 60 }, (_, chunk) => ({
			...at({}),
			chunkSize: (chunk % 2) + 1,
		}));
		expect(await lasted(...others)).toBe(true);
		const taken = others.with(30, { ...at({ tools: { deny: ['read'] } }), chunkSize: 1 });
		expect(await lasted(...taken)).toBe(false);
		const another = others.with(30, { ...at({ tools: { deny: ['write'] } }), chunkSize: 1 });
		expect(await lasted(...another)).toBe(true);
		const { ledger } = historyOf(another);
		expect(ledger.at(31)).toBeNull();
		const offers = offersOf(ledger);
		expect(await offers.lasted('ws', 'up__write', 1, KEPT_VERSIONS + 60)).toBe(false);
		expect(await offers.lasted('ws', 'up__resources/read', 1, KEPT_VERSIONS + 60)).toBe(true);
	});

	it('is told of a version that changed more than is listed of it', async () => {
		const endpoints = Object.fromEntries(
			Array.from({ length: 150 }, (_, n) => [`up__t${n}`, { mode: 'off' }]),
		);
		expect(await lasted(at({}), { ...at({}), endpoints } as never)).toBe(true);
	});

	describe('of versions that an earlier release made', () => {
		const read = (from: number, ...documents: Parameters<typeof configOf>[0][]) =>
			readAfter(0, from, ...documents);
		/** @param noted versions that were noted before an earlier release made the others */
		const readAfter = async (
			noted: number,
			from: number,
			...documents: Parameters<typeof configOf>[0][]
		) => {
			const { ledger, sql } = historyOf(documents);
			sql.all(`DELETE FROM config_moves WHERE version > ${noted} OR ${noted} = 0`);
			if (noted > 0) sql.all(`INSERT INTO config_moves VALUES (${noted}, '>', 0, '{}')`);
			const before = offersOf(ledger).lasted('ws', 'up__read', from, documents.length);
			// The first version after the upgrade changes nothing of the server.
			const last = { ...documents.at(-1), chunkSize: 7 };
			const facts = { by: 'ann', action: 'replace', text: JSON.stringify(last) } as const;
			const [seen, moves] = [documents.length, [] as const];
			const changes = changesBetween(made(documents.at(-1) ?? {}), made(last));
			const asked = await before;
			ledger.commit({ ...facts, ...changes, moves, after: seen, seen });
			const after = await offersOf(ledger).lasted('ws', 'up__read', from, seen + 1);
			return [asked, after];
		};
		const other = { ...at({}), chunkSize: 3 };

		it('is read from their documents, before and after the next one', async () => {
			expect(await read(1, at({}), other, at({}))).toEqual([true, true]);
			const another = at({ tools: { deny: ['write'] } });
			expect(await read(1, at({}), another, at({}))).toEqual([true, true]);
		});

		it.each([
			['the tool', { tools: { deny: ['read'] } }],
			['the address', { url: 'https://b.example/mcp' }],
			['the credential', { headers: { key: 'two' } }],
		])('is closed where %s was another and came back', async (_, change) => {
			expect(await read(1, at({}), at(change), at({}))).toEqual([false, false]);
		});

		it('is read from them, too, where some were noted before', async () => {
			expect(await readAfter(2, 1, at({}), other, at({}), other)).toEqual([true, true]);
			const another = at({ url: 'https://b.example/mcp' });
			expect(await readAfter(2, 1, at({}), other, another, other)).toEqual([false, false]);
		});

		it('is closed where the server came later, or documents are not kept any more', async () => {
			expect(await read(0, at({}), other)).toEqual([false, false]);
			const many = Array.from({ length: KEPT_VERSIONS + 3 }, (_, n) => ({
				...at({}),
				chunkSize: (n % 2) + 1,
			}));
			expect(await read(1, ...many)).toEqual([false, false]);
			expect(await read(10, ...many)).toEqual([true, true]);
		});
	});

	it('is not known of versions a month ago whose documents are gone', async () => {
		const day = 86_400_000;
		const month = historyOf(
			[at({}), at({ tools: { deny: ['write'] } }), ...Array(33).fill(at({}))],
			day,
		);
		month.sql.all('DELETE FROM config_versions');
		const later = offersOf(month.ledger);
		expect(await later.lasted('ws', 'up__read', 2, 35)).toBe(false);
		expect(await later.lasted('ws', 'up__read', 5, 35)).toBe(true);
		const weeks = [at({}), at({ tools: { deny: ['write'] } }), ...Array(20).fill(at({}))];
		expect(await offersOf(historyOf(weeks, day).ledger).lasted('ws', 'up__read', 1, 22)).toBe(true);
		expect(month.sql.all('SELECT * FROM config_moves')).toHaveLength(2);
		const call = { argument: 'handle' } as never;
		const { text } = describeHandleFault('closed', call, 'up__read');
		expect(text).toContain('or it is not known that they have not.');
	});

	it.each([
		['the tool', { tools: { deny: ['read'] } }],
		['the address', { url: 'https://b.example/mcp' }],
		['the credential', { headers: { key: 'two' } }],
		['the login', { headers: {}, auth: { type: 'oauth' } }],
	])('does not where %s was another and came back', async (_, change) => {
		expect(await lasted(at({}), at(change), at({}))).toBe(false);
	});

	it('is not taken for granted where the history cannot be asked', async () => {
		const silent = () => Promise.reject(new Error('not there'));
		const offers = createOffers({ highest: () => 2, join }, () => ({
			...{ moves: silent, noted: silent, fill: silent, list: silent, at: silent },
		}));
		expect(await offers.lasted('ws', 'up__read', 1, 2)).toBe(false);
	});
});

describe('a handle store under a configuration', () => {
	const handleStore = createHandleStore({
		store: createMemorySnapshotStore(),
		hmac: createHandleHmac({ current: 'a secret of at least thirty-two characters' }),
		randomId: randomSnapshotId,
		defer: () => {},
	});
	const keepIn = async (grants: Grants) => {
		const document = { kind: 'json', parts: ['[1,2,3]'], shape: {} } as const;
		const facts = { document, policy, tool: 'up__read', argsDigest: '', principal };
		const timing = { now: 1_000, cursorTtlSeconds: 600 };
		const kept = await grantedHandles(handleStore, grants, 7_200).keep(facts, [POSITION], timing);
		if (!kept.ok) throw new Error(kept.error.message);
		return String(kept.value[0]);
	};
	const openIn = async (handle: string, grants: Grants, now: number, lifeSeconds = 7_200) => {
		const call = { tool: null, argsDigest: '', principal, argument: 'handle' } as const;
		const timing = { now, cursorTtlSeconds: 600 };
		const opened = await grantedHandles(handleStore, grants, lifeSeconds).open(
			handle,
			call,
			timing,
		);
		return opened.ok ? 'open' : opened.error.code;
	};
	const POSITION = { kind: 'whole', offset: 0, limit: 0 } as const;

	it('opens what rests on what it did, and nothing else', async () => {
		const handle = await keepIn(() => 'g1');
		expect(await openIn(handle, () => 'g1', 1_100)).toBe('open');
		expect(await openIn(handle, () => 'g2', 1_100)).toBe('closed');
		expect(await openIn(handle, () => undefined, 1_100)).toBe('revoked');
		expect(await openIn(handle, () => 'g1', 1_200)).toBe('open');
	});

	it('ends at the end of its life, however often it is read', async () => {
		const handle = await keepIn(() => 'g1');
		for (let now = 1_500; now <= 8_000; now += 500)
			expect(await openIn(handle, () => 'g1', now), String(now)).toBe('open');
		expect(await openIn(handle, () => 'g1', 8_200)).toBe('open');
		expect(await openIn(handle, () => 'g1', 8_201)).toBe('expired');
	});
});
