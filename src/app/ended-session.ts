// A session that is deleted: its object, its results that are kept, and its place in the list.
import { remote } from '../adapters/cloudflare';
import type { KeptPrompts, KeptResults } from '../session';
import type { Env } from './env';
import { objectAt } from './own-object';

/** Names the object of a principal's kept results; a session's handle holds no `~`. */
export const KEPT = '~kept';

/** It need not exist. */
export async function endSession(
	env: Pick<Env, 'SESSION'>,
	list: { remove(of: Named): void | Promise<void> },
	workspace: string,
	{ principal, session }: Named,
): Promise<void> {
	const of = `${workspace}/${principal}/${KEPT}`;
	await remote<KeptResults>(env.SESSION, of, 'kept').forget({ session });
	await remote<KeptPrompts>(env.SESSION, of, 'prompts').forget({ session });
	await objectAt(env.SESSION, `${workspace}/${principal}/${session}`).erase();
	await list.remove({ principal, session });
}

/** A session by its principal's id and its handle, as the list of a workspace knows it. */
export interface Named {
	readonly principal: string;
	readonly session: string;
}
