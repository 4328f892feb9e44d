// A workflow service over its stores in SQLite, with two callers.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Sql } from '../../src/shared/sql';
import { WorkflowService } from '../../src/workflow/service';
import { openSql } from '../adapters/sqlite/open';
import { SAMPLE } from './sample';

export const example = (name: string): string =>
	readFileSync(resolve(import.meta.dirname, '../../examples/workflows', `${name}.yaml`), 'utf8');

export const open = () => {
	let time = 1000;
	let runs = 0;
	const writes: string[] = [];
	const sql = openSql();
	const watched: Sql = {
		all: (...statement) => {
			const [text] = statement;
			const begins = typeof text === 'string' ? text : (text[0] ?? '');
			if (begins.startsWith('INSERT INTO workflow_runs')) writes.push('insert');
			if (begins.startsWith('UPDATE workflow_runs')) writes.push('update');
			return sql.all(...statement);
		},
		transaction: (work) => sql.transaction(work),
	};
	const service = new WorkflowService({
		sql: watched,
		bundled: [example('page-through'), example('draft-and-refine')],
		now: () => time++,
		newRunId: () => `run-${++runs}`,
	});
	return { service, writes };
};

export const ada = { principal: 'ada', session: 's1' };
export const bob = { principal: 'bob', session: 's1' };

export const value = <T>(
	result: { ok: true; value: T } | { ok: false; error: { message: string } },
): T => {
	if (!result.ok) throw new Error(result.error.message);
	return result.value;
};
export const message = (result: { ok: boolean; error?: { message: string } }): string =>
	result.error?.message ?? '';

export const started = () => {
	const { service, writes } = open();
	value(service.putDefinition({ name: 'sample', yaml: SAMPLE, principal: 'ada' }));
	value(service.start({ workflow: 'sample', summary: 'Do it', ...ada }));
	return { service, writes };
};
