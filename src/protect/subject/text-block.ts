// One text block as the data: a document, a log, a page.
import type { Block } from '../../shared/tool-result';
import { keptUnder, type Structured } from '../frame';
import { containerTape, longList } from '../json/container';
import { rootKeys } from '../json/tape';
import { besides, type Found, type Parts } from './found';

/** The text block `main` is the data; its neighbours are sent along where they are small. */
export function textBlock(parts: Parts, main: number, structured: Structured): Found {
	const { content, texts, rest, fits } = parts;
	const text = texts[main] as string;
	const block = content[main] as Block;
	// An embedded resource is a file: its text is what it is, whatever is written in it.
	const isFile = block.type === 'resource';
	const tape = isFile ? undefined : containerTape(text);
	const stream = tape || isFile || structured.as === 'carrier' ? undefined : longList(text);
	const holder = holderOf(block);
	const beside = besides(parts, main);
	const keepAll = fits(beside);
	const isKept = (at: number): boolean => keepAll || texts[at] === undefined;
	const taken =
		structured.as === 'carrier' ? rootKeys(containerTape(structured.rest)) : rootKeys(tape);
	return {
		subject: {
			text,
			...(tape ? { tape } : {}),
			...(stream ? { stream } : {}),
			frame: {
				structured,
				...(Object.keys(holder).length > 1 ? { holder } : {}),
				...keptUnder(taken),
			},
		},
		around: {
			before: content.filter((_, at) => at < main && isKept(at)),
			after: content.filter((_, at) => at > main && isKept(at)),
			...rest,
		},
		leftOut: keepAll ? [] : [beside],
	};
}

/** The block without its text. */
function holderOf(block: Block): Block {
	if (block.type !== 'resource') {
		const { text: _, ...holder } = block as Record<string, unknown>;
		return holder as unknown as Block;
	}
	const { text: _, ...resource } = block.resource as Record<string, unknown>;
	return { ...block, resource } as Block;
}
