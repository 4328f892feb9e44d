// The hosts that are known: what each lets through of one result, and how long the name of a tool may
// be (docs/gateway.md "Hosts"). Read in their documentation and source; the smallest figure counts.
import type { HostRoom } from '../protect/types';

export const HOST_NAMES = [
	'vscode',
	'copilot-cli',
	'codex',
	'gemini',
	'opencode',
	'claude-code',
	'claude-ai',
	'cursor',
	'goose',
] as const;

export type HostName = (typeof HOST_NAMES)[number];

/** `none`: the defaults hold, whatever the client says it is. */
export type HostChoice = HostName | 'none';

export const HOST_CHOICES: readonly HostChoice[] = [...HOST_NAMES, 'none'];

export interface Host {
	/** How its clients begin to name themselves (`clientInfo.name`), in lower case, `-` for any sign. */
	readonly clients: readonly string[];
	readonly room: HostRoom;
	/** Characters of a tool's name as it is listed here; absent: any. */
	readonly longestName?: number;
}

/**
 * Characters that a host puts before a tool's name and counts with it, such as `mcp__loadline__`. The
 * name under which it knows this server is its own: one of this length fits.
 */
const PREFIX = 'mcp__loadline__'.length;

export const HOSTS: Readonly<Record<HostName, Host>> = {
	// Beyond 8,192 characters the model gets the name of a file.
	vscode: {
		clients: ['visual-studio-code', 'vscode', 'code-oss'],
		room: { shows: 'structured', characters: 8_192 },
		longestName: 64 - PREFIX,
	},
	'copilot-cli': {
		clients: ['copilot', 'github-copilot'],
		room: { shows: 'structured', characters: 8_192 },
		longestName: 64 - PREFIX,
	},
	// The middle is cut: 10,000 bytes by default, in earlier versions also beyond 256 lines.
	codex: {
		clients: ['codex', 'openai-codex'],
		room: { shows: 'structured', bytes: 10_000, lines: 256 },
		longestName: 64 - PREFIX,
	},
	gemini: {
		clients: ['gemini'],
		room: { shows: 'content', characters: 40_000 },
		longestName: 63 - PREFIX,
	},
	opencode: {
		clients: ['opencode'],
		room: { shows: 'content', bytes: 51_200, lines: 2_000 },
		longestName: 64 - PREFIX,
	},
	'claude-code': {
		clients: ['claude-code'],
		room: { shows: 'structured', tokens: 25_000 },
		longestName: 64 - PREFIX,
	},
	'claude-ai': {
		clients: ['claude-ai', 'anthropic-claudeai', 'claude-desktop'],
		room: { shows: 'both', characters: 150_000 },
		longestName: 64 - PREFIX,
	},
	cursor: {
		clients: ['cursor'],
		room: { shows: 'content' },
		longestName: 60 - PREFIX,
	},
	goose: {
		clients: ['goose'],
		room: { shows: 'both', characters: 200_000 },
		longestName: 64 - PREFIX,
	},
};

export const isHostChoice = (name: unknown): name is HostChoice =>
	(HOST_CHOICES as readonly unknown[]).includes(name);

/** The host whose client calls itself so; undefined for one that is not known. */
export function hostOfClient(clientName: unknown): HostName | undefined {
	if (typeof clientName !== 'string') return undefined;
	const name = clientName
		.slice(0, 100)
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-');
	return HOST_NAMES.find((host) =>
		HOSTS[host].clients.some((client) => name === client || name.startsWith(`${client}-`)),
	);
}

/**
 * The host that a request is answered for: what the address or the client says, else the configuration.
 *
 * @param said by the address or the client; undefined when neither does
 */
export function hostFor(said: HostChoice | undefined, configured?: HostChoice): Host | undefined {
	const choice = said ?? configured;
	return choice === undefined || choice === 'none' ? undefined : HOSTS[choice];
}
