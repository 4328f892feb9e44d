// The process of a server that speaks stdio: begun when it is needed, and again when it has ended; one that
// ends again and again is begun after a pause. What it said last tells why it ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { within } from '../fetch';
import { createRedact, stdioEnvironment } from '../mcp';
import { type Line, linesOf } from './lines';

/** The command of a server; `cwd` defaults to this process's. */
export interface StdioCommand {
	readonly command: string;
	readonly args: readonly string[];
	/** All of its environment. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Values that are secrets, besides those of variables whose names say so. */
	readonly secrets?: readonly string[];
	readonly cwd?: string;
	/** Receives what is no message of MCP, and the way the process ended. */
	readonly onNoise?: (text: string) => void;
	/** Receives the lines of its standard error without secrets and controls; else they go to this process's own. */
	readonly onWords?: (line: string) => void;
	/** The ends that count, where several processes of the server share them. */
	readonly ends?: Ends;
}

/** Ends of a server's processes, one after the other, none of them after a time in which all was well. */
export class Ends {
	#count = 0;
	#notBefore = 0;
	#trouble = '';

	note(reason: string, wasWell: boolean): void {
		this.#trouble = reason;
		this.#count = wasWell ? 1 : this.#count + 1;
		const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#count - 2));
		this.#notBefore = this.#count > 1 ? Date.now() + pause : 0;
	}

	/** True while the next process has to wait. */
	get isPaused(): boolean {
		return Date.now() < this.#notBefore;
	}

	/** The reason why the latest process ended, and when there may be one again. */
	get trouble(): string {
		const left = Math.ceil((this.#notBefore - Date.now()) / 1000);
		return left > 0 ? `${this.#trouble}. It is begun again in ${left} s` : this.#trouble;
	}
}

/** Listeners of a process: each message in order, the next once `heard` resolves, and the end. */
interface ProcessEvents {
	/** Resolves when there is room for the next message. */
	heard(line: Line): Promise<void>;
	ended(): void;
	/** True if a process that ends now was well, however short it ran. */
	isWell(): boolean;
}

/** Milliseconds a process is given to end by itself once its input is closed, and again once it is told. */
const GRACE_MS = 2_000;
const LOOK_MS = 20;
/** Milliseconds until the last words of a process that has ended are here. */
const ECHO_MS = 250;
/** A process that ran for so many milliseconds was well. */
const WELL_MS = 60_000;
/** Milliseconds that one is waited with which ended twice in a row; twice as many after each further time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Lines and characters of what a process wrote last to standard error. */
const LAST_LINES = 5;
const LAST_WORDS = 380;
/** Characters of a line of it that are passed on. */
const LONGEST_LINE = 4_000;
/** Lines that follow an error without explaining it. */
const STACK = /^\s+at |^Node\.js v\d|^\s*$/;
/** Variables whose value is a secret, by their name. */
const SECRET = /token|key|secret|pass|credential|auth|cookie|(?:^|_)pat$/i;

/** One process at a time; nothing is sent again to the next, which `generation` tells from the one before. */
export class ServerProcess {
	readonly #redact: ReturnType<typeof createRedact>;
	readonly #ends: Ends;
	#child: ChildProcess | undefined;
	#begunAt = 0;
	generation = 0;

	constructor(
		private readonly command: StdioCommand,
		private readonly events: ProcessEvents,
	) {
		const all = Object.entries(command.env);
		const named = all.flatMap(([name, value]) => (SECRET.test(name) && value) || []);
		const secrets = [...named, ...(command.secrets ?? [])];
		this.#redact = createRedact({ headers: {}, url: '', secrets });
		this.#ends = command.ends ?? new Ends();
	}

	get isRunning(): boolean {
		return this.#child !== undefined;
	}

	/** The reason why there is no process now, and when there may be one again. */
	get trouble(): string {
		return this.#ends.trouble;
	}

	/** Begins the process, unless it runs or has ended too often. @returns whether it runs */
	async begin(): Promise<boolean> {
		if (this.#child) return true;
		if (this.#ends.isPaused) return false;
		const { command, args, env, cwd, onNoise = () => {} } = this.command;
		const { onWords = (line: string) => process.stderr.write(`${line}\n`) } = this.command;
		const watch = guard();
		const mark = randomUUID();
		const child = spawn(command, [...args], {
			stdio: ['pipe', 'pipe', 'pipe'],
			env: { ...env, [MARK]: mark } as unknown as NodeJS.ProcessEnv,
			...(cwd !== undefined && { cwd }),
			windowsHide: true,
			shell: isWindows,
			// At the head of a group: what a launcher such as npx has started ends with it.
			detached: !isWindows,
		});
		this.#child = child;
		// One that could not be started has nothing to be ended, and no mark may stand for those of others.
		if (child.pid === undefined) watch?.end();
		else watch?.write(`${child.pid} ${mark}\n`);
		this.#begunAt = Date.now();
		this.generation++;
		child.stdin.on('error', () => {});
		const ended = (reason: string) => {
			if (this.#child === child) this.#ended(reason);
		};
		// Without secrets, and without what a terminal would obey.
		const plain = (text: string) => this.#redact(text).replace(/\p{Cc}/gu, ' ');
		const words = lastWords(child.stderr, (line) => {
			const told = plain(stripVTControlCharacters(line));
			onWords(told);
			return told;
		});
		const noise = (text: string) => onNoise(plain(text.slice(0, LONGEST_LINE)));
		const reading = this.#read(child, noise).catch((error: Error) => {
			ended(`the command "${command}" sent ${error.message}`);
			signalAll(child, 'SIGTERM');
		});
		child.once('exit', async (code, signal) => {
			signalAll(child, 'SIGTERM');
			watch?.end('KILL\n');
			const how = `the command "${command}" ended with ${signal ?? `code ${code}`}`;
			const last = await words();
			// A process that it has started may hold its output open.
			await within(reading, GRACE_MS);
			ended(last === '' ? how : `${how}; it said last: ${last}`);
		});
		const begun = new Promise<boolean>((resolve) => {
			child.once('spawn', () => resolve(true));
			child.once('error', ({ message }) => {
				const isThere = !cwd || statSync(cwd, { throwIfNoEntry: false })?.isDirectory();
				const why = isThere ? message : `there is no folder ${cwd}`;
				ended(`the command "${command}" could not be started: ${why}`);
				resolve(false);
			});
		});
		return begun;
	}

	send(text: string): void {
		this.#child?.stdin?.write(`${text}\n`);
	}

	/** Closes the input of the process, and ends it and what it has started if that is not enough. */
	async close(): Promise<void> {
		const child = this.#child;
		// Told to, it ends as it should.
		this.#child = undefined;
		child?.stdin?.end();
		for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
			for (const until = Date.now() + GRACE_MS; Date.now() < until; await sleep(LOOK_MS))
				if (!child || !signalAll(child, 0)) return;
			if (child) signalAll(child, signal);
		}
	}

	async #read({ stdout }: ChildProcess, noise: (text: string) => void): Promise<void> {
		if (!stdout) return;
		for await (const line of linesOf(stdout, noise)) await this.events.heard(line);
	}

	#ended(reason: string): void {
		this.#child = undefined;
		this.#ends.note(reason, Date.now() - this.#begunAt >= WELL_MS || this.events.isWell());
		this.command.onNoise?.(`${reason}. It is begun again when it is next needed`);
		this.events.ended();
	}
}

