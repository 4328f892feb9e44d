// Hooks of hosts: answers the events of Claude Code and Gemini CLI with the rules of a workspace.
export { ClaudeCodeHooks } from './claude-code';
export { GeminiCliHooks } from './gemini-cli';
