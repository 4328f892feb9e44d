// What a text for the prompt costs: its budget must hold when counted exactly, so the ceiling is asked,
// not the estimate, which is too low for hashes, paths and emoji.
import { CEILING_MARGIN, ceiling } from '../protect';

/** @returns tokens of a text, at most, for models whose tokenizers make `tokenFamily` times o200k's */
export const promptWeight =
	(tokenFamily: number) =>
	(text: string): number =>
		Math.ceil(ceiling(text) * CEILING_MARGIN * tokenFamily);
