// Gathering: a server's further pages are fetched by Loadline itself, within bounds, and become one
// result that says whether it is complete (docs/gateway.md "Servers that page themselves").
import type { GatherSetting } from '../../config';
import type { Upstream } from '../../protect';
import { defined, type JsonObject } from '../../shared/json-values';
import type { Result } from '../../shared/result';
import type { ToolResult } from '../../shared/tool-result';
import { utf8Bytes } from '../../shared/utf8';
import type {
	CallAnswer,
	CallContext,
	SourceFault,
	ToolCall,
	ToolDefinition,
} from '../contract/tool-source';
import { joinPages, type PageList, pageListOf } from './paged-list';
import {
	hasPaging,
	type NextPage,
	type PagingArguments,
	pagingArguments,
	readPage,
	spelledPage,
} from './server-paging';

/** The answer that gathering begins with, and the call that gave it; bounds come from `setting`. */
export interface FirstPage {
	readonly call: ToolCall;
	readonly result: ToolResult;
	readonly definition?: ToolDefinition | undefined;
	readonly setting: GatherSetting;
	/** By the call, which is told what came of it. */
	readonly isAsked?: boolean;
	/** Dotted path of the list, where it is configured. */
	readonly itemsPath?: string | undefined;
}

const USUAL = { maxItems: 10_000, maxPages: 40, maxBytes: 8_000_000, maxSeconds: 60 };

/** Outcome of gathering; a failure on the way is no error, but `complete` is false. */
export interface Gathered {
	readonly result: ToolResult;
	/** The server's own count, where it is larger; the result itself says how to go on. */
	readonly upstream?: Upstream;
	/** As far as it can be told. */
	readonly complete: boolean;
}

/**
 * All pages from the first on, as one result; the first page as it is where the answer is no list or
 * nothing says that there are more. What a failure leaves is kept, and where it stopped is said.
 */
export async function gather(
	first: FirstPage,
	/** `ask` asks the server for one more page. */
	ports: {
		readonly ask: (call: ToolCall) => Promise<Result<CallAnswer, SourceFault>>;
		readonly clock: () => number;
	},
	context: Pick<CallContext, 'notify' | 'signal'>,
): Promise<Gathered> {
	const start = first.result.isError ? undefined : pageListOf(first.result, first.itemsPath);
	if (!start) {
		const { result, isAsked } = first;
		if (result.isError || !isAsked) return { result, complete: true };
		const told = { gathered: { pages: 1, complete: false, stopped: 'the answer has no list' } };
		const note = { type: 'text', text: JSON.stringify(told) } as const;
		return { result: { ...result, content: [...result.content, note] }, complete: false };
	}
	const paging = pagingArguments(first.definition?.inputSchema ?? GUESSED);
	const run = new Run(first, start, paging);
	while (run.next && run.stopped === undefined) {
		run.stopped =
			run.boundReached(ports.clock) ?? (context.signal.aborted ? 'cancelled' : undefined);
		if (run.stopped !== undefined) break;
		const args = { ...run.args, ...run.next.args };
		const answered = await ports.ask({ name: first.call.name, args });
		run.take(args, answered);
		context.notify('notifications/progress', {
			progress: run.items,
			...(run.total !== undefined && { total: Math.max(run.total, run.items) }),
			message: `Gathered ${run.items} items in ${run.pages.length} pages`,
		});
	}
	run.close();
	if (run.pages.length === 1 && !first.isAsked) return { result: first.result, complete: true };
	const told = run.told();
	const { items: count, of: total = 0 } = told;
	return {
		result: joinPages(first.result, run.pages, told),
		complete: told.complete,
		...(total > count && { upstream: { count, total } }),
	};
}

/** Paging without a known definition: an answer's markers under their usual names. */
const GUESSED: JsonObject = { properties: { cursor: {}, page: {}, offset: {}, limit: {} } };

const NO_PAGE = 'page is no further page of this list';

const errorOf = ({ content }: ToolResult): string =>
	content
		.map(({ text }) => (typeof text === 'string' ? text : ''))
		.join(' ')
		.slice(0, 200);

