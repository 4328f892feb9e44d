// A long result is read in slices before it is looked at, as JSON or as YAML.
import { expect, it } from 'vitest';
import type { Principal } from '../../src/auth/principal';
import { ResultStore } from '../../src/gateway/asking/result-store';
import { containerTape } from '../../src/shared/json/parse';
import type { Slices } from '../../src/shared/slices';
import { yamlTape } from '../../src/shared/yaml-data';

const rows = Array.from({ length: 15_000 }, (_, id) => ({ id, city: 'Rome' }));
const yaml = rows
	.slice(0, 11_000)
	.map(({ id, city }) => `- {id: ${id}, city: ${city}}\n`)
	.join('');

it.each([
	['JSON', JSON.stringify(rows), containerTape],
	['YAML', yaml, yamlTape],
])('a long result in %s', async (_, text, tapeOf) => {
	let pauses = 0;
	let read: unknown;
	const run = async (_: string, work: Slices<unknown>) => {
		for (let step = work.next(); ; step = work.next()) {
			if (step.done) read = step.value;
			if (step.done) return;
			pauses++;
		}
	};
	const store = new ResultStore({ turns: { run } } as never);
	const caller = { workspace: 'ws' } as Principal;
	await store.read({ content: [{ type: 'text', text }] }, caller);
	expect(pauses).toBeGreaterThan(2);
	expect(read).toBeDefined();
	expect(tapeOf(text)).toBe(read);
});
