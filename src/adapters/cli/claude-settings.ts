// What Claude Code is told of Loadline, as parts of its own files. Pure.

export interface ClaudeParts {
	/** Origin of the server. */
	readonly url: string;
	readonly token?: string;
	/** Whether the model is reached through it. */
	readonly model: boolean;
}

/** Events that are posted, and of which tools. */
const EVENTS: readonly (readonly [event: string, matcher?: string])[] = [
	['PreToolUse', 'mcp__loadline__.*'],
	['PostToolUse'],
	['SessionStart'],
	['SessionEnd'],
	['UserPromptSubmit'],
	['PreCompact'],
	['PostCompact'],
	['Stop'],
];

/** Seconds that a hook may hold a session up. */
const TIMEOUT = 10;

/** Claude Code posts no SessionStart by itself. A server that is down says nothing. */
const curl = (url: string, token: string | undefined): string =>
	[
		'curl -sf -m 5 -H "content-type: application/json"',
		...(token === undefined ? [] : [`-H ${quoted(`authorization: Bearer ${token}`)}`]),
		`--data-binary @- ${quoted(url)} || exit 0`,
	].join(' ');

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** For `.claude/settings.local.json`, which is one person's and not committed. */
export function claudeSettings({ url, token, model }: ClaudeParts): object {
	const headers = token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
	const hook = { type: 'http', url: `${url}/hooks/claude-code`, timeout: TIMEOUT, ...headers };
	const command = { type: 'command', command: curl(hook.url, token), timeout: TIMEOUT };
	const hooks = EVENTS.map(([event, matcher]) => [
		event,
		[
			{
				...(matcher !== undefined && { matcher }),
				hooks: [event === 'SessionStart' ? command : hook],
			},
		],
	]);
	const env = {
		ANTHROPIC_BASE_URL: `${url}/llm/anthropic`,
		...(token !== undefined && { ANTHROPIC_CUSTOM_HEADERS: `x-loadline-token: ${token}` }),
	};
	return { ...(model && { env }), hooks: Object.fromEntries(hooks) as object };
}

/** For `.mcp.json`. */
export const mcpServers = ({ url, token }: ClaudeParts): object => ({
	mcpServers: {
		loadline: {
			type: 'http',
			url: `${url}/mcp`,
			...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
		},
	},
});
