// The config in force, per workspace: layers joined, kept for a few seconds, and never worse than the
// last good document (context window protection, FR-026 and FR-028). The history in the workspace's
// object decides; the store distributes, and what it missed is caught up with here.

import { once } from '../shared/once';
import type { Platform } from '../shared/platform';
import { remember } from '../shared/remember';
import type { Remote } from '../shared/remote';
import { ok, type Result } from '../shared/result';
import { type BaseOptions, baseLayers, summary } from './base-layers';
import type { Issue } from './fields';
import type { Change, ConfigLedger } from './history';
import { type Effective, effective, type Layer, withoutForeign } from './layers';
import { type Format, parseConfig } from './parse';

/** Milliseconds for which a document that was read is not read again. */
export const FRESH_MS = 5000;
/** Milliseconds between two looks at the history, behind an answer and not in front of it. */
export const COMPARE_MS = 10_000;
/** Milliseconds after which a version that the store does not show was not distributed: KV's minute and a margin. */
export const PROPAGATION_MS = 90_000;
const MOST_WORKSPACES = 500;
/** Versions that are tried when the stored document cannot be used. */
const TRIED_VERSIONS = 5;
const UNREADABLE = 'config store unreadable: the last known config stays in force';
const UNDISTRIBUTED =
	'config decided but not distributed: in force where it was changed, elsewhere within two minutes';

export interface Joined extends Effective {
	/** The reason why a configured value is not in force; for `/health` and pages. Names keys, never values of secrets. */
	readonly problem?: string;
}

export interface CurrentConfig extends Joined {
	/** Version of the runtime document, 0 when there is none. */
	readonly version: number;
}

/** One line for the log. */
export interface ConfigEvent {
	readonly event: 'config_rejected' | 'config_problem' | 'config_replaced';
	readonly workspace: string;
	readonly version?: number;
	readonly detail: string;
	readonly by?: string;
	readonly correlationId?: string;
	/** The changes, secrets hidden. */
	readonly changes?: readonly Change[];
}

/** Stores of documents, and the log; the store may lag behind the ledger, which decides. */
export interface ConfigServiceOptions extends BaseOptions, Pick<Platform, 'defer' | 'now'> {
	readonly store: ConfigStore;
	readonly ledger: (workspace: string) => Remote<ConfigLedger>;
	readonly log: (event: ConfigEvent) => void;
}

interface Entry {
	readonly value: CurrentConfig;
	readonly good: CurrentConfig;
	/** The fault of the stored document, or of the store. */
	readonly trouble: string;
	readonly seen: StoredConfig | null;
	checkedAt: number;
	comparedAt: number;
}

const joined = (...problems: readonly (string | undefined)[]): { problem?: string } => {
	const problem = problems.filter((each) => each).join('. ');
	return problem === '' ? {} : { problem };
};

/** Configs by workspace, of this isolate; a change elsewhere is in force here within two minutes. */
export class ConfigService {
	private readonly entries = new Map<string, Entry>();

	constructor(private readonly options: ConfigServiceOptions) {}

	/** The config in force. Never rejects: what cannot be read or used shows in `problem`. */
	async current(workspace: string): Promise<CurrentConfig> {
		const before = this.entries.get(workspace);
		const now = this.options.now();
		if (before !== undefined && now - before.checkedAt < FRESH_MS) return before.value;
		// Others go on with what is known while this request reads: no stampede, no shared promise.
		if (before !== undefined) before.checkedAt = now;
		let stored: StoredConfig | null;
		try {
			stored = await this.options.store.read(workspace);
		} catch {
			return this.fallBack(workspace, before?.seen ?? null, UNREADABLE);
		}
		const value = await this.take(workspace, stored);
		this.compare(workspace, stored?.version ?? 0, now);
		return value;
	}

	/** Puts a version that the history has decided in force here, and distributes it. */
	async adopt(workspace: string, document: StoredConfig, made: Joined): Promise<CurrentConfig> {
		const good = { ...made, version: document.version };
		// In force before the store has it: the next request here is answered under it.
		if ((this.entries.get(workspace)?.good.version ?? 0) < good.version)
			this.keep(workspace, { good, seen: document, trouble: '' });
		const isWritten = await this.distribute(workspace, document);
		const entry = this.entries.get(workspace);
		// A version that another one has followed meanwhile need not be written any more.
		const isLost = !isWritten && entry?.good.version === good.version;
		if (isLost) this.keep(workspace, { ...entry, trouble: UNDISTRIBUTED });
		return { ...good, ...joined(this.base().problem, good.problem, isLost ? UNDISTRIBUTED : '') };
	}

	/** The highest version this isolate has seen, in force or not. */
	highest(workspace: string): number {
		const entry = this.entries.get(workspace);
		return Math.max(entry?.good.version ?? 0, entry?.seen?.version ?? 0);
	}

	/** The last answer of the store. */
	stored(workspace: string): StoredConfig | undefined {
		return this.entries.get(workspace)?.seen ?? undefined;
	}

