// Logins kept on this machine: a file for its owner alone, a browser that makes one, and a port that it returns to.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Login, Redirect } from '../mcp';
import { Database } from './database';
import { makeFolder } from './state';

type LoginKeeper = ConstructorParameters<typeof Login>[0]['keeper'];
/** Milliseconds that a user may take to log in. */
const PATIENCE_MS = 300_000;
/** Milliseconds between two looks at whether another process is done. */
const LOOK_MS = 200;

/** The login at a URL, in `logins` of the state folder. */
export function loginFile(folder: string, url: string): LoginKeeper {
	const name = createHash('sha256').update(url).digest('hex').slice(0, 32);
	const file = join(folder, 'logins', `${name}.json`);
	return {
		read() {
			try {
				return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<LoginKeeper['read']>;
			} catch {
				return {};
			}
		},
		write(kept) {
			makeFolder(join(folder, 'logins'));
			const made = `${file}.${randomBytes(4).toString('hex')}`;
			writeFileSync(made, JSON.stringify({ url, ...kept }), { mode: 0o600 });
			renameSync(made, file);
		},
		async alone(work) {
			const lock = new Database(join(folder, `login-${name}.lock`), 0);
			try {
				while (!lock.holds()) await new Promise((resume) => setTimeout(resume, LOOK_MS));
				return await work();
			} finally {
				lock.close();
			}
		},
	};
}

/** A port of this machine alone; the same as before where it is free, for a client that is known by it. */
export async function listenForRedirect(before: string | undefined): Promise<Redirect> {
	const { promise: answer, resolve, reject } = Promise.withResolvers<URLSearchParams>();
	answer.catch(() => {});
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
		const isAnswer = pathname === '/callback' && searchParams.has('state');
		response.writeHead(isAnswer ? 200 : 404, {
			'content-type': 'text/html; charset=utf-8',
			'referrer-policy': 'no-referrer',
			connection: 'close',
		});
		response.end(isAnswer ? PAGE : 'Not found');
		if (isAnswer) resolve(searchParams);
	});
	const port = before === undefined ? 0 : Number(new URL(before).port);
	if (!(await listens(server, port))) await listens(server, 0);
	const timer = setTimeout(() => reject(new Error('nobody logged in in time')), PATIENCE_MS);
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
		answer,
		close() {
			clearTimeout(timer);
			server.close();
		},
	};
}

const PAGE =
	'<!doctype html><title>Loadline</title><p>You may close this window: the login is with Loadline now.</p>';

const listens = (server: Server, port: number): Promise<boolean> =>
	new Promise((resolve) => {
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => resolve(true));
	});

/** Opens a browser where there is one; what it is not told it may be told by its user. */
export function openBrowser({ protocol, href }: URL): void {
	// The address is what a server says: nothing but a page is opened.
	if (protocol !== 'https:' && protocol !== 'http:')
		throw new Error(`not the address of a page: ${href}`);
	const [program, ...args] = opener();
	if (program === undefined) return;
	spawn(program, [...args, href], { stdio: 'ignore', detached: true })
		.on('error', () => {})
		.unref();
}

function opener(): readonly string[] {
	const { BROWSER, DISPLAY, WAYLAND_DISPLAY } = process.env;
	if (BROWSER) return [BROWSER];
	if (process.platform === 'darwin') return ['open'];
	if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
	return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : [];
}
