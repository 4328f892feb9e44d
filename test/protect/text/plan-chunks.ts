// Plans all chunks of a text, one after the other.
import { natureOf } from '../../../src/protect/text/kind';
import { indexLines } from '../../../src/protect/text/lines';
import { type ChunkLimits, chunker } from '../../../src/protect/text/plan';

/**
 * Concatenated the chunks are the text.
 *
 * @returns offsets in UTF-16 units: chunk n (from 0) is from the nth to the one after; the empty text
 * has no chunk and the single offset 0
 */
export function planChunks(text: string, limits: ChunkLimits): readonly number[] {
	const { end } = chunker(text, natureOf(text, indexLines(text)), limits);
	const boundaries = [0];
	for (let from = 0; from < text.length; ) {
		from = end(from);
		boundaries.push(from);
	}
	return boundaries;
}
