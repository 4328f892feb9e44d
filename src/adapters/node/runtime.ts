// What a process of Node gives to the Worker's code, and what it gets (src/node.ts makes it).

/** Reaches a server outside; rejects as `fetch` does where there is no answer. */
export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** What a Loadline in a process is opened with; failures that no request sees go to `onError`. */
export interface NodeOptions {
	/** Where state is kept. */
	readonly folder: string;
	/** Text of the configuration that is built in (loadline.yaml). */
	readonly file: string;
	/** Environment variables and secrets, as those of a deployment. */
	readonly variables: Readonly<Record<string, string | undefined>>;
	/** Reaches servers; the runtime's own unless told. */
	readonly fetch?: Fetch;
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
