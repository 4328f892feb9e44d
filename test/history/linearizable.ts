// Finds whether what several clients saw at the same time could have happened one after the other: each operation at
// one moment between its call and its answer (Wing and Gong's search, with Lowe's memory of what was tried).

export interface Operation<Input, Output> {
	readonly client: string;
	readonly input: Input;
	/** Undefined where nobody learned it: it may have happened, then or later, or not at all. */
	readonly output: Output | undefined;
	/** Any clock that runs forwards. */
	readonly called: number;
	readonly answered: number;
}

export interface Model<State, Input, Output> {
	readonly start: State;
	/** The state after an operation that gave this output; undefined where it cannot have given it. */
	step(state: State, input: Input, output: Output | undefined): State | undefined;
}

/** @returns an order that explains everything, or undefined: the history is not linearizable */
export function linearized<State, Input, Output>(
	history: readonly Operation<Input, Output>[],
	{ start, step }: Model<State, Input, Output>,
): readonly Operation<Input, Output>[] | undefined {
	const tried = new Set<string>();
	const search = (
		left: readonly number[],
		state: State,
		order: readonly number[],
	): readonly number[] | undefined => {
		const known = left.filter((at) => history[at]?.output !== undefined);
		if (known.length === 0) return order;
		const key = `${left.join()} ${JSON.stringify(state)}`;
		if (tried.has(key)) return undefined;
		tried.add(key);
		// Whatever begins after another has ended comes after it.
		const soonest = Math.min(...known.map((at) => history[at]?.answered ?? 0));
		for (const at of left) {
			const operation = history[at];
			if (!operation || operation.called > soonest) continue;
			const next = step(state, operation.input, operation.output);
			if (next === undefined) continue;
			const found = search(
				left.filter((other) => other !== at),
				next,
				[...order, at],
			);
			if (found) return found;
		}
		return undefined;
	};
	const order = search([...history.keys()], start, []);
	return order?.flatMap((at) => history[at] ?? []);
}
