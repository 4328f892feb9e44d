// `loadline serve`: the Worker's code as a process of this machine, its state in a folder, for people
// without Cloudflare (docs/node.md).
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { listen, lockState, type OpenLoadline, secretOf } from '../node';
import { ownVariables, stateOf } from './local-gateway';
import { complainer } from './terminal';

const complain = complainer('serve');

interface Options {
	readonly port: string;
	readonly host: string;
	readonly state?: string;
	readonly config?: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;
/** Milliseconds that requests may take once the process is told to end. */
const STOP_MS = 10_000;

/**
 * `loadline serve`.
 * @param open opens the state of this machine
 */
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
		.action((options: Options) => serve(open, options));
}

async function serve(open: OpenLoadline, options: Options): Promise<void> {
	const port = Number(options.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		return complain(`--port takes a number from 0 to 65535, not "${options.port}".`);
	const folder = stateOf(options);
	const file = await configText(options.config);
	if (file === undefined) return;
	const lock = lockState(folder, process.pid);
	if (!lock.ok)
		return complain(
			`process ${lock.error} serves the state in ${folder} already: stop it, or name another folder with --state`,
		);
	const variables = ownVariables(process.env);
	const isClosed = variables.LOADLINE_TOKENS !== undefined || variables.LOADLINE_DEV === '0';
	const isDev = LOOPBACK.test(options.host) && !isClosed;
	const loadline = await open({
		folder,
		file,
		variables: {
			...{ LOADLINE_SECRET: secretOf(folder), ...variables },
			LOADLINE_DEV: isDev ? '1' : '0',
		},
		onError: (error) => console.error(String(error)),
	});
	let listening: Awaited<ReturnType<typeof listen>>;
	try {
		listening = await listen((request) => loadline.fetch(request), {
			...{ port, host: options.host },
			publicUrl: variables.LOADLINE_URL,
			isBehindProxy: process.env.LOADLINE_PROXY === '1',
		});
	} catch (error) {
		await loadline.close();
		lock.value();
		const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
		return complain(
			isTaken
				? `Port ${port} is in use. Choose another: loadline serve --port ${port + 1}`
				: (error as Error).message,
		);
	}
	const name = options.host.includes(':') ? `[${options.host}]` : options.host;
	console.error(`Loadline listens on http://${name}:${listening.port}, its state is in ${folder}`);
	if (isDev) console.error('Development mode: this machine alone may call, without a token.');
	const stop = async () => {
		await listening.stop(STOP_MS);
		await loadline.close();
		lock.value();
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
}

/** Text of the configuration file; empty where none is named. */
async function configText(path: string | undefined): Promise<string | undefined> {
	if (path === undefined) return '';
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		complain(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`);
		return undefined;
	}
}
