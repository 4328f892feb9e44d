// Cache of a workspace's tool facts: refreshed with each list of tools, never with a
// call, and written only when a tool is seen to answer beyond its room for the first time.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Remote } from '../../shared/remote';
import { canonicalJson } from '../contract/arguments-digest';
import type { ToolDefinition, Toolset } from '../contract/tool-source';
import type { ToolLedger } from './tool-ledger';

/** Dependencies of remembering tools, for all workspaces. */
export interface ToolMemoryPorts {
	ledger(workspace: string): Pick<Remote<ToolLedger>, 'facts' | 'note'>;
	/** Work that an answer does not wait for. */
	readonly defer: (work: Promise<unknown>) => void;
	readonly wait: (milliseconds: number) => Promise<void>;
	/** A failure, for the log. */
	readonly report: (error: unknown) => void;
}

/** Facts that shape a list of tools. */
export interface KnownTools {
	/** Toolsets that have something to work on; undefined while that cannot be said. */
	readonly inUse: readonly Toolset[] | undefined;
	/** True if any tool was seen to. */
	readonly hasOverflowed: boolean;
	/** Returns whether a tool, as defined now, was seen to answer beyond its room. */
	overflowed(endpoint: string, definition: ToolDefinition): boolean;
}

/** Milliseconds that a list of tools waits for what is known of them. */
const PATIENCE_MS = 1_500;
const MOST_WORKSPACES = 1_000;

interface Known {
	readonly overflows: Map<string, Set<string>>;
	inUse?: readonly Toolset[];
	/** Endpoints that this isolate has told the ledger of, or is about to. */
	readonly noted: Set<string>;
	/** Those of them whose definition could not be had: the next list of tools has it. */
	readonly awaited: Set<string>;
}

/** Hex digest of what a model is told of a tool. */
export const definitionDigest = ({ description, inputSchema }: ToolDefinition): string =>
	bytesToHex(sha256(utf8ToBytes(canonicalJson({ description, inputSchema })))).slice(0, 16);

/** Tools by workspace, at most 1,000 of them in an isolate; where the ledger fails, what is remembered holds. */
export class ToolMemory {
	readonly #known = new Map<string, Known>();

	constructor(private readonly ports: ToolMemoryPorts) {}

	/** Returns the workspace's present facts; the cached ones where it does not answer. */
	async ask(workspace: string): Promise<KnownTools> {
		const known = this.#of(workspace);
		try {
			const asked = this.ports.ledger(workspace).facts();
			const facts = await Promise.race([asked, this.ports.wait(PATIENCE_MS)]);
			if (facts) {
				known.inUse = facts.inUse;
				for (const { endpoint, digest } of facts.overflows) remember(known, endpoint, digest);
			}
		} catch (error) {
			this.ports.report(error);
		}
		return this.recall(workspace);
	}

	/** Returns the cached facts. */
	recall(workspace: string): KnownTools {
		const known = this.#of(workspace);
		return {
			inUse: known.inUse,
			hasOverflowed: known.overflows.size > 0 || known.awaited.size > 0,
			overflowed: (endpoint, definition) => {
				if (known.awaited.delete(endpoint))
					this.ports.defer(this.#write(workspace, endpoint, definition, known));
				const digests = known.overflows.get(endpoint);
				// Nothing is hashed of a tool that nobody noted.
				return digests?.has(definitionDigest(definition)) === true;
			},
		};
	}

	/**
	 * A tool has answered beyond its room. Only the first time in an isolate is anything done.
	 *
	 * @param define gives the tool's definition; called later, if at all
	 */
	note(
		workspace: string,
		endpoint: string,
		define: () => Promise<ToolDefinition | undefined>,
	): void {
		const known = this.#of(workspace);
		if (known.noted.has(endpoint)) return;
		known.noted.add(endpoint);
		this.ports.defer(this.#define(workspace, endpoint, define, known));
	}

	async #define(
		workspace: string,
		endpoint: string,
		define: () => Promise<ToolDefinition | undefined>,
		known: Known,
	): Promise<void> {
		try {
			const definition = await define();
			if (definition) return await this.#write(workspace, endpoint, definition, known);
		} catch (error) {
			this.ports.report(error);
		}
		known.noted.delete(endpoint);
		known.awaited.add(endpoint);
	}

	/** Caches a fact at once and writes it for other isolates. */
	async #write(
		workspace: string,
		endpoint: string,
		definition: ToolDefinition,
		known: Known,
	): Promise<void> {
		try {
			known.noted.add(endpoint);
			known.awaited.delete(endpoint);
			const digest = definitionDigest(definition);
			if (known.overflows.get(endpoint)?.has(digest)) return;
			remember(known, endpoint, digest);
			await this.ports.ledger(workspace).note({ endpoint, digest });
		} catch (error) {
			known.noted.delete(endpoint);
			this.ports.report(error);
		}
	}

	#of(workspace: string): Known {
		const before = this.#known.get(workspace);
		if (before) return before;
		if (this.#known.size >= MOST_WORKSPACES) this.#known.clear();
		const known: Known = { overflows: new Map(), noted: new Set(), awaited: new Set() };
		this.#known.set(workspace, known);
		return known;
	}
}

function remember({ overflows }: Known, endpoint: string, digest: string): void {
	const digests = overflows.get(endpoint) ?? new Set();
	digests.add(digest);
	overflows.set(endpoint, digests);
}
