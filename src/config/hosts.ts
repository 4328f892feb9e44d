// The hosts that are known: what each lets through of one result, how much a conversation may hold there, and
// how long the name of a tool may be (docs/gateway.md "Hosts"). Read in their documentation and source; the smallest figure counts.
import type { HostRoom } from '../protect';

/** Limits of one host, in tokens, bytes or characters as each member says. */
export interface Host {
	/** As people know it. */
	readonly title: string;
	/** Tokens of a conversation, as it is set up at first; absent where that is its model's alone to say. */
	readonly window?: number;
	/** Prefixes of the names of its clients (`clientInfo.name`), in lower case, `-` for any sign. */
	readonly clients: readonly string[];
	readonly room: HostRoom;
	/** Characters of a tool's name as it is listed here. */
	readonly longestName: number;
	/** True of a host that asks for the list of tools once, whatever it is told of changes. */
	readonly listsOnce?: boolean;
}

/**
 * Characters that a host puts before a tool's name and counts with it, such as `mcp__loadline__`. The
 * name under which it knows this server is its own: one of this length fits.
 */
const PREFIX = 'mcp__loadline__'.length;

const KNOWN = {
	// Beyond 8,192 characters the model gets the name of a file. Models of Copilot: most take 128,000.
	vscode: {
		title: 'VS Code',
		window: 128_000,
		clients: ['visual-studio-code', 'vscode', 'code-oss'],
		room: { shows: 'structured', characters: 8_192 },
	},
	'copilot-cli': {
		title: 'Copilot CLI',
		window: 128_000,
		clients: ['copilot', 'github-copilot'],
		room: { shows: 'structured', characters: 8_192 },
	},
	// The middle is cut: 10,000 bytes by default, in earlier versions also beyond 256 lines. Of a window of
	// 400,000 the answer has 128,000.
	codex: {
		title: 'Codex',
		window: 272_000,
		clients: ['codex', 'openai-codex'],
		room: { shows: 'structured', bytes: 10_000, lines: 256 },
		listsOnce: true,
	},
	gemini: {
		title: 'Gemini CLI',
		window: 1_048_576,
		clients: ['gemini'],
		room: { shows: 'content', characters: 40_000 },
		longestName: 63 - PREFIX,
	},
	opencode: {
		title: 'opencode',
		clients: ['opencode'],
		room: { shows: 'content', bytes: 51_200, lines: 2_000 },
	},
	'claude-code': {
		title: 'Claude Code',
		window: 200_000,
		clients: ['claude-code'],
		room: { shows: 'structured', tokens: 25_000 },
	},
	'claude-ai': {
		title: 'Claude',
		window: 200_000,
		clients: ['claude-ai', 'anthropic-claudeai', 'claude-desktop'],
		room: { shows: 'both', characters: 150_000 },
	},
	cursor: {
		title: 'Cursor',
		window: 200_000,
		clients: ['cursor'],
		room: { shows: 'content' },
		longestName: 60 - PREFIX,
	},
	goose: {
		title: 'goose',
		window: 128_000,
		clients: ['goose'],
		room: { shows: 'both', characters: 200_000 },
	},
} satisfies Readonly<Record<string, Partial<Host>>>;

/** A host whose bounds are known. */
export type HostName = keyof typeof KNOWN;
export const HOST_NAMES = Object.keys(KNOWN) as HostName[];
/** Most take names of 64 characters. */
export const HOSTS = Object.fromEntries<Host>(
	HOST_NAMES.map((name) => [name, { longestName: 64 - PREFIX, ...KNOWN[name] }]),
) as Readonly<Record<HostName, Host>>;

/** `none`: the defaults hold, whatever the client says it is. */
export type HostChoice = HostName | 'none';
export const HOST_CHOICES: readonly HostChoice[] = [...HOST_NAMES, 'none'];

/** Size of a conversation's context window. */
export interface Window {
	readonly tokens: number;
	/** The host that takes so many; absent: nobody says which, and what most take is assumed. */
	readonly host?: string;
}

/** Tokens that most models of today take. */
const ASSUMED = 200_000;

/** @param said the host of a conversation, else the one that is configured */
export function windowOf(said: string | undefined, configured?: string): Window {
	const choice = said ?? configured;
	if (!isHostChoice(choice) || choice === 'none') return { tokens: ASSUMED };
	const { window, title } = HOSTS[choice];
	return window === undefined ? { tokens: ASSUMED } : { tokens: window, host: title };
}

/** Returns whether a text is what the key `host` takes. */
export const isHostChoice = (name: unknown): name is HostChoice =>
	(HOST_CHOICES as readonly unknown[]).includes(name);

/** The host whose client calls itself so; undefined for one that is not known. */
export function hostOfClient(clientName: unknown): HostName | undefined {
	if (typeof clientName !== 'string') return undefined;
	const name = clientName
		.slice(0, 100)
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-');
	for (const host of HOST_NAMES)
		for (const client of HOSTS[host].clients)
			if (name === client || name.startsWith(`${client}-`)) return host;
	return undefined;
}
