// Context actions of a conversation, each with the verdict on its rules.
import type { TracedEvent } from '../../../session';
import { number } from './shell';

/** Returns marks between calls: where the context was cut, or what binds was checked, and whether something was lost. */
export function notchesOf(trace: readonly TracedEvent[], calls: readonly { at: number }[]) {
	const notches = trace.flatMap((event) => {
		const column = calls.filter((call) => call.at <= event.at).length;
		if (event.kind === 'context_action')
			return [{ column, what: `/${event.action}`, isBad: false }];
		if (event.kind !== 'verified') return [];
		const { admissible, failures, bound } = event;
		const what = admissible
			? bound === undefined
				? 'all that binds is held'
				: bound === 0
					? 'no rule bound it'
					: `${number(bound)} of ${number(bound)} held`
			: `lost: ${failures.slice(0, 5).join(', ')}${failures.length > 5 ? `, ${failures.length - 5} more` : ''}`;
		return [{ column, what, isBad: !admissible }];
	});
	// An action, and what was held after it, are one.
	return [...Map.groupBy(notches, ({ column }) => column)].map(([column, own]) => ({
		column,
		what: own.map(({ what }) => what).join(', '),
		isBad: own.some(({ isBad }) => isBad),
	}));
}
