// The usage that a provider tells in its answer, read from what passes: nothing is held back or changed.
import { asObject, isRecord, type JsonObject, jsonIn } from '../../shared/json-values';
import type { Usage } from '../../transient';
import { listOf } from './conversation';

/** Characters of an event, or of a whole answer, that are looked into. */
const LONGEST = 4_000_000;

/**
 * An answer that tells its usage once it has passed.
 * @param tell is called once, with what was read of it; undefined where there was none
 * @param called is told the ids of calls that the model makes (Anthropic Messages), before the host has them
 */
export function watched(
	answer: Response,
	tell: (usage: Usage | undefined) => void,
	called: (id: string) => void,
): Response {
	if (!answer.body) {
		tell(undefined);
		return answer;
	}
	/** Events, and not one JSON document. */
	const isStream = /^text\/event-stream\b/i.test(answer.headers.get('content-type') ?? '');
	const decoder = new TextDecoder();
	let found: JsonObject = {};
	let rest = '';
	/** Of several the later members stand: a stream counts up. */
	const take = (json: string): void => {
		const event = jsonIn(json);
		if (!isRecord(event)) return;
		for (const part of [event.message, event.response, event])
			if (isRecord(part) && isRecord(part.usage)) found = { ...found, ...part.usage };
		for (const block of [event.content_block, ...listOf(event.content)])
			if (isRecord(block) && block.type === 'tool_use') called(String(block.id));
	};
	const end = (): void => {
		if (!isStream) take(rest);
		tell(usageOf(found));
	};
	const watching = new TransformStream<Uint8Array, Uint8Array>({
		transform(piece, passed) {
			const text = rest + decoder.decode(piece, { stream: true });
			const lines = isStream ? text.split('\n') : [text];
			rest = lines.pop() ?? '';
			// The rest of it is no JSON.
			if (rest.length > LONGEST) rest = '';
			for (const line of lines)
				if (line.startsWith('data:') && TELLING.test(line)) take(line.slice(5));
			passed.enqueue(piece);
		},
		flush: end,
		cancel: end,
	});
	const { status, statusText, headers } = answer;
	return new Response(answer.body.pipeThrough(watching), { status, statusText, headers });
}

/** Marks an event that is read. */
const TELLING = /"usage"|"tool_use"/;

function usageOf(told: Readonly<Record<string, unknown>>): Usage | undefined {
	const tokens = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);
	const part = (value: unknown): JsonObject => asObject(value) ?? {};
	if (told.prompt_tokens === undefined && told.input_tokens === undefined) return undefined;
	const details = told.prompt_tokens_details ?? told.input_tokens_details;
	const output = tokens(told.completion_tokens ?? told.output_tokens);
	if (told.cache_read_input_tokens === undefined || isRecord(details)) {
		const all = tokens(told.prompt_tokens ?? told.input_tokens);
		const read = tokens(part(details).cached_tokens);
		const written = tokens(part(details).cache_write_tokens);
		return { input: Math.max(0, all - read - written), read, written: { '': written }, output };
	}
	const hour = tokens(part(told.cache_creation).ephemeral_1h_input_tokens);
	const all = tokens(told.cache_creation_input_tokens);
	return {
		input: tokens(told.input_tokens),
		read: tokens(told.cache_read_input_tokens),
		written: { '5m': Math.max(0, all - hour), '1h': hour },
		output,
	};
}
