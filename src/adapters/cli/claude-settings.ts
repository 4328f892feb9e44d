// What Claude Code is told of Loadline, as parts of its own files. Pure. Hooks are those of the plug-in
// (plugins/claude-code), which finds server and token in the environment, too.

export interface ClaudeParts {
	/** Origin of the server. */
	readonly url: string;
	readonly token?: string;
	/** Whether the model is reached through it. */
	readonly model: boolean;
}

const SERVER = 'loadline';

/** Seconds that an event may wait for the server; Claude Code gives up on the end of a session after 1.5. */
const PATIENCE = 3;
const EVENTS: readonly (readonly [
	event: string,
	matcher?: string | undefined,
	patience?: number,
])[] = [
	['PreToolUse', 'mcp__.*loadline.*'],
	['PostToolUse'],
	['SessionStart'],
	['SessionEnd', undefined, 1],
	['UserPromptSubmit'],
	['PreCompact'],
	['PostCompact'],
	['Stop'],
];

/**
 * Posts an event and prints the answer. A server that did not answer is left alone for a minute: an empty
 * folder remembers that, until it answers again.
 */
const posting = (patience: number): string =>
	[
		`u="\${LOADLINE_URL:-http://localhost:8787}"`,
		`d="\${TMPDIR:-/tmp}/loadline-down-$(id -u)-$(printf %s "$u" | tr -c A-Za-z0-9 _)"`,
		`[ -n "$(find "$d" -maxdepth 0 -mmin -1 2>/dev/null)" ] && exit 0`,
		`curl -sf --connect-timeout 1 -m ${patience} -H "content-type: application/json" -H "authorization: Bearer \${LOADLINE_TOKEN:-none}" --data-binary @- "$u/hooks/claude-code" && { rmdir "$d" 2>/dev/null; exit 0; }`,
		`mkdir "$d" 2>/dev/null || touch "$d"; exit 0`,
	].join('; ');

export const claudeHooks = (): object =>
	Object.fromEntries(
		EVENTS.map(([event, matcher, patience = PATIENCE]) => [
			event,
			[
				{
					...(matcher !== undefined && { matcher }),
					hooks: [{ type: 'command', command: posting(patience), timeout: patience + 2 }],
				},
			],
		]),
	);

/** For `.claude/settings.local.json`, which is one person's and not committed. */
export function claudeSettings({ url, token, model }: ClaudeParts): object {
	const env = {
		LOADLINE_URL: url,
		...(token !== undefined && { LOADLINE_TOKEN: token }),
		...(model && { ANTHROPIC_BASE_URL: `${url}/llm/anthropic` }),
		...(model && token !== undefined && { ANTHROPIC_CUSTOM_HEADERS: `x-loadline-token: ${token}` }),
	};
	return { env, hooks: claudeHooks(), enabledMcpjsonServers: [SERVER] };
}

/**
 * For `.mcp.json`, which projects share: a token is read from the settings above when it is needed. Claude Code
 * fills in variables of the file before it has read those of its settings.
 */
export const claudeServers = ({ url, token }: ClaudeParts): object => ({
	mcpServers: {
		[SERVER]: {
			type: 'http',
			url: `${url}/mcp`,
			...(token !== undefined && { headersHelper: TOKEN_HEADER }),
		},
	},
});

const TOKEN_HEADER = String.raw`sed -n 's/.*"LOADLINE_TOKEN": "\([^"]*\)".*/{"Authorization":"Bearer \1"}/p' .claude/settings.local.json`;