class Run {
	readonly pages: PageList[];
	args: JsonObject;
	next: NextPage | undefined;
	items: number;
	total: number | undefined;
	stopped: string | undefined;
	#bytes: number;
	#hasMore = false;
	#begun: number | undefined;
	readonly #asked = new Set<string>();
	readonly #bounds: typeof USUAL;

	constructor(
		private readonly first: FirstPage,
		start: PageList,
		private readonly paging: PagingArguments,
	) {
		this.#bounds = { ...USUAL, ...defined(first.setting) };
		this.pages = [start];
		this.items = start.items.length;
		this.#bytes = utf8Bytes(start.text);
		this.args = first.call.args;
		this.#look(start);
	}

	/** Returns the bound that one more page would exceed. */
	boundReached(clock: () => number): string | undefined {
		this.#begun ??= clock();
		const bounds = this.#bounds;
		if (this.items >= bounds.maxItems) return `the limit of ${bounds.maxItems} items`;
		if (this.pages.length >= bounds.maxPages) return `the limit of ${bounds.maxPages} pages`;
		if (this.#bytes >= bounds.maxBytes) return `the limit of ${bounds.maxBytes} bytes`;
		if (clock() - this.#begun >= bounds.maxSeconds * 1_000)
			return `the limit of ${bounds.maxSeconds} seconds`;
		return undefined;
	}

	/** Adds what was answered, or notes why there is nothing to add. */
	take(args: JsonObject, answered: Result<CallAnswer, SourceFault>): void {
		const page = this.#pageOf(answered);
		if (typeof page !== 'object') {
			// A page that nobody promised may as well not be.
			if (this.next?.isGuess && page === NO_PAGE) this.next = undefined;
			else this.stopped = page.replace('page', `page ${this.pages.length + 1}`);
			return;
		}
		this.pages.push(page);
		this.items += page.items.length;
		this.#bytes += utf8Bytes(page.text);
		this.args = args;
		this.#look(page);
		if (page.items.length === 0 && this.next?.style !== 'cursor') this.next = undefined;
	}

	/** The page, or why there is none. */
	#pageOf(answered: Result<CallAnswer, SourceFault>): PageList | string {
		if (!answered.ok) return `page failed: ${answered.error.message.slice(0, 200)}`;
		if (answered.value.kind !== 'result') return 'page asks for input first';
		const { result } = answered.value;
		if (result.isError) return this.next?.isGuess ? NO_PAGE : `page failed: ${errorOf(result)}`;
		const list = pageListOf(result, this.first.itemsPath, this.pages[0]);
		// A server that does not know the argument answers as before.
		if (!list || (list.items.length > 0 && list.text === this.pages.at(-1)?.text)) return NO_PAGE;
		const { maxBytes } = this.#bounds;
		const isRoom = this.#bytes + utf8Bytes(list.text) <= maxBytes;
		return isRoom ? list : `the limit of ${maxBytes} bytes`;
	}

	/** Without a page left to ask for, fewer items than the server counts are not all. */
	close(): void {
		if (this.stopped !== undefined) return;
		const isShort = this.total === undefined ? this.#hasMore : this.total > this.items;
		if (!isShort) return;
		this.stopped =
			this.pages.length === 1 && !hasPaging(this.paging)
				? 'the tool takes no argument that asks for a further page'
				: 'the server names no further page';
	}

	/** The note about it, in the result: `of` as the server counts them, `next` calls the tool for the next page. */
	told() {
		const of = this.total === undefined ? {} : { of: Math.max(this.total, this.items) };
		const told = { items: this.items, ...of, pages: this.pages.length };
		if (this.stopped === undefined) return { ...told, complete: true };
		const next = this.next && spelledPage(this.next);
		return { ...told, complete: false, stopped: this.stopped, ...(next !== undefined && { next }) };
	}

	#look(page: PageList): void {
		const { args, paging } = this;
		const call = { ...page, args, paging, isEager: true, setting: this.first.setting };
		const { next, total, hasMore } = readPage(page.outline, call);
		this.total = total ?? this.total;
		this.next = next;
		this.#hasMore = hasMore;
		if (!next) return;
		const asked = JSON.stringify(next.args);
		if (this.#asked.has(asked)) this.stopped = 'the server names a page that it has given before';
		this.#asked.add(asked);
	}
}
