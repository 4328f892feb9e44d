// The rules that belong into every context (docs/memory.md, "Always on"): for a host's hook, which puts them
// where the model reads, at the start of a session and after its context was cleared or compacted.
import { splitFrontMatter } from '../front-matter';
import { shortHash } from '../hash';
import type { ObjectMeta } from '../types';
import { aliasOf } from './alias';
import { attestor, currentVersion, type HubContext } from './context';
import { scopeOfObject } from './ranking';

export interface Standing {
	/** For the prompt; empty where no rule is always on. */
	readonly text: string;
	/** Told whole, or read by the host itself. */
	readonly paths: readonly string[];
	/** For which there was no room: the text says how to load them. */
	readonly omitted: readonly string[];
}

const INTRODUCTION = 'These rules bind all work here:';
/** Loads of a session that are looked back on. */
const MOST_LOADS = 500;

/** What of the hub tells the rules that are always on. */
export const standing = (context: HubContext) => ({
	/**
	 * Binds the host's session, without memsetup, to the rules that are always on.
	 * @param session the host's own id; absent: the rules are told and bind nobody
	 * @param tokenBudget tokens of the text, at most
	 * @param held short hashes of files that the host reads itself: what they say is not told again
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
	}): Standing {
		return context.store.transaction(() => {
			const { told, text, omitted } = standingText(context, tokenBudget, new Set(held));
			if (session !== undefined) bindTo(context, { principal, session, told });
			return { text, paths: told.map(pathOf), omitted: omitted.map(pathOf) };
		});
	},
});

/** Those of the shallowest paths first. */
function standingText(context: HubContext, tokenBudget: number, held: ReadonlySet<string>) {
	const rules = context.store
		.objects()
		.filter((object) => object.kind === 'rule' && scopeOfObject(context, object).always)
		.sort((one, other) => depthOf(one) - depthOf(other) || (one.path < other.path ? -1 : 1));
	const told: ObjectMeta[] = [];
	const texts: string[] = [];
	const omitted: ObjectMeta[] = [];
	for (const object of rules) {
		const version = currentVersion(context, object.id);
		if (version === undefined) continue;
		if (held.has(shortHash(object.hash))) {
			told.push(object);
			continue;
		}
		const text = `## ${object.path} (${aliasOf(object)})\n\n${splitFrontMatter(version.content).markdown.trim()}`;
		const isFitting = context.atMost([INTRODUCTION, ...texts, text].join('\n\n')) <= tokenBudget;
		(isFitting ? told : omitted).push(object);
		if (isFitting) texts.push(text);
	}
	return { told, omitted, text: textOf(texts, omitted) };
}

function bindTo(
	context: HubContext,
	{
		principal,
		session,
		told,
	}: { readonly principal: string; readonly session: string; readonly told: readonly ObjectMeta[] },
): void {
	const { store, now } = context;
	const bound = store.binding(principal, session)?.sessionId;
	const sessionId = bound ?? session;
	if (bound === undefined) store.bind({ principal, handle: session, sessionId, at: now() });
	const loads = store.attestations({
		principal,
		session: sessionId,
		event: 'load',
		order: 'newest',
		limit: MOST_LOADS,
	});
	const loaded = new Set(loads.map(({ objectId, hash }) => `${objectId} ${hash}`));
	const attest = attestor(context, principal, sessionId);
	for (const { id, path, hash } of told) {
		// A session that begins again holds nothing more than before.
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
