// The config in force, per workspace: layers joined, kept for a few seconds, replaced as a whole,
// and never worse than the last good document (context window protection, FR-026 and FR-028).
import { err, ok, type Result } from '../shared/result';
import { type BaseLayers, type BaseOptions, baseLayers, summary } from './base-layers';
import type { Issue } from './issues';
import { type Effective, effective, type Layer } from './layers';
import { formatOf, parseConfig } from './parse';
import type { ConfigStore, StoredConfig } from './store';

/** Milliseconds for which a document that was read is not read again. */
export const FRESH_MS = 5000;
/** Milliseconds for which an older document may still be read after a write of ours: KV's minute and a margin. */
const PROPAGATION_MS = 90_000;
const MOST_WORKSPACES = 500;
const UNREADABLE = 'config store unreadable: the last known config stays in force';

export interface CurrentConfig extends Effective {
	/** Version of the runtime document, 0 when there is none. */
	readonly version: number;
	/** Why a configured value is not in force; for `/health`. Names keys, never values of secrets. */
	readonly problem?: string;
}

export interface ReplaceFault {
	/** `invalid`: the document; `busy`: too many changes at once; `unavailable`: the store failed. */
	readonly code: 'invalid' | 'busy' | 'unavailable';
	readonly issues: readonly Issue[];
}

/** One line for the log. */
export interface ConfigEvent {
	readonly event: 'config_rejected' | 'config_problem' | 'config_replaced';
	readonly workspace: string;
	readonly version?: number;
	readonly detail: string;
}

export interface ConfigServiceOptions extends BaseOptions {
	readonly store: ConfigStore;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	readonly log: (event: ConfigEvent) => void;
}

interface Entry {
	value: CurrentConfig;
	/** What `value` or its problem was made from. */
	seen: StoredConfig | null;
	checkedAt: number;
	/** When this isolate wrote last, and the highest version it gave out. */
	wroteAt: number;
	issued: number;
}

const joined = (...problems: readonly string[]): { problem?: string } => {
	const problem = problems.filter((each) => each !== '').join('. ');
	return problem === '' ? {} : { problem };
};

export class ConfigService {
	private readonly entries = new Map<string, Entry>();
	private foundation: BaseLayers | undefined;

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
			return this.unreadable(workspace, now);
		}
		const entry = this.entries.get(workspace);
		if (entry === undefined) return this.learn(workspace, stored, now);
		const older = (stored?.version ?? 0) < (entry.seen?.version ?? 0);
		if (older && now - entry.wroteAt < PROPAGATION_MS) return entry.value;
		const same = stored?.text === entry.seen?.text && stored?.version === entry.seen?.version;
		const recovered = entry.value.problem === UNREADABLE;
		return same && !recovered ? entry.value : this.learn(workspace, stored, now);
	}

	/**
	 * Replaces the whole runtime document; in force at once in this isolate.
	 * @param contentType of the request; JSON media types must hold JSON, all others YAML.
	 */
	async replace(
		workspace: string,
		text: string,
		contentType: string | null,
	): Promise<Result<CurrentConfig, ReplaceFault>> {
		const joinedUp = this.join(text, formatOf(contentType));
		if (!joinedUp.ok) {
			this.options.log({
				event: 'config_rejected',
				workspace,
				detail: summary('runtime document', joinedUp.error),
			});
			return err({ code: 'invalid', issues: joinedUp.error });
		}
		await this.current(workspace);
		const entry = this.entries.get(workspace);
		const version = Math.max(entry?.issued ?? 0, entry?.seen?.version ?? 0) + 1;
		if (entry !== undefined) entry.issued = version;
		const failed = await this.write(workspace, text, version);
		if (failed !== null) return err(failed);

		const value = { ...joinedUp.value, version, ...joined(this.base().problem) };
		const latest = this.entries.get(workspace);
		if ((latest?.seen?.version ?? 0) < version) {
			const now = this.options.now();
			const seen = { text, version };
			this.keep(workspace, { value, seen, checkedAt: now, wroteAt: now, issued: version });
		}
		this.options.log({ event: 'config_replaced', workspace, version, detail: 'runtime document' });
		return ok(value);
	}

	private async write(workspace: string, text: string, version: number) {
		const fault = (code: ReplaceFault['code'], reason: string): ReplaceFault => ({
			code,
			issues: [{ path: '', reason }],
		});
		try {
			const written = await this.options.store.write(workspace, text, version);
			return written.ok
				? null
				: fault('busy', 'another change was made in the same second; nothing was changed, repeat');
		} catch {
			return fault('unavailable', 'the config store did not answer; nothing was changed, repeat');
		}
	}

	private join(text: string, format: 'yaml' | 'json'): Result<Effective, readonly Issue[]> {
		const parsed = parseConfig(text, format);
		if (!parsed.ok) return parsed;
		const runtime: Layer = { name: 'runtime', document: parsed.value };
		return effective([...this.base().layers, runtime], this.options);
	}

	private learn(workspace: string, stored: StoredConfig | null, now: number): CurrentConfig {
		const before = this.entries.get(workspace);
		const joinedUp = stored === null ? this.without() : this.join(stored.text, 'yaml');
		const base = this.base();
		const value: CurrentConfig = joinedUp.ok
			? { ...joinedUp.value, version: stored?.version ?? 0, ...joined(base.problem) }
			: {
					...(before?.value ?? this.bare()),
					...joined(base.problem, summary('stored config ignored', joinedUp.error)),
				};
		if (value.problem !== undefined && value.problem !== before?.value.problem)
			this.options.log({ event: 'config_problem', workspace, detail: value.problem });
		const issued = Math.max(before?.issued ?? 0, stored?.version ?? 0);
		const wroteAt = before?.wroteAt ?? Number.NEGATIVE_INFINITY;
		this.keep(workspace, { value, seen: stored, checkedAt: now, wroteAt, issued });
		return value;
	}

	private unreadable(workspace: string, now: number): CurrentConfig {
		const entry = this.entries.get(workspace);
		const value = { ...(entry?.value ?? this.bare()), problem: UNREADABLE };
		if (entry?.value.problem !== UNREADABLE)
			this.options.log({ event: 'config_problem', workspace, detail: UNREADABLE });
		if (entry === undefined)
			this.keep(workspace, {
				value,
				seen: null,
				checkedAt: now,
				wroteAt: Number.NEGATIVE_INFINITY,
				issued: 0,
			});
		else entry.value = value;
		return value;
	}

	private keep(workspace: string, entry: Entry): void {
		this.entries.delete(workspace);
		this.entries.set(workspace, entry);
		const oldest = this.entries.keys().next().value;
		if (this.entries.size > MOST_WORKSPACES && oldest !== undefined) this.entries.delete(oldest);
	}

	private without(): Result<Effective, readonly Issue[]> {
		return effective(this.base().layers, this.options);
	}

	private bare(): CurrentConfig {
		const value = this.without();
		// The base layers were checked one by one: joined without a runtime document they are valid.
		if (!value.ok) throw new Error('config layers below the runtime document are not valid');
		return { ...value.value, version: 0, ...joined(this.base().problem) };
	}

	private base(): BaseLayers {
		this.foundation ??= baseLayers(this.options);
		return this.foundation;
	}
}
