// Scale of tokens in the drawing of a ship's side.

export const HIGH = 320;
const TOP = 26;
/** Beyond so many times what was held at most, a line is drawn in the part that is not to scale. */
const NEAR = 2.5;
/** The share of the picture that is to scale, where there is another. */
const TO_SCALE = 0.7;
/** Ratio of a part's height to its content. */
const AIR = 1.12;

/** Heights of tokens: to scale as far as planks go, and up to what lies far above them by its logarithm. */
export interface Scale {
	readonly y: (tokens: number) => number;
	/** Tokens at which the part that is to scale ends; absent where all of it is. */
	readonly breaksAt?: number;
}

/**
 * @param most tokens that planks reach at most
 * @param lines tokens of lines that are drawn with them
 */
export function scaleOf(most: number, lines: readonly number[]): Scale {
	const near = lines.filter((tokens) => tokens <= most * NEAR);
	const far = Math.max(...lines);
	const end = Math.round(Math.max(most, ...near) * AIR);
	if (near.length === lines.length)
		return { y: (tokens) => round(HIGH - (tokens * (HIGH - TOP)) / end) };
	const bend = HIGH - (HIGH - TOP) * TO_SCALE;
	const above = Math.log(far / end) || 1;
	return {
		breaksAt: end,
		y: (tokens) =>
			round(
				tokens <= end
					? HIGH - (tokens * (HIGH - bend)) / end
					: bend - ((bend - TOP) * Math.log(tokens / end)) / above,
			),
	};
}

/** To one decimal: what a drawing needs of a coordinate. */
export const round = (value: number): number => Math.round(value * 10) / 10;
