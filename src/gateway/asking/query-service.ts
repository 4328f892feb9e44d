// Questions about results: answered from what is kept, held to the budget like every result, and kept
// themselves where they are longer (docs/ask.md).

import {
	jsonDocument,
	keptWhole,
	type Outcome,
	type Policy,
	protect,
	type ReadCall,
	reportUntouched,
	type Upstream,
	type View,
} from '../../protect';
import { defined, type JsonObject } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import type { Slices } from '../../shared/slices';
import { type ToolResult, textResult } from '../../shared/tool-result';
import type { Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { sourcesOf } from '../handles/grants';
import type { Snapshot } from '../handles/snapshots';
import {
	type Answered,
	answerAcross,
	answerTo,
	askedPolicy,
	type FirstPage,
	withRoom,
} from './answer';
import { jsonOf, moreOf, noted, type Queryable, queryableOf, upstreamOf } from './queryable';
import type { AskingCall, JoinCall } from './read-result';
import { LONG, type Opener, type ResultStore, type Run, type SnapshotOrigin } from './result-store';

/** A result on its way out. */
export interface Outgoing {
	readonly result: ToolResult;
	readonly endpoint: string;
	/** The tool's own arguments. */
	readonly args: JsonObject;
	readonly view: View;
	/** The server's further pages, where it has more. */
	readonly upstream?: Upstream | undefined;
	readonly policy: Policy;
	/** The question to it, instead of its first page. */
	readonly asking?: AskingCall;
	/** False where it is one page of a server that has more. */
	readonly complete?: boolean;
}

/** Format of an answer, and the further endpoints it was computed from. */
interface Shown {
	readonly structured: boolean;
	readonly limit: number | undefined;
	readonly sources: readonly string[];
	/** The result that was asked, where no call before counted it. */
	readonly asked?: ToolResult;
}

/** Answers `select` and `query`: of a fresh result, or of one opened by its handle. */
export class QueryService {
	constructor(private readonly keeper: ResultStore) {}

	/** The answer to what was asked of a result, which is kept whole for further questions. */
	async first(
		{ result, endpoint, view, policy, asking = {}, complete = true, upstream }: Outgoing,
		argsDigest: string,
		trail: Trail,
		context: GatewayContext,
	): Promise<ToolResult> {
		const { principal } = context;
		await this.keeper.read(result, principal);
		const whole = keptWhole(result, policy);
		if (!whole) return textResult('select, query: this result has no text to ask.', true);
		const document = noted(whole.document, { complete });
		const toKeep = { document, policy, tool: endpoint, argsDigest, principal };
		const kept = await this.keeper.keep(toKeep, [whole.position]);
		const handle = kept.ok ? kept.value[0] : undefined;
		trail.note(handle === undefined ? {} : { handle });
		const work = function* (): Slices<Result<Answered, string>> {
			const askable: Result<Queryable, string> = whole.tape
				? ok(jsonOf(whole.tape, complete))
				: yield* queryableOf(document);
			return askable.ok
				? yield* answerTo(asking, askable.value, {
						...options(view, handle),
						more: moreOf(upstream),
						beside: document.parts[1],
					})
				: askable;
		};
		const answered = await this.keeper.ask(context, (run) => run(work()), trail);
		if (!answered.ok) {
			const name = asking.select === undefined ? 'query' : 'select';
			const again = `The result is kept; ask again: read_result {"handle":"${handle}","${name}":"…"}`;
			const refused = textResult(handle ? `${answered.error}\n${again}` : answered.error, true);
			trail.note({ report: reportOf(result, reportUntouched(refused, policy), policy) });
			return refused;
		}
		trail.note({ asked: { step: 'question', fields: answered.value.fields ?? [] } });
		const given = { tool: endpoint, argsDigest, policy: withRoom(policy, asking.tokens) };
		const structured = result.structured !== undefined;
		const shown = { structured, limit: view.limit, sources: [], asked: result };
		return this.#give(answered.value, given, shown, trail, context);
	}

	/** The answer to a question about a kept result, within a turn. */
	async again(
		snapshot: Snapshot,
		asking: AskingCall,
		{ view, pointer }: Pick<ReadCall, 'view' | 'pointer'>,
		trail: Trail,
		context: Pick<GatewayContext, 'principal'>,
		run: Run,
	): Promise<Result<ToolResult, string>> {
		const answered = await run(this.#answered(snapshot, asking, view, pointer));
		if (!answered.ok) return answered;
		trail.note({ asked: { step: 'question', fields: answered.value.fields ?? [] } });
		const { select, query, context: lines, tokens } = asking;
		const { limit, fields } = view;
		const viewKey = `ask:${JSON.stringify([pointer, select, query, lines, fields, limit, tokens])}`;
		const policy = withRoom(snapshot.policy, tokens);
		const kept = { ...snapshot, policy, derivedFrom: { snapshot, viewKey } };
		const shown = { structured: false, limit, sources: sourcesOf(snapshot.document) };
		return ok(await this.#give(answered.value, kept, shown, trail, context));
	}

	*#answered({ document }: Snapshot, asking: AskingCall, view: View, pointer: string | undefined) {
		if (view.startLine !== undefined || view.endLine !== undefined)
			return err('startLine, endLine: a question is about all of a result. Leave them out.');
		const askable = yield* queryableOf(document, pointer);
		if (!askable.ok) return askable;
		const shown = {
			...options(view, undefined),
			pointer: pointer ?? '',
			beside: pointer ? undefined : document.parts[1],
			...(askable.value.complete ? {} : { more: moreOf(upstreamOf(document)) }),
		};
		return yield* answerTo(asking, askable.value, shown);
	}

	/** One expression over several kept results, within a turn. */
	async join(
		{ handles, select, tokens, limit }: JoinCall,
		trail: Trail,
		context: Opener,
		run: Run,
	): Promise<Result<ToolResult, string>> {
		const askables: Record<string, Queryable> = {};
		const snapshots: Snapshot[] = [];
		for (const [name, handle] of Object.entries(handles)) {
			const opened = await this.keeper.openHandle(handle, context);
			if (!opened.ok) {
				trail.note({ errorCode: `cursor_${opened.error.code}` });
				return err(`handles.${name}: ${opened.error.text}`);
			}
			const { snapshot } = opened.value;
			snapshots.push(snapshot);
			const askable = await run(queryableOf(snapshot.document));
			if (!askable.ok) return err(`handles.${name}: ${askable.error}`);
			askables[name] = askable.value;
		}
		const [first] = snapshots;
		if (!first) return err('handles: give at least one.');
		trail.goOn(first.tool, 'read_result');
		const answered = await run(answerAcross(select, askables));
		if (!answered.ok) return answered;
		const sources = [
			...new Set(snapshots.flatMap(({ tool, document }) => [tool, ...sourcesOf(document)])),
		];
		trail.note({ references: sources });
		const kept = { tool: first.tool, argsDigest: '', policy: withRoom(first.policy, tokens) };
		const shown = { structured: false, limit, sources };
		return ok(await this.#give(answered.value, kept, shown, trail, context));
	}

	/** An answer within its limits; what is cut of it is kept behind a handle as every result is. */
	async #give(
		answered: Answered,
		kept: SnapshotOrigin,
		{ structured, limit, sources, asked }: Shown,
		trail: Trail,
		context: Pick<GatewayContext, 'principal'>,
	): Promise<ToolResult> {
		const policy = askedPolicy(kept.policy, answered, limit);
		const note = ({ report }: Outcome): void => {
			trail.note({ report: asked ? reportOf(asked, report, policy) : report });
		};
		const resultOf = (json: string): ToolResult => {
			const content = [{ type: 'text', text: json }];
			return structured ? { content, structured: json } : { content };
		};
		if (answered.first) {
			const short = await this.#shortPage(
				answered,
				answered.first,
				{ ...kept, policy },
				sources,
				context,
			);
			const outcome = protect(resultOf(short), { view: {} }, policy);
			if (outcome.report.act === 'passthrough') {
				note(outcome);
				return outcome.place([]);
			}
		}
		const view = limit === undefined ? {} : { limit };
		const whole = resultOf(answered.json);
		if (answered.json.length > LONG) await this.keeper.read(whole, context.principal);
		const outcome = protect(whole, { view }, policy);
		note(outcome);
		const { document } = outcome;
		const named = document ? { ...outcome, document: noted(document, { sources }) } : outcome;
		return this.keeper.place(named, { ...kept, policy }, context);
	}

	/** A few items, and a cursor for the rest, in the answer itself. */
	async #shortPage(
		{ json }: Answered,
		first: FirstPage,
		kept: SnapshotOrigin,
		sources: readonly string[],
		{ principal }: Pick<GatewayContext, 'principal'>,
	): Promise<string> {
		if (first.items === undefined) return first.json(undefined);
		const document = noted(jsonDocument(json, { structured: { as: 'none' } }, []), { sources });
		const position = { kind: 'item', offset: first.items, limit: 0 } as const;
		const { tool, argsDigest, policy, derivedFrom } = kept;
		const toKeep = { document, policy, tool, argsDigest, principal, derivedFrom };
		const stored = await this.keeper.keep(toKeep, [position]);
		return first.json(stored.ok ? stored.value[0] : undefined);
	}
}

/** The note of an answer: its own size, beside that of the result that was asked. */
const reportOf = (asked: ToolResult, report: Outcome['report'], policy: Policy) => {
	const { originalTokens, originalBytes } = reportUntouched(asked, policy);
	return { ...report, originalTokens, originalBytes };
};

const options = ({ fields, limit }: View, handle: string | undefined) =>
	defined({ fields, limit, handle });
