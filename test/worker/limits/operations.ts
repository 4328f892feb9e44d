// Operations that the platform bills, and their cost (published prices of Workers Paid, without allowances).

/** Counted since the last reset; bytes are of values, keys left out. */
export interface Operations {
	/** Invocations of the Worker, its timer's included. */
	requests: number;
	kvReads: number;
	kvWrites: number;
	kvDeletes: number;
	kvBytesWritten: number;
	kvBytesRead: number;
	/** Calls of Durable Objects, and alarms that rang. */
	objectRequests: number;
	rowsRead: number;
	/** An alarm that is set counts as one. */
	rowsWritten: number;
	/** Points of Analytics Engine. */
	points: number;
	/** `fetch` to other servers. */
	fetches: number;
	/** The most subrequests of one invocation: to other servers, and to bindings. */
	mostFetches: number;
	mostBindings: number;
	/** Requests by `BINDING.service.method`, and `CONFIG_READ`; rows read and written by class and by statement. */
	byCall: Record<string, number>;
	byClass: Record<string, [number, number]>;
	byStatement: Record<string, [number, number]>;
}

/** Of the KV reads, those of the configuration, in `byCall`. */
export const CONFIG_READ = 'KV.config';

export const noOperations = (): Operations => ({
	requests: 0,
	kvReads: 0,
	kvWrites: 0,
	kvDeletes: 0,
	kvBytesWritten: 0,
	kvBytesRead: 0,
	objectRequests: 0,
	rowsRead: 0,
	rowsWritten: 0,
	points: 0,
	fetches: 0,
	mostFetches: 0,
	mostBindings: 0,
	byCall: {},
	byClass: {},
	byStatement: {},
});

/** Dollars a million, by what is counted. A Durable Object answers in 4 ms, which is assumed. */
const PRICES: Readonly<Partial<Record<keyof Operations, number>>> = {
	requests: 0.3,
	kvReads: 0.5,
	kvWrites: 5,
	kvDeletes: 5,
	objectRequests: 0.15 + 0.004 * 0.128 * 12.5,
	rowsRead: 0.001,
	rowsWritten: 1,
	points: 0.25,
};

/** Dollars for a million calls that each cost so much. CPU is left out: here it is another machine's. */
export const dollars = (operations: Operations, calls: number): number =>
	Object.entries(PRICES).reduce(
		(sum, [name, price]) => sum + (Number(operations[name as keyof Operations]) * price) / calls,
		0,
	);
