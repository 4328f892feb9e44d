// The class of our Durable Objects: each can show what it keeps, and let go of it.
import {
	type Host,
	type Hosted,
	type HostNamespace,
	hostedObject,
	objectNamed,
} from '../adapters/cloudflare';
import { eraseOf, type RowsPage, type RowsQuery, rowsOf, tablesOf } from '../adapters/sqlite';

const ROWS = { rowsOf, eraseOf, isEmpty: (sql: Host['sql']) => tablesOf(sql).length === 0 };

/**
 * A Durable Object whose rows can be exported and erased.
 * @param build makes its services
 */
export const ownObject = <Env = unknown>(build: (host: Host, env: Env) => Hosted) =>
	hostedObject<Env, RowsQuery, RowsPage>(build, ROWS);

/** An object itself, whatever it hosts. */
export const objectAt = (namespace: HostNamespace, name: string) =>
	objectNamed<RowsQuery, RowsPage>(namespace, name);
