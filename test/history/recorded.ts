// Several clients at random at one draft, one run and the configuration of a server: what each asked, and what it
// was answered, for the checker.
import { type Random, seeded } from '../protect/payloads';
import { callRaw } from '../worker/raw-calls';
import type { Loadline } from '../worker/serve';
import type { Operation } from './linearizable';
import type { ConfigInput, ConfigOutput, DraftInput, RunInput, RunOutput } from './models';

type History<Input, Output> = readonly Operation<Input, Output>[];

/** Turns alone of each client, one after the other, when all have made half of their calls together. */
const ALONE = 2;

interface Asking<Input, Output> {
	readonly read: Input;
	readonly write: (client: number, random: Random) => Input;
	/** Share of reads among the calls that are made together. */
	readonly reads: number;
	readonly ask: (client: number, input: Input) => Promise<Output | undefined>;
}

const ROUNDS = 2;

/** Operations in a history. */
export const operations = (clients: number, calls: number): number =>
	clients * (calls + 2 * ROUNDS * ALONE) + ROUNDS;

/**
 * Some calls of all clients at once, then each alone: a write that is lost while others write is explained by
 * those, one that nothing overlaps is not.
 * @param seed of the first client, each has the next one: the same kinds of calls, in an order of their own
 */
async function recorded<Input, Output>(
	clients: number,
	calls: number,
	seed: number,
	{ read, write, reads, ask }: Asking<Input, Output>,
): Promise<History<Input, Output>> {
	const history: Operation<Input, Output>[] = [];
	const operation = async (client: number, input: Input) => {
		const called = performance.now();
		const output = await ask(client, input);
		history.push({ client: `${client}`, input, output, called, answered: performance.now() });
	};
	const randoms = Array.from({ length: clients }, (_, client) => seeded(seed + client));
	for (let round = 0; round < ROUNDS; round++) {
		const together = randoms.map(async (random, client) => {
			for (let at = round; at < calls; at += ROUNDS)
				await operation(client, random() < reads ? read : write(client, random));
		});
		await Promise.all(together);
		for (let turn = 0; turn < ALONE; turn++)
			for (const [client, random] of randoms.entries()) {
				await operation(client, read);
				await operation(client, write(client, random));
			}
		await operation(0, read);
	}
	return history;
}

async function called(place: Loadline, tool: string, args: object): Promise<Answer> {
	const { result } = JSON.parse(
		await callRaw(place, tool, JSON.stringify(args), { session: 'history' }),
	);
	if (!result || result.isError) throw new Error(`${tool}: ${JSON.stringify(result)}`);
	return result.structuredContent;
}
interface Answer {
	readonly id: string;
	readonly run_id: string;
	readonly position: number;
	readonly stale?: boolean;
}

/** Several clients may be at one server. */
const at = (places: readonly Loadline[], client: number): Loadline => {
	const place = places[client];
	if (!place) throw new Error('no server');
	return place;
};

export async function draftHistory(
	places: readonly Loadline[],
	name: string,
	calls: number,
	seed: number,
): Promise<History<DraftInput, number>> {
	const session_id = 'history-drafts';
	const knownHashes = { 'META_PROMPT.md': '' };
	await called(at(places, 0), 'memsetup', { session_id, knownHashes });
	const write = (place: Loadline, op: object) =>
		called(place, 'artifact', { resource: 'context', op, session_id });
	const create = { path: `history/${name}.md`, body: 'n0' };
	const { id } = await write(at(places, 0), { create });
	let n = 0;
	return recorded<DraftInput, number>(places.length, calls, seed, {
		...{ read: 'read', write: () => ({ write: ++n }), reads: 0.5 },
		async ask(client, input) {
			const place = at(places, client);
			if (input !== 'read') {
				await write(place, { update: { id, body: `n${input.write}` } });
				return input.write;
			}
			const answer = await place.fetch(`/api/memory/drafts/${id}`);
			const { proposed } = (await answer.json()) as { proposed: { content: string } };
			return Number(proposed.content.slice(1));
		},
	});
}

export async function runHistory(
	places: readonly Loadline[],
	calls: number,
	seed: number,
): Promise<History<RunInput, RunOutput>> {
	const length = operations(places.length, calls);
	const steps = Array.from(
		{ length },
		(_, step) => `  - {id: s${step}, type: action, instructions: Do it}`,
	).join('\n');
	const yaml = `name: history\ndescription: Many steps\nsteps:\n${steps}\n`;
	const put = await at(places, 0).fetch('/api/workflows/history', { method: 'PUT', body: yaml });
	if (!put.ok) throw new Error(await put.text());
	const { run_id } = await called(at(places, 0), 'workflow_start', { workflow: 'history' });
	const seen = places.map(() => 1);
	return recorded<RunInput, RunOutput>(places.length, calls, seed, {
		...{ read: 'status', reads: 0.3 },
		// From where this client last saw it, or a step behind, as who repeats.
		write: (client, random) => ({
			ifPosition: Math.max(1, (seen[client] ?? 1) - (random() < 0.2 ? 1 : 0)),
		}),
		async ask(client, input) {
			const place = at(places, client);
			const { position, stale } =
				input === 'status'
					? await called(place, 'workflow_status', { run_id })
					: await called(place, 'workflow_advance', { run_id, if_position: input.ifPosition });
			seen[client] = position;
			return { position, stale: stale === true };
		},
	});
}

export async function configHistory(
	places: readonly Loadline[],
	calls: number,
	seed: number,
): Promise<History<ConfigInput, ConfigOutput>> {
	let known = 0;
	return recorded<ConfigInput, ConfigOutput>(places.length, calls, seed, {
		...{ read: 'read', reads: 0.5 },
		write: (_, random) => ({ size: 1 + Math.floor(random() * 200), ifMatch: known }),
		async ask(client, input) {
			const answer = await at(places, client).fetch(
				'/api/config',
				input === 'read'
					? {}
					: {
							method: 'PUT',
							headers: { 'content-type': 'application/json', 'if-match': `"${input.ifMatch}"` },
							body: JSON.stringify({ defaultPageSize: input.size }),
						},
			);
			// KV takes a write of a key a second: whether this one was taken, its answer does not say.
			if (answer.status === 429 || answer.status >= 500) return undefined;
			if (answer.status === 412 || answer.status === 409) return 'refused';
			const { version, config } = (await answer.json()) as {
				version: number;
				config: { defaultPageSize: number };
			};
			known = Math.max(known, version);
			return { version, size: config.defaultPageSize };
		},
	});
}
