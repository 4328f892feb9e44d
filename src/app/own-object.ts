// The class of our Durable Objects: each can show what it keeps, and let go of it.
import { type Hosted, type HostNamespace, hostedObject, remote } from '../adapters/cloudflare';
import { ownedRows } from '../adapters/sqlite';
import type { KeptPrompts, KeptResults } from '../session';
import type { Env } from './env';

/** A question for the rows of an object, and a page of the answer. */
export type RowsQuery = Parameters<typeof ownedRows.rowsOf>[1];
type RowsPage = ReturnType<typeof ownedRows.rowsOf>;
type Host = Parameters<Parameters<typeof hostedObject>[0]>[0];

interface OwnService {
	/** Deletes everything. @returns whether there was anything */
	erase(): Promise<boolean>;
	/** Deletes the rows of a principal. @returns how many rows changed */
	eraseOf(principal: string): number;
	/** Reads rows, without secrets. */
	rows(query: RowsQuery): RowsPage;
}

/** A Durable Object whose rows can be exported and erased. @param build makes its services */
export const ownObject = <Env = unknown>(build: (host: Host, env: Env) => Hosted) =>
	hostedObject<Env, RowsQuery, RowsPage>(build, ownedRows);

/** Returns the own service of an object, whatever else it hosts. */
export const objectAt = (namespace: HostNamespace, name: string) =>
	remote<OwnService>(namespace, name);

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
interface Named {
	readonly principal: string;
	readonly session: string;
}
