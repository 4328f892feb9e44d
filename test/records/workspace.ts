// A workspace's records on SQLite in this process, with a clock that tests set.
import { demoRecords } from '../../examples/demo/activities';
import { FieldCollector, readRecord } from '../../src/records/record';
import { RecordsService, type SearchCall } from '../../src/records/service';
import type { SuccessOf } from '../../src/shared/result';
import type { Sql } from '../../src/shared/sql';
import { openSql } from '../adapters/sqlite/open';

type RecordPage = SuccessOf<RecordsService['search']>;

export interface Workspace {
	readonly records: RecordsService;
	readonly clock: { now: number };
	/** Times at which the service asked to be woken. */
	readonly wakes: number[];
	/** Imports records, all at once. */
	add(model: string, records: readonly object[]): void;
	/** A page that must be found. */
	search(call: SearchCall): RecordPage;
	/** The message of a search that must fail. */
	fault(call: SearchCall): string;
	/** All pages of a search, by cursors alone. */
	pages(call: SearchCall, between?: () => void): RecordPage[];
}

export function openWorkspace(sql: Sql = openSql(), pause?: () => Promise<void>): Workspace {
	const clock = { now: Date.UTC(2026, 5, 1) };
	const wakes: number[] = [];
	let ids = 0;
	const records = new RecordsService({
		sql,
		now: () => clock.now,
		uuid: () => `import-${++ids}`,
		wakeAt: (time) => wakes.push(time),
		...(pause && { pause }),
		demo: demoRecords,
	});
	const search = (call: SearchCall): RecordPage => {
		const found = records.search(call);
		if (!found.ok) throw new Error(found.error.message);
		return found.value;
	};
	return {
		records,
		clock,
		wakes,
		add(model, values) {
			const collector = new FieldCollector();
			const batch = values.map((value) => {
				collector.add(value);
				const read = readRecord(value, JSON.stringify(value));
				if (!read.ok) throw new Error(read.error);
				return read.value;
			});
			const id = records.beginImport(model);
			if (!id.ok) throw new Error(id.error.message);
			records.stageRecords(id.value, batch);
			records.commitImport(id.value, collector.fields);
		},
		search,
		fault(call) {
			const found = records.search(call);
			if (found.ok) throw new Error('the search succeeded');
			return found.error.message;
		},
		pages(call, between) {
			const pages = [search(call)];
			for (let next = pages[0]?.nextCursor; next !== undefined; next = pages.at(-1)?.nextCursor) {
				between?.();
				pages.push(search({ cursor: next }));
			}
			return pages;
		},
	};
}

export const demo = { model: 'activity', demo: true };
