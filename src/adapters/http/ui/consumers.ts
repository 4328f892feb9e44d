// Candidate consumers of a tool's results: the tools that a conversation called after it.
import type { LedgerCall } from '../../../transient';

/** The likeliest first: what used its results up, else what came next most often. */
export function consumersOf(calls: readonly LedgerCall[], tool: string): readonly string[] {
	const votes = new Map<string, number>();
	const byId = new Map(calls.map((call) => [call.id, call]));
	for (const [at, call] of calls.entries()) {
		if (call.tool === tool) {
			const next = calls.slice(at + 1).find((later) => later.tool !== tool);
			if (next) votes.set(next.tool, (votes.get(next.tool) ?? 0) + 1);
			const user = call.partner === undefined ? undefined : byId.get(call.partner);
			if (user) votes.set(user.tool, (votes.get(user.tool) ?? 0) + calls.length);
		} else votes.set(call.tool, votes.get(call.tool) ?? 0);
	}
	return [...votes].sort(([, a], [, b]) => b - a).map(([name]) => name);
}