	/**
	 * Joins a runtime document with the layers below it, or says all that is wrong with it. Of a document that is stored,
	 * and of one that repeats it, servers whose process the layers below name no more are left out, and told.
	 * @param stored the text of that
	 */
	join(text: string, format?: Format, stored?: string): Result<Joined, readonly Issue[]> {
		const parsed = parseConfig(text, format);
		if (!parsed.ok) return parsed;
		const { layers } = this.base();
		const was = stored === undefined ? undefined : parseConfig(stored);
		const runtime: Layer = { name: 'runtime', document: parsed.value };
		const [kept, gone] = was?.ok
			? withoutForeign(runtime, layers, was.value, this.options)
			: [runtime, []];
		const made = effective([...layers, kept], this.options);
		if (!made.ok || gone.length === 0) return made;
		return ok({ ...made.value, problem: summary('servers of the stored config ignored', gone) });
	}

	/** Takes in what the store gave. */
	private async take(workspace: string, stored: StoredConfig | null): Promise<CurrentConfig> {
		const entry = this.entries.get(workspace);
		if (entry !== undefined) {
			const wasPassing = entry.trouble === UNREADABLE;
			// The store may show an older document for a while, or for ever where a write was lost.
			if ((stored?.version ?? 0) < this.highest(workspace))
				return wasPassing ? this.keep(workspace, { ...entry, trouble: '' }) : entry.value;
			const isSame = stored?.text === entry.seen?.text && stored?.version === entry.seen?.version;
			if (isSame && !wasPassing && entry.trouble !== UNDISTRIBUTED) return entry.value;
		}
		const made = stored === null ? this.without() : this.join(stored.text, undefined, stored.text);
		if (!made.ok)
			return this.fallBack(workspace, stored, summary('stored config ignored', made.error));
		const good = { ...made.value, version: stored?.version ?? 0 };
		return this.keep(workspace, { good, seen: stored, trouble: '' });
	}

	/** The stored document cannot be used: the newest good version that is known, here or in the history. */
	private async fallBack(workspace: string, seen: StoredConfig | null, trouble: string) {
		const found = await this.lastGood(workspace);
		const known = this.entries.get(workspace)?.good ?? this.bare();
		const good = found && found.version > known.version ? found : known;
		return this.keep(workspace, { good, seen, trouble });
	}

	private async lastGood(workspace: string): Promise<CurrentConfig | undefined> {
		try {
			for (const { text, version } of await this.options.ledger(workspace).newest(TRIED_VERSIONS)) {
				const made = this.join(text, undefined, text);
				if (made.ok) return { ...made.value, version };
			}
		} catch {
			// Without the history what is known here has to do.
		}
		return undefined;
	}

	/** Asks the history now and then whether the store has missed a version. */
	private compare(workspace: string, stored: number, now: number): void {
		const entry = this.entries.get(workspace);
		if (entry === undefined || now - entry.comparedAt < COMPARE_MS) return;
		entry.comparedAt = now;
		this.options.defer(this.catchUp(workspace, stored, now).catch(() => {}));
	}

	private async catchUp(workspace: string, stored: number, now: number): Promise<void> {
		const newer = await this.options.ledger(workspace).newerThan(stored);
		if (newer === null) return;
		const made = this.join(newer.text, undefined, newer.text);
		const entry = this.entries.get(workspace);
		if (made.ok && entry !== undefined && newer.version > entry.good.version)
			this.keep(workspace, { ...entry, good: { ...made.value, version: newer.version } });
		if (now - newer.at > PROPAGATION_MS) await this.distribute(workspace, newer);
	}

	private async distribute(workspace: string, { text, version }: StoredConfig): Promise<boolean> {
		try {
			return (await this.options.store.write(workspace, text, version)).ok;
		} catch {
			return false;
		}
	}

	private keep(
		workspace: string,
		{ good, seen, trouble }: Pick<Entry, 'good' | 'seen' | 'trouble'>,
	): CurrentConfig {
		const before = this.entries.get(workspace);
		const value = { ...good, ...joined(this.base().problem, good.problem, trouble) };
		if (value.problem !== undefined && value.problem !== before?.value.problem)
			this.options.log({ event: 'config_problem', workspace, detail: value.problem });
		const checkedAt = this.options.now();
		const comparedAt = before?.comparedAt ?? Number.NEGATIVE_INFINITY;
		const entry = { value, good, seen, trouble, checkedAt, comparedAt };
		remember(this.entries, workspace, entry, MOST_WORKSPACES);
		return value;
	}

	private without(): Result<Effective, readonly Issue[]> {
		return effective(this.base().layers, this.options);
	}

	private bare(): CurrentConfig {
		const made = this.without();
		// The base layers were checked one by one: joined without a runtime document they are valid.
		if (!made.ok) throw new Error('config layers below the runtime document are not valid');
		return { ...made.value, version: 0 };
	}

	private readonly base = once(() => baseLayers(this.options));
}

// Port: where the runtime config document of a workspace is kept (docs/config.md).

interface StoredConfig {
	/** The document as it was written, YAML or JSON. */
	readonly text: string;
	/** Grows with every write; 0 when unknown. */
	readonly version: number;
}

/** Distributes documents; it decides nothing, so a read may be up to a minute old. */
export interface ConfigStore {
	/** The latest visible document, null when there is none. Rejects when the store fails. */
	read(workspace: string): Promise<StoredConfig | null>;
	/** Replaces the document. `busy`: too many writes at once or a newer one came first; nothing was written. */
	write(workspace: string, text: string, version: number): Promise<Result<void, 'busy'>>;
}
