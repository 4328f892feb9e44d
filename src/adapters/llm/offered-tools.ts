// Tools that a request offers its model: those with a definition, and those that a host names alone and loads when
// they are asked for (Claude Code's deferred tools, a line each in what the system says).
import { callText } from '../../shared/collapsed-text';
import { isRecord } from '../../shared/is-record';

/** Returns the call that restores an original; undefined where the request offers none. */
export function restoringCall(body: unknown): ((id: string) => string) | undefined {
	const { tools, messages } = isRecord(body) ? body : {};
	const names = listOf(tools).flatMap(nameOf);
	const has = (name: string) => names.some((each) => isCalled(each, name));
	if (has('expand_result') || listOf(messages).some(namesIt))
		return (id) => callText('expand_result', { id });
	return has('call_tool') && has('find_tools')
		? (id) => callText('expand_result', { id }, 'call_tool')
		: undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Under whatever prefix of its host. */
const isCalled = (shown: string, name: string): boolean =>
	shown === name || shown.endsWith(`_${name}`);

function nameOf(tool: unknown): readonly string[] {
	if (!isRecord(tool)) return [];
	const inner = isRecord(tool.function) ? tool.function.name : undefined;
	const inside = listOf(tool.tools).flatMap(nameOf);
	return [...[tool.name, inner].filter((each) => typeof each === 'string'), ...inside];
}

/** Only the host's own words count: what a tool answered or a user wrote may name anything. */
function namesIt(message: unknown): boolean {
	if (!isRecord(message)) return false;
	const { role, content } = message;
	const isSystem = role === 'system' || role === 'developer';
	const texts = typeof content === 'string' ? [content] : listOf(content).flatMap(textOf);
	return texts.some(
		(text) =>
			(isSystem || text.trimStart().startsWith('<system-reminder>')) &&
			/^(?:[\w-]+_)?expand_result$/m.test(text),
	);
}

const textOf = (block: unknown): readonly string[] =>
	isRecord(block) && typeof block.text === 'string' ? [block.text] : [];
