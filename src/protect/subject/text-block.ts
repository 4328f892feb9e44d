// One text block as the data: a document, a log, a page.
import type { Block } from '../../shared/tool-result';
import { keptUnder, type Structured } from '../frame';
import { containerTape, longList } from '../json/container';
import { rootKeys } from '../json/tape';
import type { Found, Parts } from './found';

/** The text block `main` is the data; its neighbours are sent along where they are small. */
export function textBlock(
	{ content, texts, rest, fits }: Parts,
	main: number,
	structured: Structured,
): Found {
	const text = texts[main] as string;
	const block = content[main] as Block;
	// An embedded resource is a file: its text is what it is, whatever is written in it.
	const tape = block.type === 'resource' ? undefined : containerTape(text);
	const stream =
		tape || block.type === 'resource' || structured.as === 'carrier' ? undefined : longList(text);
	const { text: _, ...holder } = block as Record<string, unknown>;
	const beside = texts.filter((other, at) => at !== main && other !== undefined).join('\n');
	const keepAll = fits(beside);
	const kept = (_block: Block, at: number): boolean => keepAll || texts[at] === undefined;
	const taken =
		structured.as === 'carrier' ? rootKeys(containerTape(structured.rest)) : rootKeys(tape);
	return {
		subject: {
			text,
			...(tape ? { tape } : {}),
			...(stream ? { stream } : {}),
			frame: {
				structured,
				...(Object.keys(holder).length > 1 ? { holder: holderOf(block) } : {}),
				...keptUnder(taken),
			},
		},
		around: {
			before: content.slice(0, main).filter(kept),
			after: content.slice(main + 1).filter((block, at) => kept(block, main + 1 + at)),
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
