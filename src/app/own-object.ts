// The class of our Durable Objects: each can show what it keeps, and let go of it.
import {
	type Host,
	type Hosted,
	type HostNamespace,
	hostedObject,
	objectNamed,
} from '../adapters/cloudflare';
import { ownedRows } from '../adapters/sqlite';

/** A question for the rows of an object, and a page of the answer. */
export type RowsQuery = Parameters<typeof ownedRows.rowsOf>[1];
type RowsPage = ReturnType<typeof ownedRows.rowsOf>;

/**
 * A Durable Object whose rows can be exported and erased.
 * @param build makes its services
 */
export const ownObject = <Env = unknown>(build: (host: Host, env: Env) => Hosted) =>
	hostedObject<Env, RowsQuery, RowsPage>(build, ownedRows);

/** An object itself, whatever it hosts. */
export const objectAt = (namespace: HostNamespace, name: string) =>
	objectNamed<RowsQuery, RowsPage>(namespace, name);
