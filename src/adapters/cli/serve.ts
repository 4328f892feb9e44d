// `loadline serve`: the Worker's code as a process here, its state in a folder, without Cloudflare; `loadline backup` and
// `restore`: the whole state of `serve` and `wrap`, as a folder of SQLite files (docs/node.md).
import { chmodSync, copyFileSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import { isRecord } from '../../shared/json-values';
import { Database, LocalServers, listen, lockState, type OpenLoadline, secretOf } from '../node';
import { adopted } from './clients/adopted';
import { CLIENTS, type Client } from './clients/places';
import { documentOf, ownVariables, stateOf } from './local-gateway';
import { complainer, type Flags, oneLine, type Texts } from './terminal';

const complain = complainer('serve');

type Options = Texts<'port' | 'host' | 'project' | 'processes'> &
	Partial<Texts<'state' | 'config'>> &
	Flags<'allowCommands'> & { readonly from: readonly (Client | 'claude')[] };

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;
/** Milliseconds that requests may take once the process is told to end. */
const STOP_MS = 10_000;
const CLOSED = `Nobody may call yet: there is no LOADLINE_TOKENS that can be used. Make a token and its digest:
  TOKEN=$(openssl rand -hex 32); printf %s "$TOKEN" | openssl dgst -sha256 -r
and start again with the digest, the first 64 characters, in the environment:
  LOADLINE_TOKENS='[{"name":"me","sha256":"DIGEST","workspace":"ws-main","scopes":["admin"]}]'
or with LOADLINE_CLAIM, a secret of yours that /claim asks for. For this machine alone, leave out --host.`;

/** Makes `loadline serve`. @param open opens the state of this machine */
export function serveCommand(open: OpenLoadline): Command {
	return new Command('serve')
		.description('Serve Loadline from this machine; Ctrl-C stops it.')
		.option('--port <number>', 'where to listen', process.env.PORT ?? '8787')
		.option(
			'--host <address>',
			'beyond this machine, callers need a token (LOADLINE_TOKENS)',
			process.env.HOST ?? '127.0.0.1',
		)
		.option('--state <folder>', 'where everything is kept')
		.option('--config <file>', 'a loadline.yaml')
		.addOption(
			new Option('--from <client...>', 'serve the servers of these MCP clients')
				.choices(['claude', ...CLIENTS])
				.default([], 'none'),
		)
		.option('--project <folder>', 'for client files that belong to a project', '.')
		.option('--processes <number>', 'servers of this machine that may run at once', '100')
		.option('--allow-commands', 'the API and the page may name commands to start, too')
		.action((options: Options) => serve(open, options));
}

async function serve(open: OpenLoadline, options: Options): Promise<void> {
	const port = Number(options.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		return complain(`--port takes a number from 0 to 65535, not "${options.port}".`, 2);
	const most = Number(options.processes);
	if (!Number.isInteger(most) || most < 1)
		return complain(`--processes takes a number from 1, not "${options.processes}".`, 2);
	const folder = stateOf(options);
	const variables = ownVariables(process.env);
	const isClosed = variables.LOADLINE_TOKENS !== undefined || variables.LOADLINE_DEV === '0';
	const isDev = LOOPBACK.test(options.host) && !isClosed;
	const document = await documentOf(options.config, (given) => withAdopted(given, options, isDev), {
		complain,
		isDev,
	});
	if (document === undefined) return;
	const file = stringify(document, { aliasDuplicateObjects: false });
	const lock = lockState(folder, process.pid);
	if (!lock.ok)
		return complain(
			`process ${lock.error} serves the state in ${folder} already: stop it, or name another folder with --state`,
		);
	const processes = new LocalServers({
		...{ most, commands: options.allowCommands ? 'all' : 'file' },
		log: (entry) => console.log(JSON.stringify(entry)),
	});
	const loadline = await open({
		...{ folder, file, processes },
		variables: {
			...{ LOADLINE_SECRET: secretOf(folder), ...variables },
			LOADLINE_DEV: isDev ? '1' : '0',
		},
		onError: (error) => console.error(String(error)),
	});
	// Records that the last process had not forwarded are forwarded now.
	void loadline.settle();
	let listening: Awaited<ReturnType<typeof listen>>;
	try {
		listening = await listen((request) => loadline.fetch(request), {
			...{ port, host: options.host },
			publicUrl: variables.LOADLINE_URL,
			isBehindProxy: process.env.LOADLINE_PROXY === '1',
		});
	} catch (error) {
		await loadline.close();
		await processes.close();
		lock.value();
		const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
		const taken = `Port ${port} is in use. Choose another: loadline serve --port ${port < 65_535 ? port + 1 : port - 1}`;
		return complain(isTaken ? taken : (error as Error).message);
	}
	const name = options.host.includes(':') ? `[${options.host}]` : options.host;
	const at = `http://${name}:${listening.port}`;
	console.error(`Loadline listens on ${at}, its state is in ${folder}`);
	console.error(`Open ${at} in a browser; MCP clients connect to ${at}/mcp.`);
	if (isDev) console.error('Development mode: this machine alone may call, without a token.');
	else {
		const told = await loadline.fetch(new Request('http://localhost/api/me'));
		const { error } = (await told.json()) as { readonly error: { readonly message: string } };
		const fault = /(?<=closed: )LOADLINE_TOKENS.*?\.(?= Make)/s.exec(error?.message)?.[0];
		if (fault !== undefined) console.error(fault);
		if (told.status === 503) console.error(CLOSED);
	}
	const stop = async () => {
		await listening.stop(STOP_MS);
		await loadline.close();
		await processes.close();
		lock.value();
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
}

/** Adds the servers of MCP clients to a configuration; one that it names itself stays. */
async function withAdopted(
	document: Readonly<Record<string, unknown>>,
	{ from, project }: Options,
	allowLoopback: boolean,
): Promise<Readonly<Record<string, unknown>> | undefined> {
	if (from.length === 0) return document;
	const clients = from.flatMap((name): readonly Client[] =>
		name === 'claude' ? ['claude-code', 'claude-desktop'] : [name],
	);
	const around = { project: resolve(project), env: process.env, allowLoopback };
	const found = await adopted(clients, around);
	if (!found.ok) {
		complain(found.error);
		return undefined;
	}
	const { upstreams, left } = found.value;
	const own = Array.isArray(document.upstreams) ? document.upstreams.filter(isRecord) : [];
	const added = upstreams.filter(({ name }) => own.every((each) => each.name !== name));
	for (const { name, why } of left) console.error(oneLine(`${name} is left out: ${why}`));
	console.error(
		`Servers of ${from.join(', ')}: ${added.map(({ name }) => name).join(', ') || 'none'}`,
	);
	return { ...document, upstreams: [...own, ...added] };
}

export function backupCommand(): Command {
	return new Command('backup')
		.description('Copy all state into a new folder, also while it is in use.')
		.argument('<folder>', 'does not exist yet')
		.option('--state <folder>', 'where everything is kept')
		.action((to: string, options: Partial<Texts<'state'>>) => copy('backup', stateOf(options), to));
}

export function restoreCommand(): Command {
	return new Command('restore')
		.description('Make a state folder from a backup; nothing may be using it.')
		.argument('<folder>', 'the backup')
		.option('--state <folder>', 'where everything will be kept: empty, or not there')
		.action((from: string, options: Partial<Texts<'state'>>) =>
			copy('restore', from, stateOf(options)),
		);
}

/** Copies each file in a transaction of its own, which is enough: an object lives in one file. */
function copy(command: string, from: string, to: string): void {
	const complain = complainer(command);
	if (!existsSync(join(from, 'state.sqlite')))
		return void complain(`${from} holds no state of Loadline.`);
	if (existsSync(to) && readdirSync(to).length > 0)
		return void complain(`${to} is not empty; name a folder that is not there yet.`);
	// A link would lead to files of others.
	const found = readdirSync(from, { recursive: true, withFileTypes: true }).map((entry) => ({
		path: relative(from, join(entry.parentPath, entry.name)),
		isPlain: entry.isFile() || entry.isDirectory(),
	}));
	const strange = found.find(
		({ path, isPlain }) => !isPlain || (command === 'restore' && isForeign(join(from, path))),
	);
	if (strange !== undefined)
		return void complain(`${join(from, strange.path)} is not part of a state of Loadline.`);
	const files = found.map(({ path }) => path).filter((path) => path.endsWith('.sqlite'));
	const gate = new Database(join(from, 'state.sqlite'));
	for (const file of files) {
		const path = join(from, file);
		// An object may end meanwhile, and takes its file along.
		const database = gate.transaction(() => (existsSync(path) ? new Database(path) : undefined));
		database?.copyTo(join(to, file));
		database?.close();
	}
	gate.close();
	const secret = join(to, 'secret');
	if (existsSync(join(from, 'secret'))) {
		copyFileSync(join(from, 'secret'), secret);
		chmodSync(secret, 0o600);
	}
	console.log(`${files.length} files copied to ${to}. Keep it as safe as the state itself.`);
}

/** Bytes of a secret at most. */
const SECRET_BYTES = 1_024;

/** A journal names files that SQLite takes away, and no backup has one; its secret is short. */
const isForeign = (path: string): boolean =>
	path.endsWith('-journal') || (path.endsWith('/secret') && lstatSync(path).size > SECRET_BYTES);
