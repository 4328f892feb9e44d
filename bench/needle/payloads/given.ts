// A list or map of objects, made a payload with its questions.
import type { NeedlePayload } from '../payload';
import { type ListSpec, listQuestions } from '../questions/of-list';

/** A list or map, and how to ask about it. */
export interface Given extends ListSpec {
	readonly name: string;
	readonly kind: string;
	readonly isReal: boolean;
	readonly value: unknown;
	/** Spaces of indentation, where a server sends its JSON so. */
	readonly indent?: number;
	readonly carrier?: NeedlePayload['carrier'];
}

export const payload = ({
	name,
	kind,
	isReal,
	value,
	indent,
	carrier = 'text',
	...spec
}: Given): NeedlePayload => {
	const text = JSON.stringify(value, undefined, indent);
	return { name, kind, isReal, carrier, text, questions: listQuestions(name, text, spec) };
};
