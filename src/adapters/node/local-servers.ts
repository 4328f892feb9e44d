// The servers that `loadline serve` starts on this machine: of each one process a conversation, or one for all,
// begun when they are needed and ended when nobody has used them for long.

import { linesAMinute } from '../../shared/lines-a-minute';
import type { LocalServer, Processes } from '../fetch';
import { ServerEnded } from '../mcp';
import { Ends, type StdioCommand, serverEnvironment } from './server-process';
import { StdioServer } from './stdio-server';

/** Milliseconds after which a process that nobody uses is ended, and between two looks. */
const IDLE_MS = 1_800_000;
const LOOK_MS = 60_000;

interface LocalServersOptions {
	readonly commands: Processes['commands'];
	/** Processes at once. */
	readonly most: number;
	log(entry: Readonly<Record<string, unknown>>): void;
}

/** A process, whose it is, and when it was last used: milliseconds since the epoch. */
interface Kept {
	readonly server: StdioServer;
	readonly workspace: string;
	usedAt: number;
}

/** All processes of all servers; each stands where an upstream's `fetch` would. */
export class LocalServers implements Processes {
	readonly #servers = new Map<string, OneServer>();
	readonly #looking = setInterval(() => this.#endIdle(Date.now() - IDLE_MS), LOOK_MS).unref();

	constructor(private readonly options: LocalServersOptions) {}

	get commands(): Processes['commands'] {
		return this.options.commands;
	}

	fetchOf(workspace: string, local: LocalServer): OneServer['fetch'] {
		const key = JSON.stringify([workspace, local]);
		const known = this.#servers.get(key);
		if (known) return known.fetch;
		const command = commandOf(workspace, local, this.options.log);
		const one = new OneServer(workspace, local, command, () => this.#makeRoom(workspace));
		this.#servers.set(key, one);
		return one.fetch;
	}

	async close(): Promise<void> {
		clearInterval(this.#looking);
		await Promise.all(this.#all().map(({ server }) => server.close()));
	}

	/**
	 * Ends a process where there are too many: the one unused longest of the workspace that has most, none of a workspace
	 * that has less than the one that asks. Half of them is the most a workspace has while there are others.
	 * @throws ServerEnded
	 */
	#makeRoom(workspace: string): void {
		const { most } = this.options;
		const running = this.#all().filter(({ server }) => server.isRunning);
		const sizeOf = (of: string) => running.filter((each) => each.workspace === of).length;
		const own = sizeOf(workspace);
		const isAlone = running.length === own;
		if (running.length < most && (isAlone || own < most / 2)) return;
		const [first] = running
			.filter(
				({ server, workspace: of }) => !server.isUsed && (of === workspace || sizeOf(of) > own),
			)
			.toSorted((a, b) => sizeOf(b.workspace) - sizeOf(a.workspace) || a.usedAt - b.usedAt);
		if (!first)
			throw new ServerEnded(
				`${running.length} processes are at work, as many as may (--processes)`,
			);
		this.#end(first);
	}

	#endIdle(since: number): void {
		for (const kept of this.#all()) if (kept.usedAt < since && !kept.server.isUsed) this.#end(kept);
	}

	#all(): readonly Kept[] {
		return [...this.#servers.values()].flatMap((one) => one.all);
	}

	#end(kept: Kept): void {
		for (const one of this.#servers.values()) one.forget(kept);
		void kept.server.close();
	}
}

class OneServer {
	readonly #sessions = new Map<string, Kept>();
	/** Of requests without a session: the only one, or the one that the next session takes. */
	#common: Kept | undefined;

	/** @param makeRoom called before a process begins */
	constructor(
		private readonly workspace: string,
		private readonly local: LocalServer,
		private readonly command: StdioCommand,
		private readonly makeRoom: () => void,
	) {}

	get all(): readonly Kept[] {
		return [...this.#sessions.values(), ...(this.#common ? [this.#common] : [])];
	}

	forget(kept: Kept): void {
		for (const [session, each] of this.#sessions) if (each === kept) this.#sessions.delete(session);
		if (this.#common === kept) this.#common = undefined;
	}

	/** Answers as a Streamable HTTP endpoint would. @throws ServerEnded */
	readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
		const session = new Headers(init.headers).get('mcp-session-id');
		if (session === null && init.method !== 'POST') return new Response(null, { status: 405 });
		if (session === null) return this.#fetchCommon(url, init);
		const kept = this.#sessions.get(session);
		if (!kept) return new Response(null, { status: 404 });
		kept.usedAt = Date.now();
		const isEnd = init.method === 'DELETE';
		const response = isEnd
			? new Response(null, { status: 204 })
			: await kept.server.fetch(url, init);
		if (isEnd || response.status === 404) this.#sessions.delete(session);
		if (isEnd) void kept.server.close();
		return response;
	};

	async #fetchCommon(url: string | URL, init: RequestInit): Promise<Response> {
		const { shared } = this.local;
		if (!this.#common?.server.isRunning) this.makeRoom();
		const server = () => new StdioServer(this.command, shared ? 'shared' : 'conversation');
		this.#common ??= { server: server(), workspace: this.workspace, usedAt: 0 };
		const kept = this.#common;
		kept.usedAt = Date.now();
		const isBegun = !shared && /"method":"initialize"/.test(String(init.body));
		// The next conversation begins another.
		if (isBegun) this.#common = undefined;
		const response = await kept.server.fetch(url, init);
		const session = response.headers.get('mcp-session-id');
		if (session !== null) this.#sessions.set(session, kept);
		else if (isBegun) void kept.server.close();
		return response;
	}
}

function commandOf(
	workspace: string,
	{ name, command, args, env, cwd, shared }: LocalServer,
	log: LocalServersOptions['log'],
): StdioCommand {
	const event = { level: 'info', event: 'local_server', upstream: name, workspace };
	const logged = linesAMinute(log);
	const said = (text: string): void => logged('', { ...event, text });
	return {
		...{ command, args, ...(cwd !== undefined && { cwd }) },
		env: { ...serverEnvironment(process.env), ...env },
		secrets: Object.values(env),
		onNoise: said,
		onWords: said,
		...(!shared && { ends: new Ends() }),
	};
}
