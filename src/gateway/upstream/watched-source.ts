// A source whose tools are watched: a definition that changes after it was first seen is told of, and
// under `pin` held back until an administrator accepts it.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../shared/canonical-json';
import type { Remote } from '../../shared/remote';
import { ok } from '../../shared/result';
import { shownText } from '../../shared/shown-text';
import { textResult } from '../../shared/tool-result';
import type { CallContext, ToolDefinition, ToolSource } from '../contract/tool-source';
import { MOST_WATCHED, type SeenTools, type ToolFingerprints } from './tool-fingerprints';

/** Dependencies of watching one source; if pinned, its changed tools are held back until they are accepted. */
export interface WatchPorts {
	sights(workspace: string): Pick<Remote<ToolFingerprints>, 'seen' | 'keep'>;
	/** Its address: another server of the source's name is another. */
	readonly server: string;
	readonly isPinned: boolean;
	readonly defer: (work: Promise<unknown>) => void;
	log(entry: Readonly<Record<string, unknown>>): void;
}

/** Hex digest of all that a model is told of a tool, and of what its annotations promise. */
const digestOf = ({ title, description, inputSchema, annotations }: ToolDefinition): string =>
	bytesToHex(
		sha256(utf8ToBytes(canonicalJson({ title, description, inputSchema, annotations }))),
	).slice(0, 24);

/** The same for people. */
const wordsOf = ({ title, description, inputSchema, annotations }: ToolDefinition): string =>
	[title, description, JSON.stringify({ inputSchema, annotations }, null, 2)]
		.filter((part) => typeof part === 'string')
		.join('\n\n');

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
	const server = `${source.name} ${bytesToHex(sha256(utf8ToBytes(ports.server))).slice(0, 24)}`;
	const seenBy = new Map<string, Seen>();

	const look = async (workspace: string, tools: readonly ToolDefinition[]): Promise<Seen> => {
		const looked = tools.slice(0, MOST_WATCHED).map((tool) => [tool.name, digestOf(tool)] as const);
		const digests: SeenTools = Object.fromEntries(looked);
		const list = bytesToHex(sha256(utf8ToBytes(JSON.stringify(digests))));
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
		if (seenBy.size > 1_000) seenBy.clear();
		seenBy.set(workspace, seen);
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
