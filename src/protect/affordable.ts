// Names from the data in texts of Loadline's own: they may be long and in any script, and every
// answer must still hold the budget (docs/protect.md "What is added").
import type { Bench } from './draft';
import { quote } from './json/quote';

/** Share of the token budget that one enumeration of names may take. */
const SHARE = 0.1;

/** As JSON within a JSON text, as instructions spell them. */
const spelled = (name: string): string => quote(quote(name));

/** Those of `names`, in order, that a text can afford together: what is too long is left out. */
export function affordable(
	names: readonly string[],
	{ policy, weigh }: Pick<Bench, 'policy' | 'weigh'>,
): string[] {
	let left = policy.tokenBudgetThreshold * SHARE;
	return names.filter((name) => {
		const { tokens } = weigh(spelled(name));
		if (tokens > left) return false;
		left -= tokens;
		return true;
	});
}
