// Serves the real Worker in the real workerd, for tests that look at Loadline from outside:
// what a deployment would run, with local storage, on a port of its own.
import { inject } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { startNode } from './node';
import { startShared } from './shared-workerd';
import { startWorkerd, type Workerd, type WorkerdOptions } from './workerd';

export interface LoadlineOptions extends WorkerdOptions {
	/** A runtime configuration to put in place first (needs development mode, or `token`). */
	readonly config?: unknown;
	/** Development mode, on unless told otherwise. */
	readonly dev?: boolean;
	/** Bearer token of an administrator, for `config` without development mode. */
	readonly token?: string;
	/** Further variables, of a deployment that is told its address first. */
	readonly varsAt?: (url: string) => Promise<Readonly<Record<string, string>>>;
	/** Folder of another bundle (see bundle.ts). */
	readonly bundle?: string;
	/** In a workerd of its own; so is one with any option that is not of a deployment alone. */
	readonly isAlone?: boolean;
}

export interface Loadline {
	/** Origin without a trailing slash, `http://127.0.0.1:41234`. */
	readonly url: string;
	/** Fetches a path of this server. */
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** The Worker's log so far, a line each; it is not printed. */
	readonly logs: readonly string[];
	/** Stops workerd; storage that nobody named goes with it. */
	stop(): Promise<void>;
}

/** A deployment has one. */
const LOADLINE_SECRET = '0123456789abcdef0123456789abcdef';

/** Starts Loadline and waits until `/health` answers; throws when it does not within 20 seconds. */
export async function startLoadline(options: LoadlineOptions = {}): Promise<Loadline> {
	const { config, dev = true, token, isAlone, bundle, vars, varsAt, ...rest } = options;
	const fixed = { ...(dev ? { LOADLINE_DEV: '1' } : { LOADLINE_SECRET }), ...vars };
	const allAt = async (url: string) => ({ ...fixed, ...(await varsAt?.(url)) });
	const start = async (): Promise<Workerd> => {
		const isOnNode = process.env.LOADLINE_ON === 'node' && rest.around === undefined;
		const isShared = !isAlone && bundle === undefined && Object.keys(rest).length === 0;
		if (isShared && !isOnNode) return startShared(inject('bundle'), allAt);
		const port = rest.port ?? (varsAt && (await freePort()));
		const how = { ...rest, port, vars: await allAt(`http://127.0.0.1:${port}`) };
		return isOnNode ? startNode(how) : startWorkerd(bundle ?? inject('bundle'), how);
	};
	const started = await start();
	const { url } = started;
	const loadline: Loadline = {
		url,
		fetch: (path, init) => fetch(new URL(path, url), init),
		get logs() {
			return started.logs;
		},
		stop: started.stop,
	};
	try {
		await waitForHealth(loadline);
		if (config !== undefined) await putConfig(loadline, config, token);
		return loadline;
	} catch (error) {
		await started.stop();
		throw error;
	}
}

async function waitForHealth(loadline: Loadline): Promise<void> {
	const response = await loadline.fetch('/health', { signal: AbortSignal.timeout(20_000) });
	if (!response.ok) throw new Error(`/health answers ${response.status}: ${await response.text()}`);
}

async function putConfig(loadline: Loadline, config: unknown, token?: string): Promise<void> {
	const response = await loadline.fetch('/api/config', {
		method: 'PUT',
		headers: {
			'content-type': 'application/json',
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
		},
		body: JSON.stringify(config),
	});
	if (!response.ok) {
		throw new Error(`PUT /api/config answers ${response.status}: ${await response.text()}`);
	}
}
