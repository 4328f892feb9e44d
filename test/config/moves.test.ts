// Changes of servers that decide whether kept results open: of a span of versions, and unknown where nobody noted them.
import { describe, expect, it } from 'vitest';
import { ConfigLedger } from '../../src/config/history';
import { effective } from '../../src/config/layers';
import { type Move, MoveLog, movesBetween, noteEarlier } from '../../src/config/moves';
import type { Config } from '../../src/config/schema';
import type { Remote } from '../../src/shared/remote';
import { openSql } from '../adapters/sqlite/open';
import { checkUrl } from './check-url';

const configOf = (document: object): Config => {
	const made = effective([{ name: 'runtime', document }], { checkUrl });
	if (!made.ok) throw new Error(JSON.stringify(made.error));
	return made.value.config;
};
const withServers = (...upstreams: object[]): Config => configOf({ demo: false, upstreams });
const crm = { name: 'crm', url: 'https://crm.example/mcp' };
const erp = { name: 'erp', url: 'https://erp.example/mcp' };

describe('moves between two configurations', () => {
	it.each<[string, Config, Config, readonly Move[]]>([
		['nothing differs', withServers(crm), withServers(crm), []],
		['the time it may take', withServers(crm), withServers({ ...crm, timeoutMs: 500 }), []],
		[
			'one goes, one comes',
			withServers(crm),
			withServers(erp),
			[
				{ server: 'crm', isMoved: true, tools: {} },
				{ server: 'erp', isMoved: true, tools: {} },
			],
		],
		[
			'another address',
			withServers(crm),
			withServers({ ...crm, url: 'https://new.example/mcp' }),
			[{ server: 'crm', isMoved: true, tools: {} }],
		],
		[
			'another credential, with its tools',
			withServers(crm),
			withServers({ ...crm, headers: { Authorization: 'Bearer b' }, tools: { deny: ['drop'] } }),
			[{ server: 'crm', isMoved: true, tools: { deny: ['drop'] } }],
		],
		[
			'other tools alone',
			withServers({ ...crm, tools: { allow: ['a'] } }, erp),
			withServers({ ...crm, tools: { allow: ['a', 'b'] } }, erp),
			[{ server: 'crm', isMoved: false, tools: { allow: ['a', 'b'] } }],
		],
		[
			'the demo',
			configOf({ demo: true }),
			configOf({ demo: false }),
			[{ server: 'demo', isMoved: true, tools: {} }],
		],
	])('%s', (_, before, after, moves) => {
		expect(movesBetween(before, after)).toEqual(moves);
	});
});

const DAY = 86_400_000;
const move = (server: string, isMoved = true): Move => ({ server, isMoved, tools: {} });

describe('a log of moves', () => {
	const open = () => {
		const clock = { now: 100 * DAY };
		return { clock, log: new MoveLog(openSql(), () => clock.now) };
	};

	it('tells those of a server in a span of versions, and nothing of versions to come', () => {
		const { log } = open();
		expect(log.noted()).toEqual({ last: 0, any: 0 });
		log.note(1, [move('crm')]);
		log.note(2, [move('erp'), move('crm', false)]);
		log.note(3, []);
		expect(log.noted()).toEqual({ last: 3, any: 0 });
		const of = (server: string, after: number, until: number) => log.of({ server, after, until });
		expect(of('crm', 0, 3)).toEqual([move('crm'), move('crm', false)]);
		expect(of('crm', 1, 3)).toEqual([move('crm', false)]);
		expect(of('crm', 2, 3)).toEqual([]);
		expect(of('crm', 0, 1)).toEqual([move('crm')]);
		expect(of('erp', 0, 1)).toEqual([]);
		expect(of('erp', 0, 4)).toBeNull();
	});

	it('knows nothing of what a release between did not note', () => {
		const { log } = open();
		log.note(1, [move('crm')]);
		log.note(4, [move('crm')]);
		expect(log.noted()).toEqual({ last: 4, any: 3 });
		expect(log.of({ server: 'crm', after: 0, until: 4 })).toBeNull();
		expect(log.of({ server: 'crm', after: 3, until: 4 })).toEqual([move('crm')]);
	});

	it('forgets what is older than any result, and then does not know it', () => {
		const { log, clock } = open();
		log.note(1, [move('crm')]);
		clock.now += 20 * DAY;
		log.note(2, [move('erp')]);
		clock.now += 12 * DAY;
		log.note(3, []);
		expect(log.noted()).toEqual({ last: 3, any: 1 });
		expect(log.of({ server: 'erp', after: 0, until: 3 })).toBeNull();
		expect(log.of({ server: 'erp', after: 1, until: 3 })).toEqual([move('erp')]);
		expect(log.of({ server: 'crm', after: 1, until: 3 })).toEqual([]);
	});

	it('is filled from documents: what could not be compared is unknown', () => {
		const { log } = open();
		log.note(4, [move('crm')]);
		log.fill(1, 4, [
			[2, [move('erp')]],
			[3, null],
		]);
		expect(log.noted()).toEqual({ last: 4, any: 3 });
		expect(log.of({ server: 'erp', after: 2, until: 4 })).toBeNull();
		expect(log.of({ server: 'erp', after: 3, until: 4 })).toEqual([]);
		const { log: empty } = open();
		empty.fill(1, 2, [[2, [move('crm')]]]);
		expect(empty.noted()).toEqual({ last: 2, any: 0 });
		expect(empty.of({ server: 'crm', after: 0, until: 2 })).toEqual([move('crm')]);
	});
});

