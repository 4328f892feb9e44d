// The class of our Durable Objects: each can show what it keeps, and let go of it.
import { type Hosted, type HostNamespace, hostedObject, remote } from '../adapters/cloudflare';
import { ownedRows } from '../adapters/sqlite';

/** A question for the rows of an object, and a page of the answer. */
export type RowsQuery = Parameters<typeof ownedRows.rowsOf>[1];
type RowsPage = ReturnType<typeof ownedRows.rowsOf>;
type Host = Parameters<Parameters<typeof hostedObject>[0]>[0];

/** The service that every object has. */
interface OwnService {
	/** Deletes everything. @returns whether there was anything */
	erase(): Promise<boolean>;
	/** Deletes the rows of a principal. @returns how many rows changed */
	eraseOf(principal: string): number;
	/** Reads rows, without secrets. */
	rows(query: RowsQuery): RowsPage;
}

/**
 * A Durable Object whose rows can be exported and erased.
 * @param build makes its services
 */
export const ownObject = <Env = unknown>(build: (host: Host, env: Env) => Hosted) =>
	hostedObject<Env, RowsQuery, RowsPage>(build, ownedRows);

/** Returns the own service of an object, whatever else it hosts. */
export const objectAt = (namespace: HostNamespace, name: string) =>
	remote<OwnService>(namespace, name);
