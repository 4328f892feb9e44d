// Claude Code's settings for Loadline, as parts of its own files. Pure. The hooks are those of the plug-in
// (plugins/claude-code), which finds server and token in the environment, too.
import { claudeHooks } from './host-hooks';

/** Values for Claude Code's files; without `token`, none is written or read. */
export interface ClaudeParts {
	/** Origin of the server. */
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
