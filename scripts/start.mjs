// `npm start [-- wrangler options]`: serves Loadline with `wrangler dev`, offline, and passes the
// development-mode switch, which nothing else sets (README.md, "Run it"). In that mode a front of its own listens.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientLines } from './client-lines.mjs';
import { freePort } from './free-port.mjs';
import { createFront, FRONT } from './front.mjs';
import { lockState } from './lock-state.mjs';
import { offline } from './offline.mjs';
import { nextPort, OptionError, readOptions } from './start-options.mjs';
import './with-parent.mjs';

/** Ends each process below with the one that began it, even by SIGKILL. */
const WITH_PARENT = ['--import', new URL('with-parent.mjs', import.meta.url).href];
/** Milliseconds in which what was answered is written (src/gateway/sessions). */
const WRITTEN_MS = 1_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
	await start(readOptions(process.argv.slice(2), process.env));
} catch (error) {
	if (!(error instanceof OptionError)) throw error;
	console.error(error.message);
	process.exit(1);
}

/** @param {import('./start-options.mjs').StartOptions} options */
async function start(options) {
	const { port } = options;
	if (!options.help && (await isTaken(port))) {
		throw new OptionError(
			`Port ${port} is in use. Choose another: npm start -- --port ${nextPort(port)}`,
		);
	}
	const state = resolve(root, options.state);
	const holder = options.help
		? undefined
		: await lockState(state).catch((error) => {
				throw new OptionError(
					`${state} cannot hold the state (${error.message}): name a folder: npm start -- --persist-to FOLDER`,
				);
			});
	if (holder !== undefined) {
		throw new OptionError(
			`Process ${holder || '(unknown)'} serves the state in ${options.state} already: stop it, or name another folder: npm start -- --persist-to FOLDER`,
		);
	}
	for (const notice of options.notices) console.error(notice);
	// Over https no rebound name can prove that it is this machine.
	const isFronted = options.dev && options.protocol === 'http' && !options.help;
	const served = isFronted ? await behindFront(options) : { ...options, headers: {} };
	serve(served);
	if (options.help) return;
	const base = `${options.protocol}://localhost:${port}`;
	// Asked behind the front, which logs each request that comes too early.
	const behind = isFronted ? `http://127.0.0.1:${served.port}` : base;
	if (await isHealthy(behind, served.headers)) console.log(clientLines(base, options.dev));
}

/**
 * Listens where the options say, and moves wrangler to a port that answers this front alone.
 * @param {import('./start-options.mjs').StartOptions} options
 */
async function behindFront({ args, port, ip, ...options }) {
	const inner = await freePort();
	const secret = randomBytes(32).toString('hex');
	// `localhost` has two addresses; a machine may be without the second.
	for (const host of ip === 'localhost' ? ['127.0.0.1', '::1'] : [ip.replace(/[[\]]/g, '')]) {
		const listening = once(createFront(inner, secret).listen(port, host), 'listening');
		await listening.catch((error) => {
			if (host !== '::1' || ip !== 'localhost') throw new OptionError(error.message);
		});
	}
	const given = [...args, '--var', `LOADLINE_FRONT:${secret}`];
	return {
		...options,
		args: given,
		port: inner,
		ip: '127.0.0.1',
		shown: port,
		headers: { [FRONT]: secret },
	};
}

/**
 * Runs wrangler until it ends, and ends as it does.
 * @param {import('./start-options.mjs').StartOptions & { shown?: number }} options
 */
function serve({ args, dev, ip, port, shown = port }) {
	const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');
	const address = ['--ip', ip, '--port', String(port)];
	const child = spawn(process.execPath, [...WITH_PARENT, wrangler, 'dev', ...args, ...address], {
		cwd: root,
		stdio: ['inherit', shown === port ? 'inherit' : 'pipe', 'inherit'],
		// On a loopback address whoever wants the explorer may have it.
		env: {
			...(process.stdout.isTTY && shown !== port && { FORCE_COLOR: '1' }),
			...{ ...offline, ...process.env, ...(dev ? {} : { X_LOCAL_EXPLORER: 'false' }) },
		},
	});
	// It says where it listens; people call the front.
	child.stdout?.on('data', (text) =>
		process.stdout.write(String(text).replaceAll(`127.0.0.1:${port}`, `localhost:${shown}`)),
	);
	child.once('exit', (code, signal) =>
		process.exit(signal === null ? code : 128 + constants.signals[signal]),
	);
	// A terminal sends Ctrl-C to the whole group: here it only has to be survived until wrangler ends.
	process.on('SIGINT', () => {});
	for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
		process.on(signal, () => setTimeout(() => child.kill(signal), WRITTEN_MS));
	}
}

/**
 * Waits up to a minute for the Worker's own answer.
 * @param {string} base
 * @param {Record<string, string>} headers
 */
async function isHealthy(base, headers) {
	for (let tries = 0; tries < 240; tries++) {
		try {
			const answer = await fetch(`${base}/health`, { headers, signal: AbortSignal.timeout(2000) });
			if (answer.ok) return true;
		} catch {
			// Not listening yet.
		}
		await new Promise((resume) => setTimeout(resume, 250));
	}
	return false;
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isTaken(port) {
	return new Promise((resolve) => {
		const socket = createConnection({ port, host: 'localhost' });
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}
