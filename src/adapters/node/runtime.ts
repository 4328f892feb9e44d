// What a process of Node gives to the Worker's code, and what it gets (src/node.ts makes it).

export type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

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

export interface NodeLoadline {
	fetch(request: Request): Promise<Response>;
	/** Lets objects do now what they would do later: what they know reaches those who tell it. */
	settle(): Promise<void>;
	/** Finishes what was begun, and closes the state. */
	close(): Promise<void>;
}

export type OpenLoadline = (options: NodeOptions) => Promise<NodeLoadline>;
