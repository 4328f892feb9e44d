// A kept document, and the answer to a call that reads it.
import { jsonDocument } from '../../src/protect/document';
import type { Frame } from '../../src/protect/frame';
import { type ReadCall, read } from '../../src/protect/read';
import type { Document } from '../../src/protect/types';
import { policy } from './answers';

export const FRAME: Frame = { structured: { as: 'none' } };
const whole = { kind: 'whole', offset: 0, limit: 0 } as const;
const limits = { ...policy, tokenBudgetThreshold: 500, hardByteLimit: 2_500 };
export const kept = (value: unknown, leftOut: string[] = [], frame = FRAME): Document =>
	jsonDocument(JSON.stringify(value), frame, leftOut);

/** Reads a document: the data shown first, the name of the view that is kept, where its handles lead; or the error. */
export const reading = (document: Document, call: Partial<ReadCall>) => {
	const outcome = read(document, { position: whole, view: {}, ...call }, limits);
	if (!outcome.ok) return outcome.error;
	const { positions, viewKey, document: own, place } = outcome.value;
	const handles = positions.map(({ kind, offset, limit }) => `${kind}-${offset}-${limit}`);
	const { content, structured } = place(handles);
	return {
		data: content[0]?.text,
		added: JSON.parse(String(content.at(-1)?.text)),
		structured,
		handles,
		viewKey,
		own,
	};
};
export const data = (document: Document, call: Partial<ReadCall>) => {
	const answer = reading(document, call);
	return typeof answer === 'string' ? answer : answer.data;
};
