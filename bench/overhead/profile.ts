// Profiles a Worker's CPU: V8's sampling profiler over the inspector of workerd, summed by part of the code.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WAIT_MS, within } from './process';

interface ProfileNode {
	readonly id: number;
	readonly callFrame: { readonly functionName: string; readonly lineNumber: number };
	readonly children?: readonly number[];
}

interface Profile {
	readonly nodes: readonly ProfileNode[];
	readonly samples: readonly number[];
	/** Microseconds. */
	readonly timeDeltas: readonly number[];
}

export interface Share {
	readonly part: string;
	/** Of the time in which the Worker did anything, 0 to 1. */
	readonly share: number;
}

export interface Profiled {
	/** Milliseconds of a call in which the Worker did anything. */
	readonly ms: number;
	/** By part of the code. */
	readonly shares: readonly Share[];
	/** By what a call goes through, whatever is called for it. */
	readonly stages: readonly Share[];
	/** Functions by their own time, without what they call. */
	readonly dearest: readonly Share[];
}

const SAMPLE_EVERY_US = 200;
/** A sample that comes later was kept waiting: others had the CPU. */
const LONGEST_US = 2_000;

/** Profiles what `work` makes the Worker do, so many calls, and says what of the bundle's code ran how long. */
export async function profiled(
	inspectorPort: number,
	bundle: string,
	calls: number,
	work: () => Promise<unknown>,
): Promise<Profiled> {
	const inspector = await connect(inspectorPort);
	await inspector.ask('Profiler.enable');
	await inspector.ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
	await inspector.ask('Profiler.start');
	await work();
	const { profile } = (await inspector.ask('Profiler.stop')) as { profile: Profile };
	inspector.close();
	return summed(profile, partsByLine(await readFile(join(bundle, 'worker.js'), 'utf8')), calls);
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

function summed({ nodes, samples, timeDeltas }: Profile, lines: readonly string[], calls: number) {
	const [parts, stages, functions] = [new Sums(), new Sums(), new Sums()];
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const above = new Map(
		nodes.flatMap((node) => (node.children ?? []).map((id) => [id, node] as const)),
	);
	const partAt = ({ callFrame: { functionName, lineNumber } }: ProfileNode): string =>
		SPOKEN[functionName] ?? lines[lineNumber] ?? RUNTIME;
	// A digit is esbuild's own if it had to tell two of one name apart.
	const nameOf = ({ callFrame }: ProfileNode): string =>
		callFrame.functionName.replace(/(?<=[a-z])\d$/, '');
	const stageOf = (leaf: ProfileNode): string => {
		for (let node: ProfileNode | undefined = leaf; node; node = above.get(node.id)) {
			const stage = STAGES[nameOf(node)] ?? STAGES[`${nameOf(node)} of ${partAt(node)}`];
			if (stage !== undefined) return stage;
		}
		const part = partAt(leaf);
		return part === RUNTIME || part === COLLECTION ? part : 'what lies between these';
	};
	for (const [at, id] of samples.entries()) {
		const node = byId.get(id);
		if (!node || node.callFrame.functionName === '(idle)') continue;
		const time = Math.min(timeDeltas[at] ?? 0, LONGEST_US);
		const part = partAt(node);
		parts.add(part, time);
		stages.add(stageOf(node), time);
		functions.add(
			part === RUNTIME || part === COLLECTION ? part : `${nameOf(node)} (${part})`,
			time,
		);
	}
	const dearest = functions.shares(SMALLEST / 2).filter((each) => /\w \(/.test(each.part));
	return {
		ms: parts.all / calls / 1000,
		shares: parts.shares(),
		stages: stages.shares(),
		dearest: dearest.slice(0, MOST_DEAREST),
	};
}

class Sums {
	readonly #sums = new Map<string, number>();
	all = 0;

	add(name: string, time: number): void {
		this.all += time;
		this.#sums.set(name, (this.#sums.get(name) ?? 0) + time);
	}

	/** The largest first, and the rest as one. */
	shares(smallest = SMALLEST): Share[] {
		const found = [...this.#sums].map(([part, time]) => ({ part, share: time / this.all }));
		const large = found.filter(({ share }) => share >= smallest);
		const rest = 1 - large.reduce((sum, { share }) => sum + share, 0);
		large.sort((one, other) => other.share - one.share);
		return [...large, { part: 'others', share: rest }];
	}
}

/** Parts below this share are summed up. */
const SMALLEST = 0.02;
const MOST_DEAREST = 8;
const RUNTIME = 'the runtime itself';
const COLLECTION = 'garbage collection';
const SPOKEN: Readonly<Record<string, string>> = {
	'(program)': RUNTIME,
	'(garbage collector)': COLLECTION,
};

/** Stages of a call, by the functions that all of it is called by; of several the innermost counts. */
const STAGES: Readonly<Record<string, string>> = {
	'fetch of worker.ts': 'letting in',
	readJsonBody: 'reading the request',
	toldFetch: 'asking the server',
	bodyChunks: "the body of the server's answer",
	readMessages: 'its message, and the text in it',
	isForgedResult: 'imitations, and the tape for all that follows',
	passThrough: 'weighing what passes',
	pageAfter: "the server's own pages",
	factsOf: 'facts of all fields',
	protect: 'the first page',
	countingFor: 'how it is to be counted',
	'put of adapters/kv': 'handing it to KV',
	resultMembers: 'writing the answer',
	'invoke of adapters/cloudflare': 'Durable Objects',
	'#drainLater': 'the record of the call',
};
