// Two workspaces, four users, one who only reads and one who may do nothing, as tests of tenants find them.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { resultRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

/** A digest in hexadecimal. */
export const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const entry = (name: string, workspace: string, scopes: readonly string[]) => ({
	...{ name, workspace, scopes, sha256: hex(`${name}-token`) },
});
/** Two of each workspace. */
export const USERS = ['ada', 'bob', 'eve', 'olga'] as const;
/** One of them, or cleo, who reads the telemetry of the first. */
export type User = (typeof USERS)[number] | 'cleo';
const TOKENS = [
	entry('ada', 'ws-a', ['mcp:use', 'telemetry:read', 'admin']),
	entry('bob', 'ws-a', ['mcp:use']),
	entry('eve', 'ws-b', ['mcp:use', 'admin']),
	entry('olga', 'ws-b', ['mcp:use']),
	entry('cleo', 'ws-a', ['mcp:use', 'telemetry:read']),
	entry('nobody', 'ws-a', []),
];

export let loadline: Loadline;
/** Serves them, for the tests of a file. */
export function serveTenants(): void {
	beforeAll(async () => {
		loadline = await startLoadline({
			dev: false,
			token: 'ada-token',
			config: { demo: true, exportLinkSeconds: 60 },
			vars: { LOADLINE_TOKENS: JSON.stringify(TOKENS) },
		});
		await ask('eve-token', '/api/config', 'PUT', { demo: true });
	});
	afterAll(() => loadline?.stop());
}

/** Status and text of a route, asked with a token, or from an address. */
export const ask = async (
	token: string | undefined,
	path: string,
	method = 'GET',
	body?: object,
	from?: string,
) => {
	const headers = {
		...(token !== undefined && { authorization: `Bearer ${token}` }),
		...(from !== undefined && { 'cf-connecting-ip': from }),
		'content-type': 'application/json',
	};
	const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
	const response = await loadline.fetch(path, init);
	return { status: response.status, text: await response.text() };
};
/** A request of somebody. */
export const as = (user: User) => ({ headers: { authorization: `Bearer ${user}-token` } });
/** A call of a tool, by somebody. */
export const call = (user: User, name: string, args: object) =>
	resultRaw(loadline, name, JSON.stringify(args), as(user));

/** The same, where a refusal would make a test look at nothing. */
export const did = async (user: User, name: string, args: object) => {
	const result = await call(user, name, args);
	if (result.isError) throw new Error(`${user} ${name}: ${JSON.stringify(result.content)}`);
	return result;
};
/** Of who knows nothing yet. */
export const UNKNOWN = { knownHashes: { 'META_PROMPT.md': '' } };
