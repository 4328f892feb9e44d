// `loadline claude`: sets Claude Code up for a project, and `loadline claude --remove` undoes it to the byte
// (docs/llm.md, "Claude Code in one line"). Hooks are those of the plug-ins (plugins/claude-code, plugins/gemini-cli):
// each event is posted to Loadline, and its answer printed; server and token come from the environment.
import { join } from 'node:path';
import { Command } from 'commander';
import { install, remove } from './patched-files';
import { ask, baseOf, type ServerOptions, tokenOf, withServer } from './server';
import { complainer, type Flags, type Texts } from './terminal';

/** A hook event; `matcher` selects tools, `patience` is in seconds. */
type Event = readonly [name: string, matcher?: string | undefined, patience?: number];

const PATIENCE = 3;

const CLAUDE: readonly Event[] = [
	['PreToolUse', 'mcp__.*loadline.*'],
	['PostToolUse'],
	['SessionStart'],
	// Claude Code gives up on the end of a session after 1.5 seconds.
	['SessionEnd', undefined, 1],
	['PreCompact'],
	['Stop'],
];

/**
 * Digests of files that Claude Code loads by itself, so that rules are not sent twice: CLAUDE.md and its kin
 * in the folder and above, with their imports, and AGENTS.md where there is none of them and it is new enough. Where its settings
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

/** Builds a hook's command. A server that did not answer is skipped for a minute: an empty folder marks that. */
const posting = (host: string, patience: number, held: boolean): string =>
	[
		`u="\${LOADLINE_URL:-http://localhost:8787}"`,
		`d="\${TMPDIR:-/tmp}/loadline-down-$(id -u)-$(printf %s "$u" | tr -c A-Za-z0-9 _)"`,
		`[ -n "$(find "$d" -maxdepth 0 -mmin -1 2>/dev/null)" ] && exit 0`,
		...(held ? [HELD] : []),
		`curl -sf --connect-timeout 1 -m ${patience} -H "content-type: application/json" -H "authorization: Bearer \${LOADLINE_TOKEN:-none}"${held ? ' -H "x-loadline-held: $x"' : ''} --data-binary @- "$u/hooks/${host}" && { rmdir "$d" 2>/dev/null; exit 0; }`,
		`mkdir "$d" 2>/dev/null || touch "$d"; exit 0`,
	].join('; ');

/** Returns the hooks of a host's settings, or of its plug-in. @param second a second in the host's unit of timeouts */
export const hooksOf = (host: string, events: readonly Event[], second: number): object =>
	Object.fromEntries(
		events.map(([event, matcher, patience = PATIENCE]) => {
			const timeout = (patience + 2) * second;
			const isHeld = host === 'claude-code' && event === 'SessionStart';
			const command = { type: 'command', command: posting(host, patience, isHeld), timeout };
			return [event, [{ ...(matcher !== undefined && { matcher }), hooks: [command] }]];
		}),
	);

export const claudeHooks = (): object => hooksOf('claude-code', CLAUDE, 1);

/** Values for Claude Code's files; without `token`, none is written or read. */
interface ClaudeParts {
	readonly url: string;
	readonly token?: string;
	/** True if model requests pass through the server. */
	readonly model: boolean;
}

const SERVER = 'loadline';

/** Builds `.claude/settings.local.json`, which is personal and not committed. */
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
 * Builds `.mcp.json`, which projects share: a token is read from the settings above when it is needed. Claude Code
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

const complain = complainer('claude');

type Options = ServerOptions & Texts<'dir'> & Flags<'remove' | 'model'>;

/** Record of what was written, for `--remove`. */
const STATE = join('.claude', 'loadline.json');

export function claudeCommand(): Command {
	return withServer(new Command('claude'))
		.description(
			'Set Claude Code up for a project: MCP server, hooks, and the pass-through to its model.',
		)
		.option('--dir <folder>', 'the project', '.')
		.option('--no-model', 'without the pass-through to the model')
		.option('--remove', 'undo it')
		.action(claude);
}

async function claude(options: Options): Promise<void> {
	const { dir } = options;
	if (options.remove === true) {
		const removed = await remove(dir, STATE);
		if (!removed.ok) return complain(removed.error);
		const files = removed.value.join(', ');
		return console.log(files === '' ? 'Nothing was set up here.' : `Removed from ${files}.`);
	}
	const url = baseOf(options);
	const token = tokenOf(options);
	const model = options.model !== false && (await passesThrough(options));
	const parts: ClaudeParts = { url, model, ...(token !== undefined && { token }) };
	const written = await install(dir, STATE, [
		{ path: join('.claude', 'settings.local.json'), patch: claudeSettings(parts) },
		{ path: '.mcp.json', patch: claudeServers(parts) },
	]);
	if (!written.ok) return complain(written.error);
	console.log(
		`Wrote ${written.value.join(', ')}. Start claude in ${dir}; undo with: loadline claude --remove --dir ${dir}`,
	);
	if (!model && options.model !== false)
		console.log(
			`Results stay in the conversation: set llm.anthropic.url on ${url} (docs/llm.md), then run this again.`,
		);
}

/** Asks the server if a provider is configured, without which it passes no model requests through. */
async function passesThrough(options: Options): Promise<boolean> {
	const answer = await ask(options, 'GET /api/config');
	if (!answer.ok) {
		complain(answer.error.message);
		return false;
	}
	return answer.value.config.llm?.anthropic !== undefined;
}
