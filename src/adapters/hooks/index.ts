// The face of adapters/hooks: all that other rooms may import.
export { ClaudeCodeHooks } from './claude-code';
export { GeminiCliHooks } from './gemini-cli';
