// A real host as the replays drive it: how its model names tools, and how it is run once, in a home of its own.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from './scripted-model';
import type { Provider } from './simulated-provider';

export interface Run {
	/** Of the model: what stands before the paths of its provider's API. */
	readonly model: string;
	/** Loadline's MCP endpoint. */
	readonly mcp: string;
}

export interface RealHost {
	readonly name: string;
	/** The rules of its provider's cache. */
	readonly rules: Provider;
	/** The path of its provider behind `/llm`. */
	readonly provider: string;
	/** A tool of Loadline's. */
	own(tool: string, input: object): Call;
	shell(command: string): Call;
	/** Runs one conversation in a fresh folder; throws when the host fails. */
	run(run: Run): Promise<void>;
}

/** A folder that goes with the work in it; of the same name each time, since hosts tell it their models. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	const folder = join(tmpdir(), 'loadline-host');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder);
	try {
		return await work(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	}
}

export interface Ran {
	readonly code: number | null;
	/** Its output, both streams. */
	readonly said: string;
	readonly seconds: number;
}

const PATIENCE = 400_000;

/** Runs a program to its end, with nothing of this environment but the PATH. */
export function ran(
	program: string,
	args: readonly string[],
	{ cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<Ran> {
	const begun = performance.now();
	const child = spawn(program, args, {
		cwd,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv,
		timeout: PATIENCE,
	});
	let said = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (part: string) => {
			said += part;
		});
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) =>
			resolve({ code, said, seconds: (performance.now() - begun) / 1000 }),
		);
	});
}

export async function mustRun(...call: Parameters<typeof ran>): Promise<Ran> {
	const done = await ran(...call);
	if (done.code === 0) return done;
	throw new Error(`${call[0]} ended with ${done.code}: ${done.said.slice(-2_000)}`);
}
