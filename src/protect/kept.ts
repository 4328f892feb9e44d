// A result as it can be kept behind a handle, whole, whether or not anything of it was cut.

import type { Tape } from '../shared/json/tape';
import type { ToolResult } from '../shared/tool-result';
import { weigher } from './budget';
import { passageOf } from './chunk';
import { jsonDocument, textDocument } from './document';
import { findPayload } from './payload/find';
import type { Document, Policy, Position } from './types';

/** A result as it is stored, and the position from which it is read. */
interface Kept {
	readonly document: Document;
	readonly position: Position;
	/** Of JSON: the document as it was parsed. */
	readonly tape?: Tape;
}

/** The document of a result and where it is read from; undefined when it holds no text. */
export function keptWhole(result: ToolResult, policy: Policy): Kept | undefined {
	const weigh = weigher(policy);
	const found = findPayload(result, policy, weigh);
	if (!found) return undefined;
	const { payload, leftOut } = found;
	const { frame, text, tape } = payload;
	if (tape)
		return {
			document: jsonDocument(text, frame, leftOut),
			position: { kind: 'whole', offset: 0, limit: 0 },
			tape,
		};
	return {
		document: textDocument(passageOf(text), frame, {}, leftOut),
		position: { kind: 'char', offset: 0, limit: 0 },
	};
}
