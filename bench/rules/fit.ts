// Fits the least shares of a task that tell foreign topics from tasks best, of round numbers:
// `npm run bench -- rules --fit` tries all of them on the half that builds.
import type { Named } from '../../src/memory/hub/ranking';

/** One task, and the documents that say anything of it, best first. */
export interface Tried {
	/** Paths that answer it; none of a foreign topic. */
	readonly right: ReadonlySet<string>;
	readonly found: readonly {
		readonly path: string;
		readonly score: number;
		readonly coverage: number;
		readonly named: Named;
	}[];
}

export interface Fit {
	readonly least: Readonly<Record<Named, number>>;
	/** Tasks of which a right document is told. */
	readonly reached: number;
	/** Foreign topics that are told nothing. */
	readonly nothing: number;
	/** Documents told of tasks that do not answer them. */
	readonly wrong: number;
}

const SHARES = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7];

/** Share of the tasks of which a right document is to be told. */
const GOAL = 0.95;

/** Returns the best shares first: of those that reach the goal the ones that are silent most often, then the least wrong. */
export function fits(tried: readonly Tried[], leastShare: number): readonly Fit[] {
	const tasks = tried.filter(({ right }) => right.size > 0).length;
	const foreign = tried.length - tasks;
	const fit = (least: Fit['least']): Fit => {
		const sums = { reached: 0, nothing: 0, wrong: 0 };
		for (const { right, found } of tried) {
			const told = found.filter(({ coverage, named }) => coverage >= least[named]);
			const close = told.filter(({ score }) => score >= (told[0]?.score ?? 0) * leastShare);
			if (right.size === 0) sums.nothing += Number(close.length === 0);
			else sums.reached += Number(close.some(({ path }) => right.has(path)));
			if (right.size > 0) sums.wrong += close.filter(({ path }) => !right.has(path)).length;
		}
		return { least, ...sums };
	};
	const worth = ({ reached, nothing }: Fit) =>
		(reached >= GOAL * tasks ? 1 : 0) + nothing / (foreign + 1);
	return SHARES.flatMap((path) =>
		SHARES.flatMap((description) =>
			SHARES.flatMap((text) =>
				path <= description && description <= text ? [fit({ path, description, text })] : [],
			),
		),
	).sort((one, other) => worth(other) - worth(one) || one.wrong - other.wrong);
}
