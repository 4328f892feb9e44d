// A list as its first answer describes it.
import type { Weigh } from '../../../src/protect/budget';
import type { ListChoice } from '../../../src/protect/list-choice';
import { factsOf, type Told } from '../../../src/protect/selection/describe';
import type { Leaf } from '../../../src/protect/selection/scores';
import { containerTape } from '../../../src/shared/json/parse';
import type { Tape } from '../../../src/shared/json/tape';

/** Four characters to a token. */
export const weigh = (text: string) => ({ tokens: text.length / 4, bytes: text.length });

/** A value as it is parsed. */
export const tapeOf = (value: unknown) => {
	const tape = containerTape(JSON.stringify(value));
	if (!tape) throw new Error('no JSON');
	return tape;
};

export const described = (
	tape: Tape,
	list: ListChoice,
	leaves: readonly Leaf[],
	weigh: Weigh,
): Told => {
	const wishes = { essential: new Set<string>() };
	const page = { tape, list, from: 0, limit: 50, askedLimit: 0, whole: false, full: false, wishes };
	const { shape, select } = factsOf(page, leaves, weigh).told;
	return { shape, select: select([]) };
};
