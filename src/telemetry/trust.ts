// Endpoints with unreliable estimates (docs/telemetry.md "Accuracy"): a memory of
// one isolate. An endpoint whose sampled estimate was off by more than a factor of two is limited by
// bytes until a sample is right again.

/** Exact counts below this say nothing: a few tokens of a short answer are a large share of it. */
const TELLING = 100;
const FACTOR = 2;
/** Endpoints remembered of a workspace. */
const MOST_ENDPOINTS = 500;

/** The standing of the estimates of a tool. */
export type Verdict = 'off' | 'right_again' | 'right';

export class EstimatorTrust {
	/** Endpoints by workspace. */
	readonly #lost = new Map<string, Set<string>>();

	/** Endpoints of a workspace whose estimates are not trusted. */
	of(workspace: string): ReadonlySet<string> {
		return this.#lost.get(workspace) ?? NONE;
	}

	/** Judges a sample. @param estimate tokens by the configured estimator, used or not @param exact tokens counted */
	judge(workspace: string, endpoint: string, estimate: number, exact: number): Verdict {
		if (exact < TELLING && estimate < TELLING) return 'right';
		const isWrong = estimate > exact * FACTOR || exact > estimate * FACTOR;
		const lost = this.#lost.get(workspace);
		if (!isWrong) return lost?.delete(endpoint) ? 'right_again' : 'right';
		const known = lost ?? new Set();
		if (known.size < MOST_ENDPOINTS) this.#lost.set(workspace, known.add(endpoint));
		return 'off';
	}
}

const NONE: ReadonlySet<string> = new Set();
