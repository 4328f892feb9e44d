// Blocks that are neither text nor media, such as resource links: what they weigh, and a list of them
// where they are too many to be sent beside the data (docs/protect.md "The rules, in order").
import type { Block, ToolResult } from '../../shared/tool-result';
import { blockJson, blockText } from '../frame';
import { BYTE_ORDER_MARK, containerTape } from '../json/container';
import { quote } from '../json/quote';
import { type Found, type Parts, partsOf } from './found';

/** The blocks of a result without text, apart from the others. */
export interface Sorted {
	readonly linked: readonly string[];
	readonly others: readonly Block[];
}

/** The blocks of a result by what they are: data, texts, links, others. */
export function sortBlocks(content: readonly Block[]): Sorted {
	const linked: string[] = [];
	const others: Block[] = [];
	for (const block of content) {
		const json = blockJson(block);
		if (json === undefined) others.push(block);
		else linked.push(json);
	}
	return { linked, others };
}

/**
 * The blocks as the data, where all else of the result is small.
 *
 * @param fits whether a text may be sent beside the data
 */
export function blockList(
	result: ToolResult,
	{ linked, others }: Sorted,
	fits: Parts['fits'],
): Found | undefined {
	const { content, structured } = result;
	if (!fits([...others.map(blockText), structured].join('\n'))) return undefined;
	const first = content.findIndex((block) => blockJson(block) !== undefined);
	const text = `[${linked.join(',')}]`;
	const tape = containerTape(text);
	if (!tape) return undefined;
	const kept = structured === undefined ? undefined : ({ as: 'keep', text: structured } as const);
	return {
		subject: {
			text,
			tape,
			frame: { structured: kept ?? { as: 'none' }, spread: true, blocks: true },
		},
		around: {
			before: content.slice(0, first),
			after: content.slice(first).filter((block) => blockJson(block) === undefined),
			...partsOf(result, fits).rest,
		},
		leftOut: [],
	};
}

/** Several texts of weight: a list whose items are the blocks. */
export function spreadBlocks({ content, texts, rest }: Parts): Found {
	const items: string[] = [];
	for (const text of texts) {
		if (text === undefined) continue;
		items.push(containerTape(text) ? text.replace(BYTE_ORDER_MARK, '') : quote(text));
	}
	const text = `[${items.join(',')}]`;
	const tape = containerTape(text);
	return {
		subject: {
			text,
			...(tape ? { tape } : {}),
			frame: { structured: { as: 'none' }, spread: true },
		},
		around: { before: [], after: content.filter((_, at) => texts[at] === undefined), ...rest },
		leftOut: [],
	};
}
