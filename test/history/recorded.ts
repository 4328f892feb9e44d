// Several clients at random at one draft, one run and the configuration of a server: what each asked, and what it
// was answered, for the checker.
import { callRaw } from '../worker/raw-calls';
import type { Loadline } from '../worker/serve';
import type { Operation } from './linearizable';
import type { ConfigInput, ConfigOutput, DraftInput, RunInput, RunOutput } from './models';

export type Random = () => number;
type History<Input, Output> = readonly Operation<Input, Output>[];

/** @param places a client each; several may be one server */
async function recorded<Input, Output>(
	places: readonly Loadline[],
	calls: number,
	next: (client: number) => Input,
	ask: (place: Loadline, input: Input) => Promise<Output | undefined>,
): Promise<History<Input, Output>> {
	const history: Operation<Input, Output>[] = [];
	await Promise.all(
		places.map(async (place, client) => {
			for (let at = 0; at < calls; at++) {
				const input = next(client);
				const called = performance.now();
				const output = await ask(place, input);
				history.push({ client: `${client}`, input, output, called, answered: performance.now() });
			}
		}),
	);
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

const first = (places: readonly Loadline[]): Loadline => {
	const [place] = places;
	if (!place) throw new Error('no server');
	return place;
};

export async function draftHistory(
	places: readonly Loadline[],
	name: string,
	calls: number,
	random: Random,
): Promise<History<DraftInput, number>> {
	const session_id = 'history-drafts';
	const knownHashes = { 'META_PROMPT.md': '' };
	await called(first(places), 'memsetup', { session_id, knownHashes });
	const write = (place: Loadline, op: object) =>
		called(place, 'artifact', { resource: 'context', op, session_id });
	const create = { path: `history/${name}.md`, body: 'n0' };
	const { id } = await write(first(places), { create });
	let n = 0;
	return recorded(
		places,
		calls,
		(): DraftInput => (random() < 0.5 ? 'read' : { write: ++n }),
		async (place, input) => {
			if (input !== 'read') {
				await write(place, { update: { id, body: `n${input.write}` } });
				return input.write;
			}
			const answer = await place.fetch(`/api/memory/drafts/${id}`);
			const { proposed } = (await answer.json()) as { proposed: { content: string } };
			return Number(proposed.content.slice(1));
		},
	);
}

export async function runHistory(
	places: readonly Loadline[],
	calls: number,
	random: Random,
): Promise<History<RunInput, RunOutput>> {
	const length = places.length * calls + 1;
	const steps = Array.from(
		{ length },
		(_, at) => `  - {id: s${at}, type: action, instructions: Do it}`,
	).join('\n');
	const yaml = `name: history\ndescription: Many steps\nsteps:\n${steps}\n`;
	const put = await first(places).fetch('/api/workflows/history', { method: 'PUT', body: yaml });
	if (!put.ok) throw new Error(await put.text());
	const { run_id } = await called(first(places), 'workflow_start', { workflow: 'history' });
	const seen = places.map(() => 1);
	return recorded(
		places,
		calls,
		// From where this client last saw it, or a step behind, as who repeats.
		(client): RunInput =>
			random() < 0.3
				? 'status'
				: { ifPosition: Math.max(1, (seen[client] ?? 1) - (random() < 0.2 ? 1 : 0)) },
		async (place, input) => {
			const { position, stale } =
				input === 'status'
					? await called(place, 'workflow_status', { run_id })
					: await called(place, 'workflow_advance', { run_id, if_position: input.ifPosition });
			seen[places.indexOf(place)] = position;
			return { position, stale: stale === true };
		},
	);
}

export async function configHistory(
	places: readonly Loadline[],
	calls: number,
	random: Random,
): Promise<History<ConfigInput, ConfigOutput>> {
	let known = 0;
	return recorded(
		places,
		calls,
		(): ConfigInput =>
			random() < 0.5 ? 'read' : { size: 1 + Math.floor(random() * 200), ifMatch: known },
		async (place, input) => {
			const answer = await place.fetch(
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
	);
}
