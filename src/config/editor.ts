// Changes of the runtime document: checked whole, decided by the history, in force at once (docs/config.md "Changing it").

import { isMap, isSeq, parseDocument } from 'yaml';
import { defined } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { summary } from './base-layers';
import type { Issue } from './fields';
import {
	BLANK,
	type Changed,
	type ConfigVersion,
	changesBetween,
	type EditFault,
	fault,
	type Replacement,
	type Rollback,
	SILENT,
	stale,
	type UpstreamWish,
	type Wish,
} from './history';
import { MASK, masked, type Viewer } from './mask';
import { maskedText, restoredText } from './masked-text';
import { movesBetween, noteEarlier } from './moves';
import { formatOf, isBlank, parseConfig } from './parse';
import type { Config } from './schema';
import type { ConfigService, ConfigServiceOptions, CurrentConfig, Joined } from './service';

/** An upstream's entry in a document, its name included. */
type UpstreamEntry = Readonly<Record<string, unknown>> & { readonly name: string };

const IN_FILE =
	'the file starts servers by a command, of which a document here would keep a copy that does not follow the file: add this server to the file';

/** The text with the entry in place of its namesake, or last. @param inherited upstreams of lower layers, kept beside it */
function withUpstream(text: string, entry: UpstreamEntry, inherited: readonly UpstreamEntry[]) {
	const document = parseDocument(text);
	if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
	const isFirst = !isSeq(document.get('upstreams'));
	if (isFirst && inherited.some(({ url }) => url === '')) return err(IN_FILE);
	if (isFirst)
		document.set('upstreams', document.createNode(inherited.map((each) => ({ ...each }))));
	const at = indexOf(document.toJS() as Listing, entry.name);
	if (at < 0) document.addIn(['upstreams'], document.createNode({ ...entry }));
	else document.setIn(['upstreams', at], document.createNode({ ...entry }));
	return ok(document.toString());
}

/** The text without the upstream of that name; the error says why there is none to take out. */
function withoutUpstream(text: string, name: string): Result<string, string> {
	const document = parseDocument(text);
	const at = indexOf(document.toJS() as Listing | null, name);
	if (at < 0)
		return err(`there is no server "${name}" in the runtime document, which alone is changed here`);
	document.deleteIn(['upstreams', at]);
	return ok(document.toString());
}

interface Listing {
	readonly upstreams?: readonly { readonly name?: unknown }[] | null;
}

const indexOf = (document: Listing | null, name: string): number =>
	(Array.isArray(document?.upstreams) ? document.upstreams : []).findIndex(
		(each: { name?: unknown } | null) => each?.name === name,
	);

/** Times a change without `ifMatch` is worked out anew because another came first. */
const ATTEMPTS = 5;
const LOGGED_CHANGES = 20;

/** Milliseconds after which a secret that no version names is not about to be named. */
const UNNAMED_MS = 3_600_000;

interface Options extends Pick<ConfigServiceOptions, 'ledger' | 'log' | 'defer' | 'now'> {
	/** The secrets of a workspace, of which those set for versions of the configuration go with them. */
	secrets(workspace: string): Secrets;
	/** Finds references to secrets that the workspace may not use, or not send there. */
	secretIssues(config: Config, workspace: string): Promise<readonly Issue[]>;
}

interface Secrets {
	/** `once`: set for versions of the configuration. */
	list(): Promise<
		readonly {
			readonly name: string;
			readonly setAt: number;
			readonly once?: boolean | undefined;
		}[]
	>;
	remove(name: string): Promise<boolean>;
}

/** The one way to change a workspace's config; a change that is given back is in force here already. */
export class ConfigEditor {
	constructor(
		private readonly service: ConfigService,
		private readonly options: Options,
	) {}

	current(workspace: string): Promise<CurrentConfig> {
		return this.service.current(workspace);
	}

	/** Replaces the runtime document as a whole; what the text shows as hidden stays as it is. */
	async replace(workspace: string, given: Replacement): Promise<Result<Changed, EditFault>> {
		const wish = await this.restored(workspace, given);
		if (!wish.ok) return wish;
		return this.commit(workspace, { ...wish.value, action: 'replace' });
	}

