// A call answered again, or what went on from it, by what answers calls: nothing of that is kept, recorded or learnt.
import type { Config } from '../../config';
import { type Document, keptWhole, type Policy, shapeOf, stripResult } from '../../protect';
import type { JsonObject } from '../../shared/json-values';
import { err, ok } from '../../shared/result';
import { type ToolResult, textResult } from '../../shared/tool-result';
import type { Outgoing } from '../asking/query-service';
import type { AskingCall } from '../asking/read-result';
import type { Run } from '../asking/result-store';
import { Trail } from '../contract/call-facts';
import { contextAlone } from '../contract/gateway';
import { OWN_SOURCE } from '../contract/names';
import type { HandleStore } from '../handles/handle-store';
import { Protector } from './protector';
import { isNamed } from './seen-fields';

/** The question of a call to its result. */
export type Wanted = Pick<Outgoing, 'view'> & { readonly asking: AskingCall };

/** A result that came, and what its call asked of it. */
export interface Came extends Wanted, Pick<Outgoing, 'result' | 'upstream'> {}

/** An answer, made again. */
export interface Again {
	readonly tokens: number;
	readonly isCut: boolean;
	readonly text: string;
	readonly isRefused: boolean;
	/** Fields that a question read. */
	readonly read: readonly string[];
}

/** Returns the result that was kept: where a string of its structured content was the text, with that. */
export function resultOf(document: Document): ToolResult {
	const [text = ''] = document.parts;
	const { structured: form } = shapeOf(document).frame;
	if (form.as !== 'carrier') return textResult(text);
	const rest = JSON.parse(form.rest) as JsonObject;
	return { ...textResult(text), structured: JSON.stringify({ ...rest, [form.key]: text }) };
}

/** A snapshot that is nowhere. */
const UNKEPT = {
	id: 'q7Zt0b1XvK9sLr3e',
	issuedAt: 0,
	expiresAt: 0,
	derived: false,
	argsDigest: '',
};

/**
 * Answers a call of a tool again, under a policy and without some fields, within a turn; or what went on from it.
 * @param own arguments of what went on
 */
export async function answeredAgain(
	{ result: given, upstream, view, asking }: Came,
	[policy, strip]: readonly [policy: Policy, strip: readonly string[]],
	by: {
		readonly config: Config;
		readonly handleStore: HandleStore;
		readonly endpoint: string;
		readonly workspace: string;
		readonly run: Run;
	},
	own?: JsonObject,
): Promise<Again> {
	const { config, endpoint, workspace, run } = by;
	const context = contextAlone({ id: '', workspace, scopes: [] });
	const { principal } = context;
	const result = stripResult(given, strip);
	const whole = own && keptWhole(result, policy);
	const snapshot = { ...UNKEPT, tool: endpoint, policy, principal: principal.id };
	const handleStore: HandleStore = {
		...by.handleStore,
		keep: async ({ document }, positions) =>
			ok(await by.handleStore.seal({ ...snapshot, document }, positions, principal)),
		open: async () =>
			whole
				? ok({ snapshot: { ...snapshot, document: whole.document }, position: whole.position })
				: err({ code: 'unavailable', text: '' }),
	};
	const protector = new Protector({
		...{ config, handleStore, now: () => 0, sha256: async (data) => data },
		turns: { take: (_, question) => question(run), run: (_, slices) => run(slices) },
	});
	const facts = { endpoint, source: OWN_SOURCE, tool: endpoint, order: undefined };
	const trail = new Trail(() => 0, facts);
	const complete = upstream === undefined;
	const outgoing = { result, endpoint, args: {}, view, asking, policy, upstream, complete };
	const answer = own
		? await protector.read({ ...own, handle: UNKEPT.id }, trail, context)
		: ok(await protector.send(outgoing, trail, context));
	const { report, handle, asked } = trail.facts;
	return {
		tokens: report?.estimatedTokens ?? 0,
		isCut: handle !== undefined,
		text: JSON.stringify(answer.ok ? answer.value.content : answer.error),
		isRefused: !answer.ok || answer.value.isError === true,
		read: asked?.fields ?? [],
	};
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Returns whether an answer has less than before of what was asked for: it is refused, finds less, or lacks a field. */
export function isLess(before: Again, after: Again, { view, asking }: Wanted): boolean {
	if (before.isRefused || after.isRefused) return !before.isRefused;
	const found = ({ text }: Again) => Number(/\\"total\\":(\d+)/.exec(text)?.[1] ?? 0);
	if (asking.query !== undefined) return found(after) < found(before);
	const lacks = (path: string) => isNamed(before.text, path) && !isNamed(after.text, path);
	// By their last names: with other fields another list may be the one that is meant.
	const read = new Set(after.read.map(lastOf));
	return view.fields?.some(lacks) ?? before.read.some((path) => !read.has(lastOf(path)));
}
