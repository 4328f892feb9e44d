// Changes that fail no proof and are told: headings, the order of numbered steps, the files that a rule is for. Pure.
import type { BindingRule, Constraint } from '../memory';
import { headingWarnings, listed } from './headings';

/** Returns warnings about what changed since it was told, without a line of it changing. */
export const changeWarnings = (rules: readonly BindingRule[]): string[] => [
	...headingWarnings(
		rules.flatMap(({ told }) => told),
		rules.flatMap(({ constraints }) => constraints),
	),
	...listed(
		'order',
		rules.flatMap((rule) => reordered(rule)),
	),
	...listed(
		'scope changed',
		rules.flatMap(({ path, scopes }) =>
			scopes === undefined ? [] : [`${path} was ${scopes[0]}, is ${scopes[1]}`],
		),
	),
];

/** Returns the steps of each numbered list that stand in another order now. */
function reordered({ path, told, constraints }: BindingRule): string[] {
	const now = new Map(
		constraints.filter(({ list }) => list !== undefined).map(({ key }, at) => [key, at]),
	);
	const lists = Map.groupBy(
		told.filter(({ list, key }) => list !== undefined && now.has(key)),
		({ list }) => list,
	);
	const placeOf = ({ key }: Constraint) => now.get(key) ?? 0;
	return [...lists.values()].flatMap((steps) => {
		const sorted = [...steps].sort((one, other) => placeOf(one) - placeOf(other));
		const moved = steps.filter((step, at) => step !== sorted[at]).map(({ id }) => id);
		return moved.length === 0 ? [] : [`${moved.join(' and ')} of ${path} changed places`];
	});
}
