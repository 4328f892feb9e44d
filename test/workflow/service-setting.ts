// A workflow service over its stores in SQLite, with two callers.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { WorkflowService } from '../../src/workflow/service';
import { createDefinitionStore } from '../../src/workflow/storage/definitions';
import { createRunStore } from '../../src/workflow/storage/runs';
import { openSql } from '../adapters/sqlite/open';
import { SAMPLE } from './sample';

export const example = (name: string): string =>
	readFileSync(resolve(import.meta.dirname, '../../examples/workflows', `${name}.yaml`), 'utf8');

export const open = () => {
	let time = 1000;
	let runs = 0;
	const writes: string[] = [];
	const sql = openSql();
	const store = createRunStore(sql);
	const service = new WorkflowService({
		definitions: createDefinitionStore(sql),
		runs: {
			...store,
			insert: (...args) => {
				writes.push('insert');
				store.insert(...args);
			},
			update: (...args) => {
				writes.push('update');
				store.update(...args);
			},
		},
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
