// What finding the data of a result comes to.
import type { Block, ToolResult } from '../../shared/tool-result';
import { blockText, type Frame, type Surroundings } from '../frame';
import type { Stream } from '../json/stream';
import type { Tape } from '../json/tape';

/** The data of a result as text, parsed where they are JSON, and the frame they are put back into. */
export interface Subject {
	readonly frame: Frame;
	readonly text: string;
	/** Present when the data are JSON of an object or an array. */
	readonly tape?: Tape;
	/** Present when the data are a JSON list that is too long for a tape. */
	readonly stream?: Stream;
}

/** The data of a result, and what stands around them. */
export interface Found {
	readonly subject: Subject;
	readonly around: Surroundings;
	/** Text blocks that the data replace and that are not the same data; kept with the snapshot. */
	readonly leftOut: readonly string[];
}

/** A result as it is looked at. */
export interface Parts {
	readonly content: readonly Block[];
	/** The text of each block; undefined of one without. */
	readonly texts: readonly (string | undefined)[];
	/** What of the result is neither content nor structured. */
	readonly rest: Pick<Surroundings, 'isError' | 'meta'>;
	/** Whether a text is small enough to be sent beside the data. */
	readonly fits: (text: string) => boolean;
}

/** What the texts beside one of them say. */
export const besides = ({ texts }: Pick<Parts, 'texts'>, main: number): string =>
	texts.filter((text, at) => at !== main && text !== undefined).join('\n');

/** A result in its parts, with the text of each block. */
export const partsOf = ({ content, isError, meta }: ToolResult, fits: Parts['fits']): Parts => ({
	content,
	texts: content.map(blockText),
	rest: {
		...(isError === undefined ? {} : { isError }),
		...(meta ? { meta } : {}),
	},
	fits,
});
