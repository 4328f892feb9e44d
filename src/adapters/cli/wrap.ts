// `loadline wrap -- COMMAND…`: a gateway to one server for one stdio client, its state on this machine (docs/node.md).
import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { isRecord, type JsonObject, jsonIn } from '../../shared/json-values';
import { type OpenLoadline, StdioServer, secretOf, serverEnvironment, serveStdio } from '../node';
import { HEADERS, headerOf, serverName } from './clients/adopted';
import { documentOf, logAside, ownVariables, stateOf } from './local-gateway';
import { loginAt } from './login';
import { collect, complainer, type Texts } from './terminal';

const RUNNERS =
	/^(?:npx|npm|exec|pnpm|pnpx|dlx|yarn|bunx?|x|node|deno|run|uvx?|tool|pipx|python3?|docker|cmd|sh|bash|sudo|env)(?:\.exe|\.cmd)?$/;
const TELLS_NOTHING = /^(?:mcp|server|mcp-server|index|main|cli|dist|stdio|start)$/;

/** @returns lower-case letters, digits and `-`, at most 32; `server` where nothing tells */
function nameOfCommand(command: readonly string[]): string {
	const words = command
		.filter((word) => !word.startsWith('-'))
		.map((word) => word.replace(/^https?:\/\//, '').replace(/(?<=[^/])@[^/]*$/, ''));
	const program = words.find((word) => !RUNNERS.test(word.split(/[\\/]/).at(-1) ?? '')) ?? '';
	const parts = program
		.split(/[\\/@]/)
		.map((part) => part.replace(/\.(?:[cm]?[jt]s|py|exe|cmd)$/, '').toLowerCase())
		.filter((part) => part !== '' && part !== '..' && part !== '.');
	const telling = parts.findLast((part) => !TELLS_NOTHING.test(part)) ?? parts.at(-1) ?? 'server';
	return serverName(
		telling.replace(/^mcp-server-|^server-|^mcp-|-mcp-server$|-mcp$|-server$/g, ''),
	);
}

const complain = complainer('wrap');

type Options = Partial<Texts<'name' | 'config' | 'state' | 'cwd'>> &
	Readonly<Record<'header' | 'env', readonly string[]>>;

/** Characters of a value of `--env` that is a secret whatever its name: shorter ones are words of everyday. */
const LEAST_SECRET = 8;
/** Host of a server that is a process; its requests never reach the network. */
const STDIO_HOST = 'stdio.localhost';
/** Of the one user, who shares with nobody: more than a processor can be asked for. */
const OWN_SHARES = { asks: 1_000_000_000 };

/** Makes `loadline wrap`. @param open opens the state of this machine */
export function wrapCommand(open: OpenLoadline): Command {
	return new Command('wrap')
		.description(
			'Stand in front of a server that speaks stdio, or of one by its URL, for one client.',
		)
		.argument('<command...>', 'the command that starts the server, after --; or a URL')
		.option('--name <name>', 'of the server, in the configuration and in telemetry')
		.option('--config <file>', 'a loadline.yaml')
		.option('--state <folder>', 'where results are kept')
		.option('--cwd <folder>', 'where the command runs')
		.option('--env <name[=value]>', 'a variable for the command; * for all of here', collect, [])
		.option('--header <"Name: value">', 'sent to a URL with every request', collect, [])
		.action((command: readonly string[], options: Options) => wrap(open, command, options));
}

async function wrap(open: OpenLoadline, command: readonly string[], options: Options) {
	const folder = stateOf(options);
	const url =
		command.length === 1 && /^https?:\/\//.test(command[0] ?? '') ? command[0] : undefined;
	const name = options.name ?? nameOfCommand(command);
	const document = await documentOf(
		options.config,
		async (file) => configFor(file, name, url ?? `http://${STDIO_HOST}/${name}`, options),
		{ complain, isDev: true },
	);
	if (document === undefined) return;
	const upstreams = document.upstreams as readonly Upstream[];
	const upstream = upstreams.find((each) => each.name === name) as Upstream;
	const [program = '', ...args] = command;
	const server =
		url === undefined
			? new StdioServer({
					...{ command: program, args, onNoise: note },
					...environmentFor(options.env),
					...(options.cwd !== undefined && { cwd: options.cwd }),
				})
			: undefined;
	const login = url === undefined || showsItself(upstream) ? undefined : loginAt(url, folder, note);
	logAside();
	const given = jsonIn(process.env.LOADLINE_SHARES ?? '{}') as object | undefined;
	const loadline = await open({
		folder,
		file: stringify({ ...document, upstreams: [upstream] }),
		variables: {
			...ownVariables(process.env),
			[HEADERS]: undefined,
			LOADLINE_DEV: '1',
			LOADLINE_SHARES: JSON.stringify({ ...OWN_SHARES, ...given }),
			LOADLINE_SECRET: secretOf(folder),
		},
		fetch: server ? besides(server.fetch) : (login?.fetch ?? ((to, init) => fetch(to, init))),
		onError: (error) => note(String(error)),
	});
	const trouble = await (server?.start() ?? login?.begin().catch(said));
	if (trouble !== undefined) {
		await loadline.close();
		return complain(trouble);
	}
	let isEnding = false;
	const end = async () => {
		if (isEnding) return;
		isEnding = true;
		await server?.close();
		await loadline.close();
		// With 1 where something was complained of.
		process.exit();
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
	// A client that has gone, and whoever read along with it.
	process.stdout.on('error', end);
	process.stderr.on('error', () => {});
	const isAnswered = await serveStdio({
		input: process.stdin,
		output: process.stdout,
		// Whoever speaks here is one conversation, of either revision of the protocol.
		url: `http://localhost/mcp/${name}?session=${randomUUID()}`,
		fetch: (request) => loadline.fetch(request),
		...(server && {
			overhear: (message) => server.overheard(message),
			trouble: () => server.trouble,
		}),
	}).catch((error: Error) => complain(error.message));
	if (isAnswered === false) complain('the input ended before all that was asked was answered');
	await end();
}

/** Reads what `--env` says, names of variables of here and variables with their values: what was named may be a secret. */
function environmentFor(given: readonly string[]) {
	const pairs = given.filter((text) => text.includes('='));
	const names = given.filter((text) => !text.includes('='));
	for (const name of names)
		if (name !== '*' && process.env[name] === undefined)
			note(`--env ${name} is not set here: write --env ${name}=VALUE, or set it`);
	const own = pairs.map((text) => /^([^=]*)=(.*)$/s.exec(text)?.slice(1) ?? []);
	const env = { ...serverEnvironment(process.env, names), ...Object.fromEntries(own) };
	const named = [...names, ...own.map(([name = '']) => name)].map((name) => env[name] ?? '');
	return { env, secrets: named.filter(({ length }) => length >= LEAST_SECRET) };
}

const note = (text: string): void => {
	process.stderr.write(`loadline: ${text.trim()}\n`);
};

/** Routes requests for the wrapped process to it, others to the network. */
const besides =
	(behind: StdioServer['fetch']): StdioServer['fetch'] =>
	(url, init) =>
		new URL(url).hostname === STDIO_HOST ? behind(url, init) : fetch(url, init);

/** Builds the configuration with the server among the file's, whose settings for its name stay. */
function configFor(document: JsonObject, name: string, url: string, { header }: Options) {
	const headers: Record<string, string> = {};
	const given = (process.env[HEADERS] ?? '').split('\n').filter((line) => line.trim() !== '');
	for (const line of [...given, ...header]) {
		const pair = headerOf(line);
		if (!pair) {
			complain(`--header "${line}" has no colon; write "Name: value"`);
			return undefined;
		}
		headers[pair[0]] = pair[1];
	}
	const { upstreams = [] } = document;
	// Refused as what it is.
	if (!Array.isArray(upstreams)) return document;
	const at = upstreams.findIndex((entry) => isRecord(entry) && entry.name === name);
	const upstream = {
		...upstreams[at],
		...{ name, url },
		...(Object.keys(headers).length > 0 && { headers }),
	};
	const all = upstreams.toSpliced(at < 0 ? upstreams.length : at, 1, upstream);
	return { ...document, demo: false, upstreams: all };
}

interface Upstream extends JsonObject {
	readonly headers?: Readonly<Record<string, string>>;
	readonly auth?: unknown;
}

const showsItself = ({ headers = {}, auth }: Upstream): boolean =>
	auth !== undefined || Object.keys(headers).some((name) => /^authorization$/i.test(name));

/** Returns the reason for a failed login; none where the server was not reached, which is asked again later. */
const said = (error: Error) => (error instanceof TypeError ? undefined : error.message);
