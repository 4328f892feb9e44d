// The price of a conversation where the beginning of each prompt is cached, in tokens of plain input: what begins
// like the request before at 0.1, what is new at 1.25, what the model writes at 5.

export type Exchanged = readonly (readonly [written: number, shown: number])[];

/** @param list tokens of the tools, which every request begins with */
export function price(list: number, exchanged: Exchanged): number {
	let [prefix, added, sum] = [0, list, 0];
	for (const [written, shown] of [...exchanged, [0, 0] as const]) {
		sum += prefix * 0.1 + added * 1.25 + written * 5;
		prefix += added;
		added = written + shown;
	}
	return sum;
}
