// Histories of clients that use the same draft, run and configuration at the same time, on workerd, on `serve`, and
// on two processes over one state (drafts and runs: a process may know the configuration for some seconds longer).
// `--seed=N` draws the same kinds of calls again, not their order; `--rounds=N` makes it longer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linearized, type Model, type Operation } from '../test/history/linearizable';
import * as models from '../test/history/models';
import { configHistory, draftHistory, runHistory } from '../test/history/recorded';
import type { Loadline } from '../test/worker/serve';
import { besides, type Open, serveOn, workerd } from './faults/place';

const flag = (name: string): string | undefined =>
	process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const seed = Number(flag('seed') ?? Date.now() % 1_000_000);
const rounds = Number(flag('rounds') ?? 20);
const CLIENTS = 5;
const CALLS = 12;

const sums = new Map<string, { histories: number; operations: number; wrong: number }>();
function checked<State, Input, Output>(
	name: string,
	history: readonly Operation<Input, Output>[],
	model: Model<State, Input, Output>,
): void {
	const sum = sums.get(name) ?? { histories: 0, operations: 0, wrong: 0 };
	const isRight = linearized(history, model) !== undefined;
	if (!isRight) console.error(`${name}: no order explains ${JSON.stringify(history)}`);
	sums.set(name, {
		histories: sum.histories + 1,
		operations: sum.operations + history.length,
		wrong: sum.wrong + (isRight ? 0 : 1),
	});
}

/** @param processes over one state */
async function histories(name: string, open: Open, processes: number): Promise<void> {
	const state = mkdtempSync(join(tmpdir(), 'loadline-histories-'));
	const places: Loadline[] = [];
	for (let at = 0; at < processes; at++) places.push(await open(at === 0 ? state : besides(state)));
	const clients = Array.from(
		{ length: CLIENTS },
		(_, at) => places[at % processes] as Loadline,
	).map((place) => ({ ...place }));
	if (processes === 1)
		checked(`${name}: configuration`, await configHistory(clients, CALLS, seed), models.config);
	for (let round = 0; round < rounds; round++) {
		const drafts = await draftHistory(clients, `n${round}`, CALLS, seed + CLIENTS * round);
		checked(`${name}: drafts`, drafts, models.draft);
		checked(`${name}: runs`, await runHistory(clients, CALLS, seed + CLIENTS * round), models.run);
	}
	for (const place of places) await place.stop();
	for (const folder of [state, `${state}-besides`])
		rmSync(folder, { recursive: true, force: true });
}

console.log(`seed ${seed}`);
await histories('serve', serveOn(), 1);
await histories('two of serve', serveOn(), 2);
await histories('workerd', workerd, 1);
console.log('\n| what | histories | operations | not linearizable |\n|---|---|---|---|');
for (const [name, { histories, operations, wrong }] of sums)
	console.log(`| ${name} | ${histories} | ${operations} | ${wrong} |`);
process.exit([...sums.values()].some(({ wrong }) => wrong > 0) ? 1 : 0);
