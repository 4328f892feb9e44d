// What the hooks share: the event on standard input, the run that this project is in, and Loadline.
// No dependencies: copy this folder into a project's .claude folder and it works.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * @typedef {{ run_id: string, performed?: number }} Note  `performed`: the position whose context action was run
 * @typedef {{ status: string, position: number, delivered: 'compact' | 'clear' | null }} Run
 */

const base = (process.env.LOADLINE_URL ?? 'http://localhost:8787').replace(/\/+$/, '');

/** Milliseconds to wait for Loadline: a hook holds up the session. */
const PATIENCE = 5_000;

/**
 * The event of a hook, as Claude Code writes it to standard input.
 * @returns {Promise<Record<string, unknown>>}
 */
export async function readEvent() {
	let text = '';
	for await (const part of process.stdin.setEncoding('utf8')) text += part;
	return JSON.parse(text);
}

/** @param {Record<string, unknown>} event */
const noteFile = ({ cwd }) =>
	join(process.env.CLAUDE_PROJECT_DIR ?? String(cwd ?? '.'), '.claude', 'loadline-run.json');

/**
 * The run that this project is in, if it is in one.
 * @param {Record<string, unknown>} event
 * @returns {Promise<Note | undefined>}
 */
export async function readNote(event) {
	try {
		const note = JSON.parse(await readFile(noteFile(event), 'utf8'));
		return typeof note?.run_id === 'string' ? note : undefined;
	} catch {
		return undefined;
	}
}

/**
 * @param {Record<string, unknown>} event
 * @param {Note} note
 */
export async function writeNote(event, note) {
	const file = noteFile(event);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, `${JSON.stringify(note)}\n`);
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function ask(path, init = {}) {
	const headers = new Headers(init.headers);
	const token = process.env.LOADLINE_TOKEN;
	if (token) headers.set('authorization', `Bearer ${token}`);
	const signal = AbortSignal.timeout(PATIENCE);
	const response = await fetch(base + path, { ...init, headers, redirect: 'error', signal });
	if (!response.ok) throw new Error(`Loadline at ${base} answers ${response.status} for ${path}`);
	return response.text();
}

/**
 * Where a run stands.
 * @param {Note} note
 * @returns {Promise<Run>}
 */
export const readRun = async ({ run_id }) =>
	JSON.parse(await ask(`/api/runs/${encodeURIComponent(run_id)}?limit=1`)).run;

/**
 * The context action that was delivered and not yet run.
 * @param {Note} note
 * @param {Run} run
 */
export const pendingAction = (note, { status, delivered, position }) =>
	status === 'running' && note.performed !== position ? delivered : null;

/** @param {'compact' | 'clear'} action */
export const request = (action) =>
	`Loadline: the next step of the workflow wants its context ${action === 'clear' ? 'cleared' : 'compacted'}. ` +
	`Run /${action} now, then say "go on".`;

/**
 * The rules that are always on, and bind this session from now on.
 * @param {Record<string, unknown>} event
 * @returns {Promise<string>}
 */
export async function standingRules({ session_id }) {
	const body = JSON.stringify({ session_id });
	const headers = { 'content-type': 'application/json' };
	return JSON.parse(await ask('/api/memory/standing', { method: 'POST', headers, body })).text;
}

/**
 * The text of workflow_status; undefined when it is too long for one answer, and comes in chunks.
 * @param {Note} note
 * @returns {Promise<string | undefined>}
 */
export async function workflowStatus({ run_id }) {
	const body = await ask('/mcp', {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			'mcp-protocol-version': '2026-07-28',
			'mcp-method': 'tools/call',
			'mcp-name': 'workflow_status',
		},
		body: JSON.stringify({
			jsonrpc: '2.0',
			id: 1,
			method: 'tools/call',
			params: {
				name: 'workflow_status',
				arguments: { run_id },
				_meta: {
					'io.modelcontextprotocol/protocolVersion': '2026-07-28',
					'io.modelcontextprotocol/clientCapabilities': {},
				},
			},
		}),
	});
	// The answer is one JSON document, or the last event of a stream.
	const json = body.trimStart().startsWith('{')
		? body
		: (body.split('\n').findLast((line) => line.startsWith('data: {')) ?? 'data: {}').slice(6);
	const { content, structuredContent, isError } = JSON.parse(json).result ?? {};
	const text = content?.[0]?.text;
	if (typeof text !== 'string') throw new Error(`Loadline at ${base} gives no workflow_status`);
	// Not for the model: an administrator's token sees runs that it cannot go on with.
	if (isError) throw new Error(`Loadline at ${base} says: ${text}`);
	return structuredContent?.chunk === undefined ? text : undefined;
}

/**
 * Runs a hook. What goes wrong in it is shown to the user (exit code 1) and stops nothing.
 * @param {(event: Record<string, unknown>) => Promise<object | undefined>} hook answers what Claude Code is told
 */
export async function runHook(hook) {
	try {
		const answer = await hook(await readEvent());
		if (answer !== undefined) console.log(JSON.stringify(answer));
	} catch (error) {
		console.error(`loadline hook: ${error instanceof Error ? error.message : error}`);
		process.exitCode = 1;
	}
}
