// Hooks of hosts in the form of their settings (plugins/claude-code, plugins/gemini-cli): each event is posted to Loadline, and its answer printed. Server and token come from the environment. Pure.

/** A hook event; `matcher` selects tools, `patience` is in seconds. */
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
 * Digests of files that Claude Code loads by itself, so that rules are not sent twice: CLAUDE.md and its kin in the folder and
 * above, with their imports, and AGENTS.md where there is none of them and it is new enough. Where its settings
 * say otherwise, nothing is taken for read.
 */
const HELD = [
	`w="\${CLAUDE_PROJECT_DIR:-$PWD}"`,
	`up() { p="$w"; while [ -n "$p" ]; do for n in "$@"; do [ -s "$p/$n" ] && echo "$p/$n"; done; p="\${p%/*}"; done; }`,
	'c=$(up CLAUDE.md .claude/CLAUDE.md CLAUDE.local.md)',
	`v=$(printf %s "\${AI_AGENT:-}" | sed -n "s/^claude-code_\\([0-9]*\\)-\\([0-9]*\\)-\\([0-9]*\\).*/\\1 * 1000000 + \\2 * 1000 + \\3/p")`,
	`[ -z "$c" ] && [ "$((\${v:-0}))" -ge 2001277 ] && c=$(up AGENTS.md .claude/AGENTS.md)`,
	'r=$(find "$w/.claude/rules" -name "*.md" 2>/dev/null)',
	`grep -sqE '"(instructionFiles|projectInstructions|claudeMdExcludes)"[[:space:]]*:' "$HOME/.claude/settings.json" "$w/.claude/settings.json" "$w/.claude/settings.local.json" && { c=; r=; }`,
	`i=$(printf %s "$c" | while IFS= read -r f || [ -n "$f" ]; do grep -oE "(^|[[:space:]])@[^[:space:]]+" "$f" | sed "s|^[[:space:]]*@|\${f%/*}/|"; done)`,
	'x=$(printf "%s\\n" "$c" "$i" "$r" | head -200 | while IFS= read -r f; do [ -f "$f" ] && { sha256sum "$f" 2>/dev/null || shasum -a 256 "$f"; }; done | cut -c1-12 | tr "\\n" ,)',
].join('; ');

/**
 * Builds the shell command of a hook. A server that did not answer is skipped for a minute: an empty folder marks that.
 */
const posting = (host: string, patience: number, held: boolean): string =>
	[
		`u="\${LOADLINE_URL:-http://localhost:8787}"`,
		`d="\${TMPDIR:-/tmp}/loadline-down-$(id -u)-$(printf %s "$u" | tr -c A-Za-z0-9 _)"`,
		`[ -n "$(find "$d" -maxdepth 0 -mmin -1 2>/dev/null)" ] && exit 0`,
		...(held ? [HELD] : []),
		`curl -sf --connect-timeout 1 -m ${patience} -H "content-type: application/json" -H "authorization: Bearer \${LOADLINE_TOKEN:-none}"${held ? ' -H "x-loadline-held: $x"' : ''} --data-binary @- "$u/hooks/${host}" && { rmdir "$d" 2>/dev/null; exit 0; }`,
		`mkdir "$d" 2>/dev/null || touch "$d"; exit 0`,
	].join('; ');

/** @param second a second in the host's unit of timeouts */
const hooksOf = (host: string, events: readonly Event[], second: number): object =>
	Object.fromEntries(
		events.map(([event, matcher, patience = PATIENCE]) => {
			const timeout = (patience + 2) * second;
			const isHeld = host === 'claude-code' && event === 'SessionStart';
			const command = { type: 'command', command: posting(host, patience, isHeld), timeout };
			return [event, [{ ...(matcher !== undefined && { matcher }), hooks: [command] }]];
		}),
	);

export const claudeHooks = (): object => hooksOf('claude-code', CLAUDE, 1);
/** Hooks of Gemini CLI, whose timeouts are milliseconds. */
export const geminiHooks = (): object => hooksOf('gemini-cli', GEMINI, 1_000);
