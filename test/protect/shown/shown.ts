// Compares what a model reads of an answer with a text that is kept beside the test (`answers/NAME.txt`) and read by
// whoever changes it. `npx vitest -u test/protect/shown` writes what is answered now.
import { join } from 'node:path';
import { expect } from 'vitest';
import { protect } from '../../../src/protect/protect';
import { read } from '../../../src/protect/read';
import type { ReadCall } from '../../../src/protect/reading';
import type {
	Document,
	Outcome,
	Policy,
	Position,
	Upstream,
	View,
} from '../../../src/protect/types';
import type { Block, ToolResult } from '../../../src/shared/tool-result';
import { policy } from '../answers';

/** The usual limits, within a budget of a few hundred tokens. */
export const within = (tokens: number, more: Partial<Policy> = {}): Policy => ({
	...policy,
	tokenBudgetThreshold: tokens,
	itemTokenThreshold: tokens / 2,
	chunkTokenThreshold: tokens / 2,
	hardByteLimit: tokens * 5,
	...more,
});

export interface Told {
	readonly outcome: Outcome;
	/** The document kept behind the handles of the answer. */
	readonly document: Document | undefined;
	readonly limits: Policy;
}

/** Protects a result as `protect` does, with the document that its handles lead to. */
export function answer(
	result: ToolResult,
	limits: Policy,
	view: View = {},
	upstream?: Upstream,
): Told {
	const outcome = protect(result, { view, ...(upstream ? { upstream } : {}) }, limits);
	return { outcome, document: outcome.document, limits };
}

/** Returns the answer to a call with one of the handles. @param at which handle, from 0 */
export function follow(told: Told, at: number, call: Partial<ReadCall> = {}): Told {
	const position = told.outcome.positions[at] as Position;
	const document = told.document as Document;
	const outcome = read(document, { view: {}, position, ...call }, told.limits);
	if (!outcome.ok) throw new Error(outcome.error);
	return { ...told, outcome: outcome.value, document: outcome.value.document ?? document };
}

/** Returns what is wrong with a call that brings one of the handles. */
export function refusal(told: Told, at: number, call: Partial<ReadCall>): string {
	const position = told.outcome.positions[at] as Position;
	const outcome = read(told.document as Document, { view: {}, position, ...call }, told.limits);
	return outcome.ok ? `accepted: ${outcome.value.report.act}` : outcome.error;
}

/** Compares an answer with the one that was read and kept. @param isKept whether its handles could be kept */
export async function expectShown(name: string, { outcome }: Told, isKept = true): Promise<void> {
	const handles = isKept ? outcome.positions.map(handleOf) : null;
	const file = join(import.meta.dirname, 'answers', `${name}.txt`);
	await expect(shown(outcome.place(handles))).toMatchFileSnapshot(file);
}

/** A handle that tells where it leads. */
const handleOf = ({ kind, offset, limit }: Position): string =>
	`${kind}-${offset}${limit > 0 ? `-by-${limit}` : ''}`;

function shown({ content, structured, isError, meta }: ToolResult): string {
	const parts = content.map((block) => part(block.type, bodyOf(block)));
	if (structured !== undefined)
		parts.push(
			part('structured content', structured === content[0]?.text ? 'as above' : structured),
		);
	if (isError !== undefined) parts.push(part('is an error', String(isError)));
	for (const [key, value] of Object.entries(meta ?? {}))
		parts.push(part(key, JSON.stringify(value)));
	return parts.join('\n');
}

const part = (name: string, body: string): string => `--- ${name}\n${body}\n`;

const bodyOf = ({ type: _, ...block }: Block): string =>
	Object.keys(block).length === 1 && typeof block.text === 'string'
		? block.text
		: JSON.stringify(block);
