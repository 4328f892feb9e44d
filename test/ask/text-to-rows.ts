import { readingRows } from '../../src/ask/rows';
import { inOneGo } from '../../src/shared/slices';

/** A text as a list, read without a pause. */
export const textToRows = (text: string) => inOneGo(readingRows(text));
