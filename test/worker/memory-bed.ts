// A Loadline with rules, and the people and agents that use them, as tests of memory find it.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll } from 'vitest';
import { type ClientKind, callThrough, connectClient, type Told } from './clients';
import { type Loadline, startLoadline } from './serve';

export const STYLE =
	'---\ndescription: How code looks\n---\n# Style\n\n## Naming\n\n- snake_case functions\n- PascalCase types\n';
export const CODING = '# Coding\n\n## Steps\n\nInspect the diff and suggest a commit message.\n';
export const LONG = `# Long\n\n## Must\n\n- stay whole\n\n# Story\n\n${'One "sentence" after another.\n'.repeat(3000)}`;

export const MEMORY_TOOLS = [
	'memsetup',
	'memdisc',
	'memload',
	'memactivate',
	'memref',
	'agentreport',
	'agentrejected',
	'artifact',
];

const TOKENS = JSON.stringify(
	[
		['boss', 'ws-main', ['admin']],
		['ada', 'ws-main', ['mcp:use']],
		['eve', 'ws-main', ['mcp:use']],
		['olga', 'ws-other', ['admin']],
	].map(([name, workspace, scopes]) => ({
		name,
		// Read by people below; without it an id is a digest.
		id: name,
		sha256: createHash('sha256').update(`token-${name}`).digest('hex'),
		workspace,
		scopes,
	})),
);

/** The folder in which a Loadline that is started again finds what it kept. */
let folder: string | undefined;
const start = () =>
	startLoadline({
		...{ dev: false, vars: { LOADLINE_TOKENS: TOKENS } },
		...(folder !== undefined && { persistTo: folder }),
	});

export let loadline: Loadline;
/** Ids by path. */
export let ids: Record<string, string>;

export const api = async (as: string, path: string, body?: object) => {
	const response = await loadline.fetch(`/api/memory${path}`, {
		headers: { authorization: `Bearer token-${as}`, 'content-type': 'application/json' },
		...(body && { method: 'POST', body: JSON.stringify(body) }),
	});
	return JSON.parse(await response.text());
};

/** Serves it, with what is published, for the tests of a file. @param isKept where {@link startAgain} is to find it */
export const serveMemory = (isKept = false) =>
	beforeAll(async () => {
		folder = isKept ? mkdtempSync(join(tmpdir(), 'loadline-memory-')) : undefined;
		loadline = await start();
		const contents = { 'rules/style.md': STYLE, 'workflow/coding.md': CODING, 'context/a.md': 'A' };
		const files = Object.entries({ ...contents, 'rules/long.md': LONG }).map(([file, content]) => ({
			file,
			content,
			base: null,
		}));
		const { published } = await api('boss', '/sync/apply', { files });
		ids = Object.fromEntries(published.map(({ path, id }: Record<string, string>) => [path, id]));
	});
/** After it was stopped: the same, with what it kept. */
export const startAgain = async (): Promise<void> => {
	loadline = await start();
};
/** And ends it. */
export const endMemory = () =>
	afterAll(async () => {
		await loadline?.stop();
		if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
	});

/** Calls tools as somebody, in a session. */
export type Agent = ((tool: string, args?: Record<string, unknown>) => Promise<Told>) & {
	readonly client: Client;
};

/** These tests are about Memory MCP's own shapes. */
const TO_THE_LETTER: Readonly<Record<string, object>> = {
	memdisc: { shape: 'full' },
	memload: { shape: 'full' },
	memactivate: { shape: 'full' },
};

/** A client of a principal, set up unless told otherwise; its calls name their session. */
export async function agentOf(
	kind: ClientKind,
	who: string,
	session = '',
	isSetUp = session !== '',
): Promise<Agent> {
	const client = await connectClient(
		kind,
		`${loadline.url}/mcp?toolsets=memory,results`,
		`token-${who}`,
	);
	await client.listTools();
	const sayWho = (tool: string) =>
		session !== '' && tool !== 'memsetup' && MEMORY_TOOLS.includes(tool) && { session_id: session };
	const agent = Object.assign(
		(tool: string, args = {}) =>
			callThrough(client, tool, { ...sayWho(tool), ...TO_THE_LETTER[tool], ...args }),
		{ client },
	);
	const knownHashes = { 'META_PROMPT.md': '' };
	if (isSetUp) await agent('memsetup', { session_id: session, knownHashes });
	return agent;
}

export const itemsOf = (told: Told) => told.structured?.items as Record<string, unknown>[];
export const load = (...wanted: string[]) => ({
	ids: wanted,
	knownHashes: Object.fromEntries(wanted.map((id) => [id, ''])),
});
