// A source of tools with all that stands between it and its callers: what a server of 2026-07-28 asks is asked of a client of
// 2025 on its open stream, and a definition that changes after it was first seen is told of, or held back under `pin`.

import { canonicalJson } from '../../shared/canonical-json';
import { sha256Hex } from '../../shared/hash';
import { isRecord, type JsonObject } from '../../shared/json-values';
import type { Platform } from '../../shared/platform';
import { remember } from '../../shared/remember';
import type { Remote } from '../../shared/remote';
import { err, ok } from '../../shared/result';
import { shownText } from '../../shared/shown-text';
import { textResult } from '../../shared/tool-result';
import type { CallContext, ClientReply, ToolDefinition, ToolSource } from '../contract/tool-source';
import { labelServerText } from './label-server-text';
import { MOST_WATCHED, type SeenTools, type ToolFingerprints } from './tool-fingerprints';
import { withLogin, withSealedState } from './with-login';

/** Dependencies of watching one source; if pinned, its changed tools are held back until they are accepted. */
interface WatchPorts extends Pick<Platform, 'defer' | 'log'> {
	sights(workspace: string): Pick<Remote<ToolFingerprints>, 'seen' | 'keep'>;
	/** Its address: another server of the source's name is another. */
	readonly server: string;
	readonly isPinned: boolean;
}

/** Hex digest of all that a model is told of a tool, and of what its annotations promise. */
const digestOf = ({ title, description, inputSchema, annotations }: ToolDefinition): string =>
	sha256Hex(canonicalJson({ title, description, inputSchema, annotations })).slice(0, 24);

/** The same for people. */
const wordsOf = ({ title, description, inputSchema, annotations }: ToolDefinition): string =>
	[title, description, JSON.stringify({ inputSchema, annotations }, null, 2)]
		.filter((part) => typeof part === 'string')
		.join('\n\n');

const MOST_WORKSPACES = 1_000;
/** Milliseconds for which what is held is known without asking. */
const FRESH_MS = 60_000;

interface Seen {
	readonly list: string;
	readonly held: ReadonlySet<string>;
	readonly at: number;
}

/** Wraps a source so that what it lists and how it fails is noted. */
export function watched<Source extends ToolSource>(source: Source, ports: WatchPorts): Source {
	const { isPinned, defer, log } = ports;
	// An address may hold a secret.
	const server = `${source.name} ${sha256Hex(ports.server).slice(0, 24)}`;
	const seenBy = new Map<string, Seen>();

	const look = async (workspace: string, tools: readonly ToolDefinition[]): Promise<Seen> => {
		const looked = tools.slice(0, MOST_WATCHED).map((tool) => [tool.name, digestOf(tool)] as const);
		const digests: SeenTools = Object.fromEntries(looked);
		const list = sha256Hex(JSON.stringify(digests));
		const before = seenBy.get(workspace);
		// A held definition may have been accepted meanwhile.
		const isSettled = before?.held.size === 0 && Date.now() - before.at < FRESH_MS;
		const isFresh = before?.list === list && (!isPinned || isSettled);
		if (before && isFresh) return before;
		const sights = ports.sights(workspace);
		const { changed, held, wanted } = await sights.seen(server, digests, isPinned);
		if (wanted.length > 0) {
			const said = tools
				.filter(({ name }) => wanted.includes(name))
				.map((tool) => [tool.name, [digests[tool.name] ?? '', wordsOf(tool)]] as const);
			await sights.keep(server, Object.fromEntries(said));
		}
		for (const tool of changed.slice(0, 20))
			log({
				level: 'warn',
				event: 'upstream_tool_changed',
				upstream: source.name,
				tool,
				held: isPinned,
			});
		// Nobody can accept what nobody looks at.
		const beyond = isPinned ? tools.slice(MOST_WATCHED).map(({ name }) => name) : [];
		const seen = { list, held: new Set([...held, ...beyond]), at: Date.now() };
		remember(seenBy, workspace, seen, MOST_WORKSPACES);
		return seen;
	};

	const listTools: ToolSource['listTools'] = async (context) => {
		const listed = await source.listTools(context);
		if (!listed.ok) return listed;
		const looking = look(context.principal.workspace, listed.value);
		if (!isPinned) {
			defer(
				looking.catch((error) =>
					log({ level: 'error', event: 'tools_not_watched', error: String(error).slice(0, 200) }),
				),
			);
			return listed;
		}
		const { held } = await looking;
		return ok(listed.value.filter(({ name }) => !held.has(name)));
	};

	/** Returns whether a call must wait: a pinned server without a recent list is listed first. */
	const isHeld = async (tool: string, context: CallContext): Promise<boolean> => {
		const { workspace } = context.principal;
		const known = seenBy.get(workspace);
		if (!known || Date.now() - known.at >= FRESH_MS) await listTools(context);
		return seenBy.get(workspace)?.held.has(tool) ?? false;
	};

	return {
		...source,
		listTools,
		// A held definition is shown as soon as it is accepted.
		mayHaveChanged: async (context) => isPinned || !!(await source.mayHaveChanged?.(context)),
		callTool: async (call, context) => {
			if (!isPinned || !(await isHeld(call.name, context))) return source.callTool(call, context);
			const text = `The tool ${shownText(call.name)} of upstream "${source.name}" is held back: its definition is not the one that was accepted. Nothing was called. An administrator has to look at it and accept it: loadline server accept ${source.name}`;
			return ok({ kind: 'result', result: textResult(text, true) });
		},
	};
}

