// Faults of the platform, as a test asks for them; absent members are as they should be.

/** Of a Durable Object: it throws, never answers, or answers after so many milliseconds. */
export type ObjectFault = 'throw' | 'hang' | number;

export interface Faults {
	/** Milliseconds that calls of KV take: all, unless `kvDelays` names some. */
	readonly kvDelay?: number;
	readonly kvDelays?: 'reads' | 'writes';
	/** Milliseconds until a written value can be read. */
	readonly kvLate?: number;
	/** Milliseconds for which a value that was not found stays not found. */
	readonly kvMiss?: number;
	/** Calls of KV that fail. */
	readonly kvFails?: 'reads' | 'writes' | 'all';
	/** Every point of Analytics Engine is refused. */
	readonly analyticsFails?: boolean;
	/** By binding, or by `BINDING.service`. */
	readonly objects?: Readonly<Record<string, ObjectFault>>;
	/** Connections of one invocation that may await headers; the platform has 6. */
	readonly connections?: number;
	/** Subrequests of one invocation to other servers: 50 on the free plan. */
	readonly fetches?: number;
	/** Subrequests of one invocation to bindings: 1,000. */
	readonly bindings?: number;
	/** Milliseconds by which the Worker's clock is ahead. */
	readonly ahead?: number;
}
