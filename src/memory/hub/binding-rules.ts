// The rules that bind a session: those it was told lines of, as published now, and those that are always on (docs/memory.md,
// "Always on"), which a host's hook puts into the context when a session starts or its context was compacted.
import { defined } from '../../shared/json-values';
import { ok } from '../../shared/result';
import { binds } from '../document/document';
import { splitFrontMatter } from '../document/front-matter';
import { shortHash } from '../hash';
import { scopeOf } from '../search/scope';
import type { Tally, Telling } from '../store';
import type { Called, Constraint, ObjectMeta, Version } from '../types';
import { aliasOf, attestor, currentVersion, type HubContext, sessionOf } from './context';
import { scopeOfObject } from './ranking';
import { followed, saidBy } from './said';
import { heldAfter, ledgerOf, saidOf, toldIn } from './told';

/** A rule or workflow of which a session was told lines, as it is published now. */
export interface BindingRule extends Pick<Version, 'kind' | 'path' | 'hash'> {
	readonly ruleId: string;
	/** `r12` */
	readonly alias?: string;
	readonly always?: boolean;
	/** The work that it was told to be for, and the work that it is for now; absent where they are the same. */
	readonly scopes?: readonly [told: string, now: string];
	/** Lines as they were told: what binds. */
	readonly told: readonly Constraint[];
	/** Lines in force of it: all of a rule that was told whole, else the told ones and what became of them. */
	readonly constraints: readonly Constraint[];
	/** Lines that are published and were not told. */
	readonly untold?: readonly Constraint[];
	/** Number of references by constraint key; zero is left out. */
	readonly references?: Readonly<Record<string, number>>;
	/** Keys of the lines in texts that the session was told, by the hash of the text. */
	readonly texts?: Readonly<Record<string, readonly string[]>>;
}

const INTRODUCTION = 'These rules bind all work here:';

export const bindingRules = (context: HubContext) => ({
	/** Rules a session was told and not to let go, by first telling. @param earlier sessions it goes on from, oldest first */
	bindingRules({ caller, earlier = [] }: Called & { readonly earlier?: readonly string[] }) {
		const session = sessionOf(context, caller);
		if (!session.ok && earlier.length === 0) return session;
		const names = [...earlier, ...(session.ok ? [session.value] : [])];
		const references = Map.groupBy(
			context.store.tallies().filter(({ what }) => what === 'refer'),
			({ objectId }) => objectId,
		);
		return ok(
			[...toldIn(context, caller.principal, names)].flatMap(
				([ruleId, told]) =>
					ruleOf(context, ruleId, heldAfter(told), references.get(ruleId) ?? []) ?? [],
			),
		);
	},

	/**
	 * Returns the always-on rules, and binds the host's session to them without memsetup.
	 * @param session the host's own id; absent: no session is bound
	 * @param tokenBudget maximum tokens of the text
	 * @param held short hashes of files that the host reads itself, whose text is left out
	 * @returns `text` for a prompt; `paths` of the rules that the context then holds; `omitted`: paths of those that exceeded
	 * the budget, which the text says how to load
	 */
	standing(asked: {
		readonly principal?: string;
		readonly session?: string;
		readonly tokenBudget: number;
		readonly held?: readonly string[];
	}) {
		const { principal = '', session, tokenBudget, held = [] } = asked;
		return context.store.transaction(() => {
			const { included, text, omitted } = alwaysOnText(context, tokenBudget, new Set(held));
			if (session !== undefined) bindTo(context, principal, session, included);
			return { text, paths: included.map(pathOf), omitted: omitted.map(pathOf) };
		});
	},
});

/** Returns a rule by what was told of it; undefined where nothing was that could bind. */
function ruleOf(
	context: HubContext,
	ruleId: string,
	tellings: readonly Telling[],
	references: readonly Tally[],
): BindingRule | undefined {
	const object = context.store.object(ruleId);
	const version = context.store.version(ruleId, object?.version ?? 0);
	if (tellings.length === 0 || version === undefined || !binds(version.kind)) return undefined;
	const { kind, path, hash, deleted } = version;
	const now = deleted ? [] : version.constraints;
	const { said, linesOf } = saidOf(context, ruleId, tellings);
	const places = [...followed(said, now, linesOf).values()];
	const told = places.map(({ line }) => line);
	// The rest beside a part told as changed is no whole document.
	const isWhole =
		tellings[0]?.keys === undefined &&
		context.store.versionByHash(ruleId, tellings[0]?.hash ?? '') !== undefined &&
		tellings.every(({ keys, replaces }) => keys === undefined || replaces !== true);
	if (told.length === 0 && !isWhole) return undefined;
	const scopes = deleted ? undefined : scopesOf(context, ruleId, version, tellings.at(-1)?.hash);
	// The told lines that stand, and what the others became.
	const there = new Set(places.map((place) => place.now ?? place.became));
	const constraints = isWhole ? now : now.filter((line) => there.has(line));
	return {
		...{ ruleId, kind, path, hash, told, constraints, ...defined({ scopes }) },
		...(constraints.length < now.length && {
			untold: now.filter((line) => !constraints.includes(line)),
		}),
		alias: aliasOf({ ...object, id: ruleId, kind }),
		always: scopeOfObject(context, { id: ruleId }).always,
		references: Object.fromEntries(references.map(({ key, count }) => [key, count])),
		texts: Object.fromEntries([
			...tellings.flatMap((telling) => {
				const { hash, keys, text } = telling;
				const names = [text, keys === undefined ? hash : undefined].filter((name) => name);
				if (names.length === 0) return [];
				const lines = [...followed(saidBy([telling], linesOf), now, linesOf).values()];
				return names.map((name) => [name, lines.map(({ line }) => line.key)] as const);
			}),
			...(deleted ? [] : [[hash, now.map(({ key }) => key)]]),
		]),
	};
}

/** Returns the work that a rule was for when it was told and is for now; undefined where they are the same. */
function scopesOf(
	{ store }: HubContext,
	id: string,
	now: Version,
	hash = '',
): BindingRule['scopes'] {
	const told = hash === now.hash ? undefined : store.versionByHash(id, hash);
	const file = defined({ file: store.object(id)?.file });
	const said = ({ path, content }: Version): string => {
		const { always, globs } = scopeOf({ path, ...file }, content);
		if (always) return 'always on';
		return globs.length === 0 ? 'for its tasks' : `for ${globs.join(', ')}`;
	};
	const [one, other] = [said(told ?? now), said(now)];
	return one === other ? undefined : [one, other];
}

/** Returns the rules that are always on, those of the shallowest paths first. */
export const alwaysOnRules = (context: HubContext): readonly ObjectMeta[] =>
	context.store
		.objects()
		.filter((object) => object.kind === 'rule' && scopeOfObject(context, object).always)
		.sort((one, other) => depthOf(one) - depthOf(other) || (one.path < other.path ? -1 : 1));

/** Joins the always-on rules within the budget, shallowest paths first. */
function alwaysOnText(context: HubContext, tokenBudget: number, held: ReadonlySet<string>) {
	const rules = alwaysOnRules(context);
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
	const ledger = ledgerOf(context, { principal }, sessionId);
	const attest = attestor(context, principal, sessionId);
	for (const { id, path, hash } of rules) {
		// A restarted session does not count its loads again.
		if (ledger.holds(id, hash)) continue;
		ledger.whole(id, { hash });
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
