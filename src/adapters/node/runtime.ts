// The contract between a Node process and the Worker's code (src/node.ts implements it).

import type { Processes } from '../fetch';

/** Reaches a server outside; rejects as `fetch` does where there is no answer. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** Options for opening Loadline in a process; failures outside of requests go to `onError`. */
export interface NodeOptions {
	readonly folder: string;
	/** Text of the configuration that is built in (loadline.yaml). */
	readonly file: string;
	/** Environment variables and secrets, as those of a deployment. */
	readonly variables: Readonly<Record<string, string | undefined>>;
	/** Reaches servers; the runtime's own unless told. */
	readonly fetch?: Fetch;
	/** Starts servers that the configuration names by a command; absent: it may name none. */
	readonly processes?: Processes;
	/** Bytes of results kept. */
	readonly mostBytes?: number;
	readonly onError?: (error: unknown) => void;
}

/** A Loadline that runs in this process, with no port of its own. */
export interface NodeLoadline {
	fetch(request: Request): Promise<Response>;
	/** Lets objects do now what they would do later: what they know reaches those who tell it. */
	settle(): Promise<void>;
	/** Finishes what was begun, and closes the state. */
	close(): Promise<void>;
}

/** Opens the state of a folder, and makes it where there is none. */
export type OpenLoadline = (options: NodeOptions) => Promise<NodeLoadline>;