const isWindows = process.platform === 'win32';

/** Signals a process and those of its group. @returns whether there was one */
function signalAll(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
	if (child.pid === undefined || isWindows) return child.kill(signal);
	try {
		return process.kill(-child.pid, signal);
	} catch {
		return false;
	}
}

/** Variable that all have whom a process has started, in whichever session they are. */
const MARK = 'LOADLINE_SERVER';

/**
 * Is told a group and its mark; once its input ends, with this process at the latest, ends what is left of them by the
 * signals it was told. Those of other sessions are found where the system shows environments (Linux).
 */
const GUARD = `read group mark && [ "$mark" ] || exit; read signals
left() { kill -0 -$group && echo -$group; grep -lsz "^${MARK}=$mark" /proc/[0-9]*/environ | cut -d/ -f3; }
for signal in \${signals:-TERM KILL}; do
for second in 1 2; do sleep ${GRACE_MS / 2_000}; [ "$(left)" ] || exit 0; done
for one in $(left); do kill -s $signal -- $one; done; done`;

/** Is there before a process is, whose group ends after this one even where a signal ends this that nobody can hear. */
function guard(): Socket | undefined {
	if (isWindows) return undefined;
	const watch = spawn('/bin/sh', ['-c', GUARD], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	watch.on('error', () => {}).unref();
	const told = watch.stdin as Socket;
	told.on('error', () => {}).unref();
	return told;
}

/** Passes the lines of standard error on; tells its last ones, on one line, once the process has ended. */
function lastWords(stream: Readable, pass: (line: string) => string): () => Promise<string> {
	const decoder = new TextDecoder();
	const last: string[] = [];
	let rest = '';
	const hear = (line: string): void => {
		if (line.trim() === '') return;
		const told = pass(line.slice(0, LONGEST_LINE)).trim();
		if (!STACK.test(line) && last.push(told) > LAST_LINES) last.shift();
	};
	stream.on('data', (chunk: Buffer) => {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split(/[\r\n]+/);
		rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
		lines.forEach(hear);
	});
	const isOver = new Promise<void>((resolve) => stream.once('close', resolve));
	return async () => {
		await within(isOver, ECHO_MS);
		hear(rest);
		rest = '';
		const text = last.join(' | ');
		return text.length > LAST_WORDS ? `…${text.slice(-LAST_WORDS).toWellFormed()}` : text;
	};
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Beside those of the MCP SDK: language, time zone, temporary and personal folders, and the paths of certificate
 * authorities, without which `npx` reaches no registry where a network has its own.
 */
const NEEDED =
	/^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TMP|XDG_[A-Z_]+|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/;
/** Loadline's own, for which nobody asks but by name. */
const OWN = /^(?:LOADLINE|UPSTREAM)_/i;

/** Returns the variables that a server is given of this process's. @param names of others; `*`: all but Loadline's own */
export const serverEnvironment = (all: Variables, names: readonly string[] = []): Variables => {
	const isGiven = (name: string) =>
		NEEDED.test(name) || names.includes(name) || (names.includes('*') && !OWN.test(name));
	const given = Object.entries(all).filter(([name]) => isGiven(name));
	return { ...stdioEnvironment(), ...Object.fromEntries(given) };
};
