// Sums over the questions of a half, and their table.

export interface Asked {
	readonly payload: string;
	readonly kind: string;
	readonly select: string;
	readonly expected: unknown;
	/** On the first call of the tool; absent where the expression is about several results. */
	readonly first?: Trial;
	/** On the handle of a first answer, which is counted, too. */
	readonly later: Trial;
}

export interface Trial {
	readonly isExact: boolean;
	/** Tokens as a share of the whole payload's, 0 to 1. */
	readonly share: number;
	/** The beginning of what was answered. */
	readonly answer: string;
}

export interface Half {
	readonly half: string;
	readonly payloads: number;
	readonly questions: number;
	readonly exactFirst: number;
	readonly askedFirst: number;
	readonly exactLater: number;
	readonly shareFirst: number;
	readonly shareLater: number;
}

export function summed(half: string, asked: readonly Asked[]): Half {
	const firsts = asked.flatMap(({ first }) => (first ? [first] : []));
	const mean = (trials: readonly Trial[]) =>
		trials.reduce((sum, { share }) => sum + share, 0) / Math.max(1, trials.length);
	const exact = (trials: readonly Trial[]) => trials.filter(({ isExact }) => isExact).length;
	const laters = asked.map(({ later }) => later);
	return {
		half,
		payloads: new Set(asked.map(({ payload }) => payload)).size,
		questions: asked.length,
		exactFirst: exact(firsts),
		askedFirst: firsts.length,
		exactLater: exact(laters),
		shareFirst: mean(firsts),
		shareLater: mean(laters),
	};
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

export const askTable = (halves: readonly Half[]): string =>
	[
		'| half | payloads | questions | exact on the first call | mean share of raw | exact after a first answer | mean share of raw, first answer included |',
		'|---|---|---|---|---|---|---|',
		...halves.map(
			(half) =>
				`| ${half.half} | ${half.payloads} | ${half.questions} | ${half.exactFirst} of ${half.askedFirst} | ${percent(half.shareFirst)} | ${half.exactLater} of ${half.questions} | ${percent(half.shareLater)} |`,
		),
	].join('\n');
