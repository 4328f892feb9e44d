// Status texts: progress of a call, and servers that do not answer.
import type { Progress } from './client';

/** `3 of 10, reading`. */
export const wordsOf = ({ progress, total, message }: Progress): string =>
	[`${progress}${total === undefined ? '' : ` of ${total}`}`, message].filter(Boolean).join(', ');

/** A server that does not answer, and why. */
export interface Silent {
	readonly name: string;
	readonly status: string;
	readonly reason?: string;
}

/**
 * Servers that are down, of those that the playground is connected to; none where that cannot be asked.
 * @param where the name of one; empty for all of them
 */
export async function silentOf(where: string): Promise<readonly Silent[]> {
	try {
		const answer = await fetch('/health');
		const { upstreams = [] } = (await answer.json()) as { upstreams?: readonly Silent[] };
		return upstreams.filter(
			({ name, status }) => status === 'down' && (where === '' || where === name),
		);
	} catch {
		return [];
	}
}
