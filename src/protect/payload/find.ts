// Finds the data of a result: one JSON document or one text, and the frame it came in.

import { BYTE_ORDER_MARK, containerTape } from '../../shared/json/stream';
import { defined } from '../../shared/json-values';
import type { Block, ToolResult } from '../../shared/tool-result';
import { budgetOf, scale, type Weigh, within } from '../budget';
import { blockJson, blockText, type Structured } from '../frame';
import type { Policy } from '../types';
import {
	besides,
	carrierOf,
	type Found,
	type Parts,
	partsOf,
	structuredData,
	textBlock,
} from './carriers';

/** Share of the budget that texts beside the data may take and still be sent along. */
const BESIDE = 0.25;

/** Share of the budget that blocks without text may take beside the data. */
const LINKED = 0.2;

/** Finds the data of a result; undefined when it has neither text nor structured content. */
export function findPayload(result: ToolResult, policy: Policy, weigh: Weigh): Found | undefined {
	const fits: Parts['fits'] = (text, share = BESIDE) => {
		const room = scale(budgetOf(policy), share);
		return within(weigh(text, room), room);
	};
	// The blocks without text, as JSON, apart from the others.
	const linked: string[] = [];
	const others: Block[] = [];
	for (const block of result.content) {
		const json = blockJson(block);
		if (json === undefined) others.push(block);
		else linked.push(json);
	}
	if (fits(linked.join('\n'), LINKED)) return findData(result, fits);
	const list = blockList(result, linked, others, fits);
	if (list) return list;
	const found = findData({ ...result, content: others }, fits);
	// Beside data of weight they wait as a text of their own.
	const waiting = `[${linked.join(',\n')}]`;
	return found && { ...found, leftOut: [[...found.leftOut, waiting].join('\n')] };
}

function findData(result: ToolResult, fits: Parts['fits']): Found | undefined {
	const parts = partsOf(result, fits);
	const { texts } = parts;
	let main = -1;
	for (const [at, each] of texts.entries())
		if (each !== undefined && (main < 0 || each.length > (texts[main] as string).length)) main = at;
	const text = texts[main];
	if (result.structured !== undefined) {
		const tape = containerTape(result.structured);
		if (text !== undefined) {
			const carrier = tape && carrierOf(tape, text);
			if (carrier && fits(carrier.rest)) return textBlock(parts, main, carrier);
			if (fits(result.structured) && !fits(text))
				return textBlock(parts, main, { as: 'keep', text: result.structured });
		}
		return structuredData(parts, result.structured, tape);
	}
	if (text === undefined) return undefined;
	return fits(besides(parts, main)) ? textBlock(parts, main, { as: 'none' }) : spreadBlocks(parts);
}

/** The blocks as the data, where all else of the result is small. @param fits whether a text may be sent beside the data */
function blockList(
	result: ToolResult,
	linked: readonly string[],
	others: readonly Block[],
	fits: Parts['fits'],
): Found | undefined {
	const { content, structured } = result;
	if (!fits([...others.map(blockText), structured].join('\n'), LINKED)) return undefined;
	const first = content.findIndex((block) => blockJson(block) !== undefined);
	const text = `[${linked.join(',')}]`;
	const tape = containerTape(text);
	if (!tape) return undefined;
	const kept: Structured =
		structured === undefined ? { as: 'none' } : { as: 'keep', text: structured };
	return {
		payload: { text, tape, frame: { structured: kept, spread: true, blocks: true } },
		around: {
			before: content.slice(0, first),
			after: content.slice(first).filter((block) => blockJson(block) === undefined),
			...partsOf(result, fits).rest,
		},
		leftOut: [],
	};
}

/** Several texts of weight: a list whose items are the blocks. */
function spreadBlocks({ content, texts, rest }: Parts): Found {
	const items: string[] = [];
	for (const text of texts) {
		if (text === undefined) continue;
		items.push(containerTape(text) ? text.replace(BYTE_ORDER_MARK, '') : JSON.stringify(text));
	}
	const text = `[${items.join(',')}]`;
	const tape = containerTape(text);
	return {
		payload: { text, ...defined({ tape }), frame: { structured: { as: 'none' }, spread: true } },
		around: { before: [], after: content.filter((_, at) => texts[at] === undefined), ...rest },
		leftOut: [],
	};
}