/** Times that one call may ask. */
const MOST_ROUNDS = 10;
/** Questions of one round. */
const MOST_QUESTIONS = 20;

/** The source, its questions put to clients that could not be told to come back. */
export function withInputRequests<Source extends ToolSource>(source: Source): Source {
	const request = source.request?.bind(source);
	return {
		...source,
		callTool: async (call, context) => {
			let answered = await source.callTool(call, context);
			for (let round = 0; round < MOST_ROUNDS; round++) {
				if (!answered.ok || answered.value.kind !== 'input_required') return answered;
				const continuation = await askedOf(answered.value.value, context);
				if (!continuation) return answered;
				if (typeof continuation === 'string') {
					const text = `${call.name} needed input. ${continuation} Nothing was done.`;
					return ok({ kind: 'result', result: textResult(text, true) });
				}
				answered = await source.callTool({ ...call, continuation }, context);
			}
			return answered;
		},
		...(request && {
			request: async (method: string, params: JsonObject, context: CallContext) => {
				let answered = await request(method, params, context);
				for (let round = 0; round < MOST_ROUNDS; round++) {
					if (!answered.ok || answered.value.resultType !== 'input_required') return answered;
					const continuation = await askedOf(answered.value, context);
					if (!continuation) return answered;
					if (typeof continuation === 'string')
						return err({ code: 'rejected', message: `${method} needed input. ${continuation}` });
					answered = await request(method, { ...params, ...continuation }, context);
				}
				return answered;
			},
		}),
	};
}

/** Returns the answer for the server; undefined where the client cannot be asked, its error where it gave one. */
async function askedOf(
	{ inputRequests, requestState }: JsonObject,
	{ era, ask, signal }: CallContext,
): Promise<JsonObject | string | undefined> {
	if (era !== 'legacy' || !ask) return undefined;
	const questions = isRecord(inputRequests) ? Object.entries(inputRequests) : [];
	if (questions.length > MOST_QUESTIONS) return undefined;
	const answers = await Promise.all(
		questions.map(async ([key, question]) => {
			const { method, params } = isRecord(question) ? question : {};
			const reply: ClientReply =
				typeof method === 'string'
					? await ask(method, isRecord(params) ? params : {}, signal)
					: { error: { code: 0, message: 'no question' } };
			return [key, reply] as const;
		}),
	);
	const inputResponses: Record<string, JsonObject> = {};
	for (const [key, reply] of answers) {
		if ('error' in reply) return `The client answered: ${shownText(reply.error.message, 200)}`;
		inputResponses[key] = reply.result;
	}
	return { inputResponses, ...(requestState !== undefined && { requestState }) };
}

/** Dependencies of all of them; the clock of logins counts milliseconds, that of seals seconds. */
interface GuardPorts extends WatchPorts {
	readonly logins: Parameters<typeof withLogin>[1];
	readonly seal: Parameters<typeof withSealedState>[1];
}

/**
 * Wraps a source: changes of its tools are noted, its texts are marked as its own, a login is a tool of its own, what
 * it asks is passed on, and the state that it has clients keep is sealed.
 */
export const guarded = <Source extends ToolSource>(source: Source, ports: GuardPorts): Source =>
	withSealedState(
		withInputRequests(withLogin(labelServerText(watched(source, ports)), ports.logins)),
		ports.seal,
	);
