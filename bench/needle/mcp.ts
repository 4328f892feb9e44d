// The MCP interface of Loadline, as a model has it: the list of tools, and calls whose answers and
// errors are read as they stand.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type CallResult, exchange, toolCall, toolList } from '../mcp-call';
import type { Context } from './context';

export interface Tool {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema: {
		readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
	};
}

export interface Answer {
	/** The larger carrier, in tokens: what a host may show. */
	readonly text: string;
	/** Every JSON text and structured content in it, parsed. */
	readonly values: readonly unknown[];
	readonly isError: boolean;
}

export class Mcp {
	readonly #url: string;
	readonly tools: ReadonlyMap<string, Tool>;
	/** Tokens of the whole list. */
	readonly listTokens: number;

	private constructor(url: string, tools: readonly Tool[]) {
		this.#url = url;
		this.tools = new Map(tools.map((tool) => [tool.name, tool]));
		this.listTokens = countTokens(JSON.stringify(tools));
	}

	static async open(url: string): Promise<Mcp> {
		const { result } = await exchange<{ tools: Tool[] }>(url, toolList());
		if (!result) throw new Error(`${url} lists no tools`);
		return new Mcp(url, result.tools);
	}

	takes(tool: string, argument: string): boolean {
		return this.tools.get(tool)?.inputSchema.properties?.[argument] !== undefined;
	}

	async call(
		name: string,
		args: Readonly<Record<string, unknown>>,
		context: Context,
	): Promise<Answer> {
		// The tools behind take none: all are of Loadline.
		const given = name === 'read_result' ? args : { _loadline: args };
		const { result, error } = await exchange<CallResult>(this.#url, toolCall(name, given));
		const answer = result
			? answerOf(result)
			: { text: error?.message ?? '', values: [], isError: true };
		context.add(JSON.stringify(args), answer.text);
		return answer;
	}
}

function answerOf({ content, structuredContent, isError = false }: CallResult): Answer {
	const texts = content.map((block) => block.text ?? block.resource?.text ?? JSON.stringify(block));
	const joined = texts.join('\n');
	const structured = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
	const text = countTokens(structured) > countTokens(joined) ? structured : joined;
	const values = texts.flatMap((each) => parsed(each));
	return {
		text,
		values: structuredContent === undefined ? values : [structuredContent, ...values],
		isError,
	};
}

function parsed(text: string): unknown[] {
	try {
		return [JSON.parse(text)];
	} catch {
		return [];
	}
}

/** The first member of this name in an answer, at any depth, of this type. */
export function memberOf<Type extends 'string' | 'number'>(
	{ values }: Answer,
	names: readonly string[],
	type: Type,
): (Type extends 'string' ? string : number) | undefined {
	const visit = (value: unknown): unknown => {
		if (typeof value !== 'object' || value === null) return undefined;
		for (const name of names) {
			const own = (value as Record<string, unknown>)[name];
			if (Object.hasOwn(value, name) && typeof own === type) return own;
		}
		for (const inner of Object.values(value)) {
			const found = visit(inner);
			if (found !== undefined) return found;
		}
		return undefined;
	};
	for (const value of values.toReversed()) {
		const found = visit(value);
		if (found !== undefined) return found as never;
	}
	return undefined;
}
