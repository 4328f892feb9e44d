// The hooks of hosts as their files say them (plugins/claude-code, plugins/gemini-cli): each event is posted to
// Loadline, and its answer printed. Where the server is and who calls, the environment says. Pure.

/** An event, which tools it is posted of, and seconds that it may wait for the server. */
type Event = readonly [name: string, matcher?: string | undefined, patience?: number];

const PATIENCE = 3;

const CLAUDE: readonly Event[] = [
	['PreToolUse', 'mcp__.*loadline.*'],
	['PostToolUse'],
	['SessionStart'],
	// Claude Code gives up on the end of a session after 1.5 seconds.
	['SessionEnd', undefined, 1],
	['UserPromptSubmit'],
	['PreCompact'],
	['PostCompact'],
	['Stop'],
];

const GEMINI: readonly Event[] = [
	['BeforeTool', 'mcp_loadline.*'],
	['AfterTool'],
	['BeforeAgent'],
	['AfterAgent'],
	['SessionStart'],
	['SessionEnd', undefined, 1],
	['PreCompress'],
];

/**
 * A server that did not answer is left alone for a minute: an empty folder remembers that, until it answers
 * again.
 */
const posting = (host: string, patience: number): string =>
	[
		`u="\${LOADLINE_URL:-http://localhost:8787}"`,
		`d="\${TMPDIR:-/tmp}/loadline-down-$(id -u)-$(printf %s "$u" | tr -c A-Za-z0-9 _)"`,
		`[ -n "$(find "$d" -maxdepth 0 -mmin -1 2>/dev/null)" ] && exit 0`,
		`curl -sf --connect-timeout 1 -m ${patience} -H "content-type: application/json" -H "authorization: Bearer \${LOADLINE_TOKEN:-none}" --data-binary @- "$u/hooks/${host}" && { rmdir "$d" 2>/dev/null; exit 0; }`,
		`mkdir "$d" 2>/dev/null || touch "$d"; exit 0`,
	].join('; ');

/** @param second in what the host counts its timeouts by */
const hooksOf = (host: string, events: readonly Event[], second: number): object =>
	Object.fromEntries(
		events.map(([event, matcher, patience = PATIENCE]) => {
			const timeout = (patience + 2) * second;
			const command = { type: 'command', command: posting(host, patience), timeout };
			return [event, [{ ...(matcher !== undefined && { matcher }), hooks: [command] }]];
		}),
	);

export const claudeHooks = (): object => hooksOf('claude-code', CLAUDE, 1);
export const geminiHooks = (): object => hooksOf('gemini-cli', GEMINI, 1_000);
