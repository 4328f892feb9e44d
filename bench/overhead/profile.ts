// Profiles a Worker's CPU: V8's sampling profiler over the inspector of workerd, summed by part of the code.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WAIT_MS, within } from './process';

interface Profile {
	readonly nodes: readonly {
		readonly id: number;
		readonly callFrame: { readonly functionName: string; readonly lineNumber: number };
	}[];
	readonly samples: readonly number[];
	/** Microseconds. */
	readonly timeDeltas: readonly number[];
}

export interface Share {
	readonly part: string;
	/** Of the time in which the Worker did anything, 0 to 1. */
	readonly share: number;
}

const SAMPLE_EVERY_US = 200;

/** Profiles what `work` makes the Worker do, and says which part of the bundle's code ran how long. */
export async function profiled(
	inspectorPort: number,
	bundle: string,
	work: () => Promise<unknown>,
): Promise<readonly Share[]> {
	const inspector = await connect(inspectorPort);
	await inspector.ask('Profiler.enable');
	await inspector.ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
	await inspector.ask('Profiler.start');
	await work();
	const { profile } = (await inspector.ask('Profiler.stop')) as { profile: Profile };
	inspector.close();
	return shares(profile, partsByLine(await readFile(join(bundle, 'worker.js'), 'utf8')));
}

interface Answer {
	readonly result?: unknown;
	readonly error?: { readonly message: string };
}

/** An inspector of V8 that listens here. */
export async function connect(port: number) {
	const signal = AbortSignal.timeout(WAIT_MS);
	const targets = (await (await fetch(`http://127.0.0.1:${port}/json`, { signal })).json()) as {
		webSocketDebuggerUrl: string;
	}[];
	const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
	const failed = new Promise<never>((_, fail) => {
		for (const event of ['error', 'close'] as const)
			socket.addEventListener(event, () => fail(new Error(`the inspector on ${port}: ${event}`)));
	});
	failed.catch(() => {});
	const opened = new Promise((resolve) => socket.addEventListener('open', resolve));
	await within(Promise.race([opened, failed]), `the inspector on ${port} opens`);
	let last = 0;
	const waiting = new Map<number, (message: Answer) => void>();
	socket.addEventListener('message', ({ data }: { data: unknown }) => {
		const answer = JSON.parse(String(data)) as Answer & { id: number };
		waiting.get(answer.id)?.(answer);
	});
	return {
		async ask(method: string, params: object = {}): Promise<unknown> {
			const answered = new Promise<Answer>((resolve) => waiting.set(++last, resolve));
			socket.send(JSON.stringify({ id: last, method, params }));
			const answer = await within(Promise.race([answered, failed]), `${method} is answered`);
			if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
			return answer.result;
		},
		close: () => socket.close(),
	};
}

/** Returns the source that each line of the bundle comes from; esbuild says it above each file. */
function partsByLine(code: string): readonly string[] {
	let part = RUNTIME;
	return code.split('\n').map((line) => {
		const path = /^ *\/\/ (?:\.\.\/)*((?:node_modules|src)\/\S+)$/.exec(line)?.[1];
		if (path !== undefined) part = partOf(path);
		return part;
	});
}

const partOf = (path: string): string =>
	/^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ??
	/^src\/((?:adapters\/mcp\/upstream|adapters\/[^/]+|[^/]+))/.exec(path)?.[1] ??
	path;

function shares({ nodes, samples, timeDeltas }: Profile, parts: readonly string[]): Share[] {
	const names = new Map(
		nodes.map(({ id, callFrame: { functionName, lineNumber } }) => [
			id,
			functionName.startsWith('(') ? functionName : (parts[lineNumber] ?? RUNTIME),
		]),
	);
	const sums = new Map<string, number>();
	let all = 0;
	for (const [at, id] of samples.entries()) {
		const known = names.get(id) ?? RUNTIME;
		if (known === '(idle)') continue;
		const name = SPOKEN[known] ?? known;
		const time = timeDeltas[at] ?? 0;
		all += time;
		sums.set(name, (sums.get(name) ?? 0) + time);
	}
	const found = [...sums].map(([part, time]) => ({ part, share: time / all }));
	const large = found.filter(({ share }) => share >= SMALLEST);
	const rest = 1 - large.reduce((sum, { share }) => sum + share, 0);
	return [...large.sort((one, other) => other.share - one.share), { part: 'others', share: rest }];
}

/** Parts below this share are summed up. */
const SMALLEST = 0.02;
const RUNTIME = 'the runtime itself';
const SPOKEN: Readonly<Record<string, string>> = {
	'(program)': RUNTIME,
	'(garbage collector)': 'garbage collection',
};
