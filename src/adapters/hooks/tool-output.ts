// The text in a tool's output as Claude Code hands it to hooks, and the same output with another text: its
// shape must stay, or the host keeps the original.
import { isRecord, type JsonObject } from '../../shared/json-values';

/** The members that hold the text, by shape: Bash, Read, Grep and WebFetch. */
const MEMBERS = ['stdout', 'content', 'result', 'output'] as const;

const textMember = (response: JsonObject) =>
	MEMBERS.find((name) => {
		const value = response[name];
		return Array.isArray(value) || (typeof value === 'string' && value !== '');
	});

/** Undefined where there is no text, or not text alone. */
export function outputText(response: unknown): string | undefined {
	if (typeof response === 'string') return response;
	if (Array.isArray(response)) {
		const texts = response.map((block) => (isRecord(block) ? block.text : undefined));
		return texts.every((text) => typeof text === 'string') ? texts.join('\n') : undefined;
	}
	if (!isRecord(response)) return undefined;
	const { file } = response;
	if (isRecord(file)) return typeof file.content === 'string' ? file.content : undefined;
	const name = textMember(response);
	return name && outputText(response[name]);
}

/** The same shape with another text. */
export function withOutputText(response: unknown, text: string): unknown {
	if (typeof response === 'string') return text;
	if (Array.isArray(response)) return [{ type: 'text', text }];
	if (!isRecord(response)) return response;
	const { file } = response;
	if (isRecord(file)) return { ...response, file: { ...file, content: text } };
	const name = textMember(response);
	if (name === undefined) return response;
	// A host that put a long output into a file shows the file's beginning instead.
	const kept = Object.entries(response).filter(([key]) => !key.startsWith('persistedOutput'));
	return { ...Object.fromEntries(kept), [name]: withOutputText(response[name], text) };
}
