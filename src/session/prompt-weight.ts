// What a text for the prompt costs: its budget must hold when counted exactly, so the ceiling is asked,
// not the estimate, which is too low for hashes, paths and emoji.
import { ceiling } from '../protect/tokens/ceiling';

/** The ceiling is fitted, not proven. */
const MARGIN = 1.05;

/** @returns tokens of a text, at most, for models whose tokenizers make `tokenFamily` times o200k's */
export const promptWeight =
	(tokenFamily: number) =>
	(text: string): number =>
		Math.ceil(ceiling(text) * MARGIN * tokenFamily);