	/** Says what `replace` would do, and does nothing. */
	async preview(workspace: string, given: Replacement) {
		const wish = await this.restored(workspace, given);
		if (!wish.ok) return wish;
		const { ifMatch } = wish.value;
		const made = await this.check(workspace, wish.value);
		if (!made.ok) return made;
		const head = await this.head(workspace);
		if (!head.ok) return head;
		const { version, config } = head.value;
		if (ifMatch !== undefined && ifMatch !== version) return err(stale(ifMatch, version));
		return ok({ version, ...changesBetween(config, made.value.config) });
	}

	/** Puts one upstream into the document, or takes it out, and leaves the rest as it is written. */
	async upstream(workspace: string, wish: UpstreamWish): Promise<Result<Changed, EditFault>> {
		const { name, entry, ...rest } = wish;
		const current = await this.head(workspace);
		if (!current.ok) return current;
		const { version, config, text } = current.value;
		const edited = entry
			? withUpstream(text, { ...entry, name }, config.upstreams)
			: withoutUpstream(text, name);
		if (!edited.ok) return err(fault(entry ? 'invalid' : 'unknown_version', edited.error));
		const whole = { ...rest, text: edited.value, contentType: null, ifMatch: version };
		const would = await this.preview(workspace, whole);
		if (!would.ok) return would;
		// A document without a change makes no version; one may name a server that is not in force.
		if (would.value.changes.length > 0 || !entry) return this.replace(workspace, whole);
		return ok({ ...(await this.service.current(workspace)), ...would.value });
	}

	/** Makes the document of an earlier version the next one. */
	async rollback(workspace: string, wish: Rollback): Promise<Result<Changed, EditFault>> {
		const { version: restored } = wish;
		const kept =
			restored === 0
				? ok({ text: '' })
				: await this.told(workspace, (ledger) => ledger.at(restored));
		if (!kept.ok) return kept;
		if (kept.value === null) {
			const why = `version ${restored} is not kept; the history lists those that are`;
			return err(fault('unknown_version', why));
		}
		return this.commit(workspace, {
			...wish,
			text: kept.value.text,
			contentType: null,
			action: 'rollback',
			restored,
		});
	}

	/** Versions, newest first, and how many are kept. */
	history(workspace: string, page: { readonly limit: number; readonly offset: number }) {
		return this.told(workspace, (ledger) => ledger.list(page));
	}

	/** The runtime document of a version, by default the one in force, secrets hidden: as data, and as it was written. */
	async document(workspace: string, version: number | undefined, viewer: Viewer) {
		const { version: inForce } = await this.service.current(workspace);
		const told = await this.told(workspace, (ledger) =>
			version === undefined ? ledger.head() : ledger.at(version),
		);
		if (!told.ok) return told;
		const kept = told.value;
		if (kept === null && version !== undefined && version !== 0 && version !== inForce)
			return err(fault('unknown_version', `version ${version} is not kept`));
		const text = kept?.text ?? (version === 0 ? '' : (this.service.stored(workspace)?.text ?? ''));
		const parsed = parseConfig(text);
		if (!parsed.ok) return err<EditFault>({ code: 'invalid', issues: parsed.error });
		return ok({
			version: kept?.version ?? version ?? inForce,
			document: masked(parsed.value, viewer),
			text: maskedText(text, viewer),
		});
	}

	/** A document that shows hidden values means those of the version in force, and of no other. */
	private async restored(workspace: string, wish: Replacement) {
		if (isBlank(wish.text)) return this.rejected(workspace, wish, BLANK);
		if (!wish.text.includes(MASK)) return ok(wish);
		const head = await this.head(workspace);
		if (!head.ok) return head;
		const { version, text } = head.value;
		return ok({ ifMatch: version, ...wish, text: restoredText(wish.text, text) });
	}

