// Further pages of an answer at its server: gathered into it where that was asked, else announced.
import type { GatherSetting } from '../../config';
import type { ToolResult } from '../../shared/tool-result';
import type { Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import type { ToolCall, ToolSource } from '../contract/tool-source';
import type { Catalog } from '../listing/catalog';
import { type Gathered, gather } from '../paging/gather';
import { type PageAfter, pageAfter } from '../paging/page-after';

/** An answer, and the call as its source was asked. */
export interface AnsweredPage {
	readonly source: ToolSource;
	readonly call: ToolCall;
	readonly result: ToolResult;
	readonly itemsPath?: string | undefined;
	readonly setting?: GatherSetting | undefined;
}

/** Reads further pages of a server, for one request: `gathered` calls it, `after` only reads the answer. */
export class FurtherPages {
	readonly #catalog: Catalog;
	readonly #clock: () => number;

	/** @param clock - milliseconds */
	constructor(catalog: Catalog, clock: () => number) {
		this.#catalog = catalog;
		this.#clock = clock;
	}

	/**
	 * The result with its server's further pages; what follows a failure is left where it is.
	 *
	 * @param isAsked - the call itself asked for them
	 */
	async gathered(
		{ source, call, result, itemsPath, setting = {} }: AnsweredPage,
		isAsked: boolean,
		trail: Trail,
		context: GatewayContext,
	): Promise<Gathered> {
		// A server's own progress is of one page, not of all.
		const quiet: GatewayContext = {
			...context,
			notify: (method, params) => {
				if (method !== 'notifications/progress') context.notify(method, params);
			},
		};
		const found = await this.#catalog.definition(source, call.name, context);
		const definition = found.ok ? found.value : undefined;
		const gathered = await gather(
			{ call, result, definition, setting, isAsked, itemsPath },
			{ ask: (page) => source.callTool(page, quiet), clock: this.#clock },
			context,
		);
		trail.note({ original: gathered.result });
		return gathered;
	}

	/** Returns the server's own next page after this result, as far as it is known. */
	after(
		{ source, call, result, itemsPath, setting }: AnsweredPage,
		context: GatewayContext,
	): PageAfter {
		const definition = this.#catalog.recall(source, call.name, context);
		return pageAfter({ result, args: call.args, definition, itemsPath, setting });
	}
}
