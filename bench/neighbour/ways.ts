// Ten ways in which one tenant takes what all share: each does one thing once, and tells the status of its answer.
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { callRaw } from '../../test/worker/raw-calls';

/** A tenant at a deployment. */
export interface Tenant {
	readonly url: string;
	readonly token: string;
	/** Handle of a long list. */
	readonly handle: string;
	/** Distinct in what it names, so that no run meets another's. */
	readonly run: string;
	/** Part of what large bodies have: all unless told. */
	readonly part?: number;
}

export type Way = (tenant: Tenant, n: number) => Promise<number>;

/** Sends a request of a tenant; a loaded machine is given time, 60 s. */
export const asked = ({ url, token }: Tenant, path: string, init: RequestInit = {}) =>
	fetch(new URL(path, url), {
		signal: AbortSignal.timeout(60_000),
		...init,
		headers: { authorization: `Bearer ${token}`, ...init.headers },
	});

const placeOf = (tenant: Tenant) => ({
	...{ url: tenant.url, logs: [], stop: async () => {} },
	fetch: (path: string, init?: RequestInit) => asked(tenant, path, init),
});

/** The result of a call. @throws Error that says what was answered instead */
export const called = async (tenant: Tenant, tool: string, args: object, session?: string) => {
	const given = session === undefined ? {} : { session };
	const text = await callRaw(placeOf(tenant), tool, JSON.stringify(args), given);
	const { result } = JSON.parse(text);
	if (result === undefined || result.isError)
		throw new Error(`${tool} answers ${text.slice(0, 300)}`);
	return result;
};

/** Calls a tool: 200, or 500 where the answer is an error. */
const call = async (tenant: Tenant, tool: string, args: object, session?: string) => {
	const given = session === undefined ? {} : { session };
	const text = await callRaw(placeOf(tenant), tool, JSON.stringify(args), given);
	return text.includes('"isError":true') || text.includes('"error":') ? 429 : 200;
};

/** Posts a body as it is written; tells the status, 0 where the connection was closed. */
async function sent(
	{ url, token, part: size = 1 }: Tenant,
	headers: Record<string, string>,
	write: (part: (bytes: Buffer) => Promise<boolean>) => Promise<void>,
): Promise<number> {
	const type = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	const posted = request(`${url}/mcp`, {
		method: 'POST',
		headers: { ...type, ...headers },
	});
	let status = 0;
	const over = new Promise((resolve) => posted.once('close', resolve).once('response', resolve));
	posted.on('error', () => {});
	posted.on('response', (response) => {
		status = response.statusCode ?? 0;
		response.resume();
	});
	await write(async (bytes) => {
		if (status > 0 || posted.destroyed) return false;
		if (!posted.write(bytes)) await Promise.race([once(posted, 'drain').catch(() => {}), over]);
		return status === 0 && !posted.destroyed;
	});
	posted.end();
	await Promise.race([over, pause(10_000 * size)]);
	posted.destroy();
	return status;
}

const SMALL = { id: 'bk_0001', _loadline: { fields: 'id,status' } };
const MEGABYTE = Buffer.alloc(1 << 20, 0x20);

export const WAYS: Readonly<Record<string, Way>> = {
	'slow bodies': (tenant) =>
		sent(tenant, { 'content-length': '1000000' }, async (write) => {
			for (let at = 0; at < 20 * (tenant.part ?? 1) && (await write(MEGABYTE.subarray(0, 1))); at++)
				await pause(200);
		}),
	'giant bodies': (tenant) =>
		sent(tenant, { 'transfer-encoding': 'chunked' }, async (write) => {
			for (let at = 0; at < 64 * (tenant.part ?? 1); at++) if (!(await write(MEGABYTE))) return;
		}),
	asks: (tenant) =>
		call(tenant, 'read_result', {
			handle: tenant.handle,
			select: 'bookings[].sort_by($.bookings, &id)[0]',
		}),
	patterns: (tenant) => call(tenant, 'read_result', { handle: tenant.handle, query: '/(x*)*y$/' }),
	lists: (tenant) => call(tenant, 'demo__list_bookings', {}),
	sessions: (tenant, n) => call(tenant, 'demo__get_booking', SMALL, `${tenant.run}-${n}`),
	registrations: async ({ url }) => {
		const redirect_uris = ['http://127.0.0.1:9999/cb'];
		const client = { client_name: 'x'.repeat(7_000), redirect_uris };
		const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
		const body = JSON.stringify({ ...client, token_endpoint_auth_method: 'none' });
		return (await fetch(new URL('/register', url), { ...init, body })).status;
	},
	drafts: async (tenant, n) => {
		const session_id = `${tenant.run}-${n % 12}`;
		if (n < 12)
			await call(
				tenant,
				'memsetup',
				{ session_id, knownHashes: { 'META_PROMPT.md': '' } },
				session_id,
			);
		const op = {
			create: { path: `noise/${tenant.run}-${n}.md`, body: 'It MUST be so.\n'.repeat(600) },
		};
		return call(tenant, 'artifact', { resource: 'rule', op, session_id }, session_id);
	},
	uploads: async (tenant, n) => {
		const line = (id: number) => JSON.stringify({ id, text: 'a word or two '.repeat(20) });
		const body = Array.from({ length: 8_000 * (tenant.part ?? 1) }, (_, id) => line(id)).join('\n');
		const init = { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body };
		return (await asked(tenant, `/api/records/noise-${n % 3}`, init)).status;
	},
	'wrong tokens': async ({ url, run }, n) =>
		(await asked({ url, token: `wrong-${run}-${n}`, handle: '', run }, '/api/me')).status,
};

/** Requests that an honest tenant makes again and again; each returns the answer, to be compared with the last. */
export const HONEST: Readonly<Record<string, (tenant: Tenant) => Promise<string>>> = {
	me: async (tenant) => {
		const answer = await asked(tenant, '/api/me');
		const text = `${answer.status} ${await answer.text()}`;
		if (!answer.ok) throw new Error(`/api/me answers ${text.slice(0, 300)}`);
		return text;
	},
	booking: async (tenant) =>
		JSON.stringify(await called(tenant, 'demo__get_booking', SMALL, 'honest')),
	page: async (tenant) =>
		JSON.stringify(await called(tenant, 'read_result', { handle: tenant.handle }, 'honest')),
};
