// Turns the raw text of a `tools/call` answer into a ToolResult: text decoded, structured content
// kept as source text (docs/protect.md "Faithful data").
import type { CallAnswer } from '../../../gateway';
import { type JsonSpan, sourceOf } from '../../../shared/json-span';
import { parseSpelled } from '../../../shared/raw-json';
import { err, ok, type Result } from '../../../shared/result';
import type { Block, ToolResult } from '../../../shared/tool-result';
import { memberSource, parseMember, type RawMessage } from './answer';
import { crossingMeta, withoutProtocolMeta } from './protocol-meta';

/** A content block holds a string or two; what is beyond this is an attack on whoever parses it. */
const BLOCK_VALUES = 10_000;
const BLOCK_DEPTH = 100;
const META_VALUES = 10_000;
/** Members of a result that are read one by one. */
const NAMED = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType']);

/**
 * Reads the result of a tool call.
 * @param message a JSON-RPC response that has a `result`
 * @returns what is wrong with it otherwise
 */
export function readToolAnswer(message: RawMessage): Result<CallAnswer, string> {
	const span = message.span.members?.get('result');
	if (span?.kind !== 'object') return err('its result is not an object');
	const type = memberSource(message, 'result', 'resultType');
	if (type === '"input_required"') {
		const value = parseMember(message, { values: BLOCK_VALUES, depth: BLOCK_DEPTH }, 'result');
		if (!value.ok) return err(`its result ${value.error}`);
		return ok({ kind: 'input_required', value: withoutProtocolMeta(value.value as Block) });
	}
	if (type !== undefined && type !== '"complete"') {
		return err(`its resultType ${type.slice(0, 40)} is unknown`);
	}
	const content = readContent(message, span.members?.get('content'));
	if (!content.ok) return content;
	const structured = memberSource(message, 'result', 'structuredContent');
	const meta = readMeta(message);
	const others = [...(span.members ?? [])].flatMap(([name, member]) =>
		NAMED.has(name) ? [] : [[name, sourceOf(message.text, member)] as const],
	);
	const failed = memberSource(message, 'result', 'isError');
	const result: ToolResult = {
		content: content.value,
		...(structured !== undefined && { structured }),
		...((failed === 'true' || failed === 'false') && { isError: failed === 'true' }),
		...(meta && { meta }),
		...(others.length > 0 && { others: Object.fromEntries(others) }),
	};
	return ok({ kind: 'result', result });
}

function readContent(
	message: RawMessage,
	span: JsonSpan | undefined,
): Result<readonly Block[], string> {
	if (span === undefined) return ok([]);
	if (span.kind !== 'array') return err('its content is not an array');
	const blocks: Block[] = [];
	for (const [index, item] of (span.items ?? []).entries()) {
		if (item.kind !== 'object') return err(`its content[${index}] is not an object`);
		if (item.values > BLOCK_VALUES || item.depth > BLOCK_DEPTH) {
			return err(`its content[${index}] is nested too deep or has too many members`);
		}
		const block = parseSpelled(sourceOf(message.text, item)) as Record<string, unknown>;
		if (typeof block.type !== 'string') return err(`its content[${index}] has no type`);
		if (block.type === 'text' && typeof block.text !== 'string') {
			return err(`its content[${index}] is a text block without text`);
		}
		blocks.push(withoutProtocolMeta(block) as Block);
	}
	return ok(blocks);
}

function readMeta(message: RawMessage): ToolResult['meta'] {
	const parsed = parseMember(
		message,
		{ values: META_VALUES, depth: BLOCK_DEPTH },
		'result',
		'_meta',
	);
	if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return undefined;
	if (Array.isArray(parsed.value)) return undefined;
	const meta = crossingMeta(parsed.value as Record<string, unknown>);
	return Object.keys(meta).length > 0 ? meta : undefined;
}
