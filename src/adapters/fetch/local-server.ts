// Servers that are processes of this machine, as the configuration names them (docs/config.md).

/** A server's command; `shared`: one process for all, else one a conversation. */
export interface LocalServer {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd?: string;
	readonly shared: boolean;
}

/** Servers that are processes of this machine. */
export interface Processes {
	/** Layers of the configuration that may name them. */
	readonly commands: 'file' | 'all';
	/** Reaches the processes of a server as if it spoke HTTP; begins them as they are needed. */
	fetchOf(
		workspace: string,
		server: LocalServer,
	): (url: string | URL, init: RequestInit) => Promise<Response>;
}
