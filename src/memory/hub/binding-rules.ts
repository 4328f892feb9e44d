// The rules that bind a session: those it loaded, as published now, and those that are always on (docs/memory.md,
// "Always on"), which a host's hook puts into the context when a session starts or its context was compacted.
import { ok, type Result } from '../../shared/result';
import { binds } from '../document/document';
import { splitFrontMatter } from '../document/front-matter';
import type { Fault } from '../faults';
import { shortHash } from '../hash';
import type { Caller, ObjectMeta, Version } from '../types';
import { aliasOf, attestor, currentVersion, type HubContext, sessionOf } from './context';
import { scopeOfObject } from './ranking';

/** A rule or workflow that a session loaded, as it is published now. */
export interface BindingRule extends Pick<Version, 'kind' | 'path' | 'hash' | 'constraints'> {
	readonly ruleId: string;
	/** `r12` */
	readonly alias?: string;
	readonly always?: boolean;
	/** Number of references by constraint key; zero is left out. */
	readonly references?: Readonly<Record<string, number>>;
	/** Constraint keys of earlier versions that this session loaded, by hash. */
	readonly earlier?: Readonly<Record<string, readonly string[]>>;
}

const MAX_EVENTS = 1000;

const INTRODUCTION = 'These rules bind all work here:';
const MAX_LOADS = 500;

/** Returns the hub's methods for the rules that bind a session. */
export const bindingRules = (context: HubContext) => ({
	/** Returns the rules that a session loaded, in the order of their first loading; without withdrawn rules and drafts. */
	bindingRules({ caller }: { readonly caller: Caller }): Result<readonly BindingRule[], Fault> {
		const session = sessionOf(context, caller);
		if (!session.ok) return session;
		const { principal } = caller;
		const uses = ['load', 'activate'].flatMap((event) =>
			context.store.attestations({
				...{ event, principal, session: session.value },
				order: 'newest',
				limit: MAX_EVENTS,
			}),
		);
		uses.sort((one, other) => one.seq - other.seq);
		const loaded = new Map<string, Set<string>>();
		for (const { objectId = '', hash = '' } of uses) {
			if (objectId === '') continue;
			const hashes = loaded.get(objectId) ?? new Set();
			loaded.set(objectId, hashes.add(hash));
		}
		const tallies = Map.groupBy(context.store.tallies(), ({ objectId }) => objectId);
		const rules = [...loaded].flatMap(([ruleId, hashes]): BindingRule[] => {
			const version = currentVersion(context, ruleId);
			if (version === undefined || !binds(version.kind)) return [];
			const { kind, path, hash, constraints } = version;
			const referred = (tallies.get(ruleId) ?? []).filter(({ what }) => what === 'refer');
			const earlier = [...hashes]
				.filter((each) => each !== hash)
				.map((each) => [each, keysAt(context, ruleId, each)] as const);
			return [
				{
					...{ ruleId, kind, path, hash, constraints },
					alias: aliasOf({ ...context.store.object(ruleId), id: ruleId, kind }),
					always: scopeOfObject(context, { id: ruleId }).always,
					references: Object.fromEntries(referred.map(({ key, count }) => [key, count])),
					...(earlier.length > 0 && { earlier: Object.fromEntries(earlier) }),
				},
			];
		});
		return ok(rules);
	},

	/**
	 * Returns the always-on rules, and binds the host's session to them without memsetup.
	 * @param session the host's own id; absent: no session is bound
	 * @param tokenBudget maximum tokens of the text
	 * @param held short hashes of files that the host reads itself, whose text is left out
	 * @returns `text` for a prompt; `paths` of the rules that the context then holds; `omitted`: paths of those that exceeded
	 * the budget, which the text says how to load
	 */
	standing({
		principal = '',
		session,
		tokenBudget,
		held = [],
	}: {
		readonly principal?: string;
		readonly session?: string;
		readonly tokenBudget: number;
		readonly held?: readonly string[];
	}) {
		return context.store.transaction(() => {
			const { included, text, omitted } = alwaysOnText(context, tokenBudget, new Set(held));
			if (session !== undefined) bindTo(context, principal, session, included);
			return { text, paths: included.map(pathOf), omitted: omitted.map(pathOf) };
		});
	},
});

const keysAt = ({ store }: HubContext, id: string, hash: string): readonly string[] =>
	store.versionByHash(id, hash)?.constraints.map(({ key }) => key) ?? [];

/** Joins the always-on rules within the budget, shallowest paths first. */
function alwaysOnText(context: HubContext, tokenBudget: number, held: ReadonlySet<string>) {
	const rules = context.store
		.objects()
		.filter((object) => object.kind === 'rule' && scopeOfObject(context, object).always)
		.sort((one, other) => depthOf(one) - depthOf(other) || (one.path < other.path ? -1 : 1));
	const included: ObjectMeta[] = [];
	const texts: string[] = [];
	const omitted: ObjectMeta[] = [];
	for (const object of rules) {
		const version = currentVersion(context, object.id);
		if (version === undefined) continue;
		if (held.has(shortHash(object.hash))) {
			included.push(object);
			continue;
		}
		const text = `## ${object.path} (${aliasOf(object)})\n\n${splitFrontMatter(version.content).markdown.trim()}`;
		const isFitting = context.atMost([INTRODUCTION, ...texts, text].join('\n\n')) <= tokenBudget;
		(isFitting ? included : omitted).push(object);
		if (isFitting) texts.push(text);
	}
	return { included, omitted, text: textOf(texts, omitted) };
}

function bindTo(
	context: HubContext,
	principal: string,
	session: string,
	rules: readonly ObjectMeta[],
): void {
	const { store, now } = context;
	const bound = store.binding(principal, session)?.sessionId;
	const sessionId = bound ?? session;
	if (bound === undefined) store.bind({ principal, handle: session, sessionId, at: now() });
	const loads = store.attestations({
		...{ principal, session: sessionId, event: 'load' },
		order: 'newest',
		limit: MAX_LOADS,
	});
	const loaded = new Set(loads.map(({ objectId, hash }) => `${objectId} ${hash}`));
	const attest = attestor(context, principal, sessionId);
	for (const { id, path, hash } of rules) {
		// A restarted session does not count its loads again.
		if (loaded.has(`${id} ${hash}`)) continue;
		store.tally(id, 'load', hash, now());
		attest({ event: 'load', objectId: id, path, hash, detail: 'always on' });
	}
}

const pathOf = ({ path }: ObjectMeta): string => path;
const depthOf = ({ path }: ObjectMeta): number => path.split('/').length;

function textOf(texts: readonly string[], omitted: readonly ObjectMeta[]): string {
	if (texts.length + omitted.length === 0) return '';
	const names = omitted.map((object) => `${aliasOf(object)} (${object.path})`).join(', ');
	return [
		INTRODUCTION,
		...texts,
		...(omitted.length > 0
			? [`There was no room for ${names}, which bind too: memload them.`]
			: []),
	].join('\n\n');
}
