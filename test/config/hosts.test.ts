import { describe, expect, it } from 'vitest';
import { HOST_NAMES, HOSTS, hostOfClient, windowOf } from '../../src/config/hosts';

describe('a host', () => {
	it.each([
		['Visual Studio Code', 'vscode'],
		['Visual Studio Code - Insiders', 'vscode'],
		['github-copilot-developer', 'copilot-cli'],
		['copilot-cli', 'copilot-cli'],
		['codex-mcp-client', 'codex'],
		['gemini-cli-mcp-client', 'gemini'],
		['opencode', 'opencode'],
		['claude-code', 'claude-code'],
		['claude-code (via mcp-remote 0.1.15)', 'claude-code'],
		['claude-ai', 'claude-ai'],
		['Anthropic/ClaudeAI', 'claude-ai'],
		['cursor-vscode', 'cursor'],
		['goose', 'goose'],
		['claude__code', 'claude-code'],
		[`goose ${'x'.repeat(200)}`, 'goose'],
	])('is known by what its client calls itself: %s', (client, host) => {
		expect(hostOfClient(client)).toBe(host);
	});

	it.each(['loadline-tests', 'mcp', '', 'gooseberry', 'x'.repeat(10_000), 7, undefined])(
		'is not guessed from %s',
		(client) => {
			expect(hostOfClient(client)).toBeUndefined();
		},
	);

	it('says where the window of a conversation ends, or that nobody knows', () => {
		expect(windowOf('codex')).toEqual({ tokens: 272_000, host: 'Codex' });
		expect(windowOf(undefined, 'vscode')).toEqual({ tokens: 128_000, host: 'VS Code' });
		for (const unknown of [undefined, 'none', 'opencode', 'constructor'])
			expect(windowOf(unknown)).toEqual({ tokens: 200_000 });
		for (const name of HOST_NAMES) {
			const { window, room } = HOSTS[name];
			expect(window ?? 200_000).toBeGreaterThan(room.tokens ?? 0);
		}
	});

	it('leaves room for the longest upstream name in a tool name', () => {
		for (const name of HOST_NAMES)
			expect(HOSTS[name].longestName ?? 64).toBeGreaterThanOrEqual(32 + '__'.length + 9);
	});
});
