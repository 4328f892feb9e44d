// A name for the server that a command starts: `npx -y @playwright/mcp@latest` is playwright.

/** Programs that start other programs. */
const RUNNERS =
	/^(?:npx|npm|exec|pnpm|pnpx|dlx|yarn|bunx?|x|node|deno|run|uvx?|tool|pipx|python3?|docker|cmd|sh|bash|sudo|env)(?:\.exe|\.cmd)?$/;
const TELLS_NOTHING = /^(?:mcp|server|mcp-server|index|main|cli|dist|stdio|start)$/;

/** @returns lower-case letters, digits and `-`, at most 32; `server` where nothing tells */
export function nameOfCommand(command: readonly string[]): string {
	const words = command
		.filter((word) => !word.startsWith('-'))
		.map((word) => word.replace(/^https?:\/\//, '').replace(/(?<=[^/])@[^/]*$/, ''));
	const program = words.find((word) => !RUNNERS.test(word.split(/[\\/]/).at(-1) ?? '')) ?? '';
	const parts = program
		.split(/[\\/@]/)
		.map((part) => part.replace(/\.(?:[cm]?[jt]s|py|exe|cmd)$/, '').toLowerCase())
		.filter((part) => part !== '' && part !== '..' && part !== '.');
	const telling = parts.findLast((part) => !TELLS_NOTHING.test(part)) ?? parts.at(-1) ?? 'server';
	const name = telling
		.replace(/^mcp-server-|^server-|^mcp-|-mcp-server$|-mcp$|-server$/g, '')
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 32)
		.replace(/-+$/, '');
	return name === '' ? 'server' : name;
}
