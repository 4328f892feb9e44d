// What in a result is the data: one JSON document or one text, and the frame it came in.
import type { ToolResult } from '../../shared/tool-result';
import { budgetOf, scale, type Weigh, within } from '../budget';
import { containerTape } from '../json/container';
import type { Policy } from '../types';
import { blockList, sortBlocks, spreadBlocks } from './blocks';
import { besides, type Found, type Parts, partsOf } from './found';
import { carrierOf, structuredData } from './structured';
import { textBlock } from './text-block';

/** Share of the budget that texts beside the data may take and still be sent along. */
const BESIDE = 0.25;

/** Share of the budget that blocks without text may take beside the data. */
const LINKED = 0.2;

/** Finds the data of a result; undefined when it has neither text nor structured content. */
export function findSubject(result: ToolResult, policy: Policy, weigh: Weigh): Found | undefined {
	const fitsIn = (share: number): Parts['fits'] => {
		const room = scale(budgetOf(policy), share);
		return (text) => within(weigh(text, room), room);
	};
	const sorted = sortBlocks(result.content);
	const fitsLinked = fitsIn(LINKED);
	const fits = fitsIn(BESIDE);
	if (fitsLinked(sorted.linked.join('\n'))) return findData(result, fits);
	const list = blockList(result, sorted, fitsLinked);
	if (list) return list;
	const found = findData({ ...result, content: sorted.others }, fits);
	// Beside data of weight they wait as a text of their own.
	const waiting = `[${sorted.linked.join(',\n')}]`;
	return found && { ...found, leftOut: [[...found.leftOut, waiting].join('\n')] };
}

function findData(result: ToolResult, fits: Parts['fits']): Found | undefined {
	const parts = partsOf(result, fits);
	const { texts } = parts;
	const main = heaviest(texts);
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

/** Where the longest text stands; −1 where there is none. */
function heaviest(texts: readonly (string | undefined)[]): number {
	let best = -1;
	for (const [at, text] of texts.entries())
		if (text !== undefined && (best < 0 || text.length > (texts[best] as string).length)) best = at;
	return best;
}
