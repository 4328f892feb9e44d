// A config service with its history in SQLite and its store over the keys and values of a process of Node; both can
// be made to fail.
import { createKvConfigStore, type KvNamespace } from '../../src/adapters/kv';
import { Database } from '../../src/adapters/node/database';
import { KeyValue } from '../../src/adapters/node/key-value';
import { ConfigEditor } from '../../src/config/editor';
import { ConfigLedger } from '../../src/config/history';
import {
	type ConfigEvent,
	ConfigService,
	type ConfigServiceOptions,
	type ConfigStore,
} from '../../src/config/service';
import type { Remote } from '../../src/shared/remote';
import { openSql } from '../adapters/sqlite/open';
import { checkUrl } from './check-url';

export const WS = 'ws-local';

/** The secrets of who has none. */
export const NONE = { list: async () => [], remove: async () => false };

/** A ledger as it looks from another isolate. */
const remoteOf = (ledger: ConfigLedger, failing: { ledger: boolean }): Remote<ConfigLedger> =>
	new Proxy(ledger as unknown as Remote<ConfigLedger>, {
		get:
			(_, method) =>
			async (...args: unknown[]) => {
				if (failing.ledger) throw new Error('down');
				const found = Reflect.get(ledger, method) as (...given: unknown[]) => unknown;
				return structuredClone(found.apply(ledger, args));
			},
	});

export const setUp = (more: Partial<ConfigServiceOptions> = {}) => {
	const kv = new KeyValue(new Database(':memory:'), { now: Date.now, mostBytes: 1_000_000_000 });
	const memory = createKvConfigStore(kv as unknown as KvNamespace);
	const reads = { count: 0 };
	const failing = { read: false, write: false, ledger: false };
	const store: ConfigStore = {
		read: async (workspace) => {
			reads.count++;
			if (failing.read) throw new Error('down');
			return memory.read(workspace);
		},
		write: async (...document) => {
			if (failing.write) throw new Error('down');
			return memory.write(...document);
		},
	};
	const clock = { now: 1_000_000 };
	const events: ConfigEvent[] = [];
	const deferred: Promise<unknown>[] = [];
	const ledgers = new Map<string, ConfigLedger>();
	const ledgerOf = (workspace: string): ConfigLedger => {
		const known = ledgers.get(workspace);
		if (known) return known;
		const made = new ConfigLedger(openSql(), () => clock.now);
		ledgers.set(workspace, made);
		return made;
	};
	const options: ConfigServiceOptions = {
		store,
		ledger: (workspace) => remoteOf(ledgerOf(workspace), failing),
		defer: (work) => void deferred.push(work),
		checkUrl,
		environment: {},
		now: () => clock.now,
		log: (event) => void events.push(event),
		...more,
	};
	const isolate = (own: Partial<ConfigServiceOptions> = {}) => {
		const service = new ConfigService({ ...options, ...own });
		return {
			service,
			editor: new ConfigEditor(service, {
				secretIssues: async () => [],
				secrets: () => NONE,
				...options,
			}),
		};
	};
	const [here, there] = [isolate(), isolate()];
	return {
		memory,
		reads,
		failing,
		clock,
		events,
		ledgerOf,
		...{ isolate, options },
		/** Ends what was deferred. */
		settle: () => Promise.all(deferred),
		...here,
		other: there.service,
		otherEditor: there.editor,
	};
};

export const ada = { by: 'ada', correlationId: 'c-1' };
/** A document that `ada` puts in force. */
export const put = (text: string, more: object = {}) => ({
	text,
	contentType: null,
	...ada,
	...more,
});