describe('versions of an earlier release', () => {
	const facts = { by: 'ada', action: 'replace', more: 0 } as const;
	const changed = (path: string) => [{ path, before: 1, after: 2 }];
	/** A ledger whose versions were made without their moves being noted. */
	const earlier = (versions: readonly (readonly [text: string, path: string, more?: number])[]) => {
		const sql = openSql();
		const ledger = new ConfigLedger(sql, () => 0);
		for (const [at, [text, path, more = 0]] of versions.entries())
			ledger.commit({
				...{ ...facts, text, changes: changed(path), more, moves: [] },
				...{ after: at, seen: at },
			});
		sql.all`DELETE FROM config_moves`;
		const joined: string[] = [];
		const join = (text: string): Config | undefined => {
			joined.push(text);
			return text === 'broken' ? undefined : configOf(JSON.parse(text) as object);
		};
		return { ledger, joined, note: () => noteEarlier(remote(ledger), join) };
	};
	const remote = (ledger: ConfigLedger) =>
		({
			noted: async () => ledger.noted(),
			fill: async (...found: Parameters<ConfigLedger['fill']>) => ledger.fill(...found),
			list: async (asked: Parameters<ConfigLedger['list']>[0]) => ledger.list(asked),
			at: async (version: number) => ledger.at(version),
		}) as unknown as Remote<ConfigLedger>;
	const text = (...upstreams: object[]) => JSON.stringify({ demo: false, upstreams });

	it('are compared by their documents where a server may differ, once', async () => {
		const { ledger, note, joined } = earlier([
			[text(crm), 'upstreams.crm.url'],
			[text(crm), 'chunkSize'],
			[text(crm, erp), 'upstreams.erp.url'],
		]);
		await note();
		expect(joined).toEqual([text(crm), text(crm, erp), '{}', text(crm)]);
		expect(ledger.noted()).toEqual({ last: 3, any: 0 });
		const of = (server: string, after: number) => ledger.moves({ server, after, until: 3 });
		expect(of('crm', 0)).toEqual([move('crm')]);
		expect(of('crm', 1)).toEqual([]);
		expect(of('erp', 1)).toEqual([move('erp')]);
		expect(of('demo', 0)).toEqual([]);
		joined.length = 0;
		await note();
		expect(joined).toEqual([]);
	});

	it('are compared, too, where not all changes were listed, and unknown where a document is none', async () => {
		const { ledger, note, joined } = earlier([
			[text(crm), 'upstreams.crm.url'],
			['broken', 'chunkSize', 7],
			[text(crm), 'chunkSize'],
		]);
		await note();
		expect(joined).toEqual([text(crm), 'broken', '{}', text(crm)]);
		expect(ledger.noted()).toEqual({ last: 3, any: 2 });
		expect(ledger.moves({ server: 'crm', after: 1, until: 3 })).toBeNull();
		expect(ledger.moves({ server: 'crm', after: 2, until: 3 })).toEqual([]);
	});

	it('are noted beside those that were', async () => {
		const { ledger, note } = earlier([
			[text(crm), 'upstreams.crm.url'],
			[text(crm, erp), 'upstreams.erp.url'],
		]);
		const moves = movesBetween(withServers(crm, erp), withServers(erp));
		const taken = { ...facts, text: text(erp), changes: changed('upstreams.crm.url'), moves };
		ledger.commit({ ...taken, after: 2, seen: 2 });
		expect(ledger.noted()).toEqual({ last: 3, any: 2 });
		await note();
		expect(ledger.noted()).toEqual({ last: 3, any: 0 });
		expect(ledger.moves({ server: 'crm', after: 0, until: 3 })).toEqual([move('crm'), move('crm')]);
		expect(ledger.moves({ server: 'erp', after: 1, until: 3 })).toEqual([move('erp')]);
	});
});