	/** Asks the history; turns its silence into a fault. */
	private async told<Answer>(
		workspace: string,
		ask: (ledger: ReturnType<ConfigServiceOptions['ledger']>) => Answer,
	): Promise<Result<Awaited<Answer>, EditFault>> {
		try {
			return ok(await ask(this.options.ledger(workspace)));
		} catch {
			return err(SILENT);
		}
	}

	private async check(workspace: string, wish: Replacement): Promise<Result<Joined, EditFault>> {
		await this.service.current(workspace);
		const before = this.service.stored(workspace)?.text;
		const made = this.service.join(wish.text, formatOf(wish.contentType), before);
		const issues = made.ok
			? await this.options.secretIssues(made.value.config, workspace)
			: made.error;
		return made.ok && issues.length === 0 ? made : this.rejected(workspace, wish, issues);
	}

	private rejected(workspace: string, { by, correlationId }: Wish, issues: readonly Issue[]) {
		const detail = summary('runtime document', issues);
		this.options.log({ event: 'config_rejected', workspace, detail, by, correlationId });
		return err<EditFault>({ code: 'invalid', issues });
	}

	private async commit(
		workspace: string,
		wish: Replacement & Pick<ConfigVersion, 'action' | 'restored'>,
	): Promise<Result<Changed, EditFault>> {
		const made = await this.check(workspace, wish);
		if (!made.ok) return made;
		const { text, ifMatch, by, correlationId, action, restored } = wish;
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			const head = await this.head(workspace);
			if (!head.ok) return head;
			const after = head.value.version;
			if (ifMatch !== undefined && ifMatch !== after) return err(stale(ifMatch, after));
			const compared = changesBetween(head.value.config, made.value.config);
			const seen = this.service.highest(workspace);
			const stored = this.service.stored(workspace);
			const moves = movesBetween(head.value.config, made.value.config);
			const facts = { text, by, action, ...defined({ restored }), ...compared, moves, after, seen };
			const before = stored?.version === after ? stored.text : undefined;
			const decided = await this.told(workspace, async (ledger) => {
				await noteEarlier(ledger, (text) => this.configOf(text));
				return ledger.commit(facts, before);
			});
			if (!decided.ok) return decided;
			if (!decided.value.ok) continue;
			const version = decided.value.value;
			const value = await this.service.adopt(workspace, { text, version }, made.value);
			// The next change sweeps what this one could not.
			this.options.defer(this.sweep(workspace, made.value.config).catch(() => {}));
			this.options.log({
				event: 'config_replaced',
				workspace,
				version,
				detail: restored === undefined ? 'runtime document' : `document of version ${restored}`,
				by,
				correlationId,
				changes: compared.changes.slice(0, LOGGED_CHANGES),
			});
			return ok({ ...value, ...compared });
		}
		return err(fault('busy', 'others keep changing the config; nothing was changed, repeat'));
	}

	/** Deletes secrets that were set for versions of the configuration, once none that is kept names them. */
	private async sweep(workspace: string, config: Config): Promise<void> {
		const { secrets, ledger, now } = this.options;
		const own = secrets(workspace);
		// A layer below may name one, too.
		const inForce = JSON.stringify(config);
		const old = (await own.list()).filter(
			({ name, setAt, once }) => once && setAt < now() - UNNAMED_MS && !inForce.includes(name),
		);
		const gone = await ledger(workspace).unnamed(old.map(({ name }) => name));
		for (const name of gone) await own.remove(name);
	}

	/** The version in force as the history has it, as it was written, and what it comes to. */
	private async head(workspace: string) {
		const { version, config } = await this.service.current(workspace);
		const told = await this.told(workspace, (ledger) => ledger.head());
		if (!told.ok) return told;
		const head = told.value ?? { version, text: this.service.stored(workspace)?.text ?? '' };
		const made = head.version === version ? undefined : this.configOf(head.text);
		return ok({ ...head, config: made ?? config });
	}

	private configOf(text: string) {
		const made = this.service.join(text, undefined, text);
		return made.ok ? made.value.config : undefined;
	}
}
