// Marks of the context extension by their form (docs/context-extension.schema.json).
import { CONTEXT_EXTENSION, isName } from '../shared/context-marks';
import { isRecord } from '../shared/json-values';

/** Members of the extension in `_meta`, by whichever name they came. */
export interface NamedMarks {
	readonly lifecycle?: unknown;
	readonly summary?: unknown;
	readonly consumed?: unknown;
	readonly used?: unknown;
	readonly hints?: unknown;
}

/** Returns the marks under the extension's name, and those under the short ones. */
export function marksIn(meta: unknown): { readonly named?: unknown; readonly short?: NamedMarks } {
	if (!isRecord(meta)) return {};
	const { [CONTEXT_EXTENSION]: named, context, contextHints: hints } = meta;
	const isShort = context !== undefined || hints !== undefined;
	const short: NamedMarks = {
		...(isRecord(context) && context),
		...(context !== undefined && !isRecord(context) && { lifecycle: context }),
		...(hints !== undefined && { hints }),
	};
	return { ...(named !== undefined && { named }), ...(isShort && { short }) };
}

const isText = (value: unknown, most: number): boolean =>
	typeof value === 'string' && value.trim() !== '' && value.length <= most;

const isHint = (hint: unknown): boolean =>
	isRecord(hint) &&
	isName(hint.tool) &&
	hint.lifecycle === 'transient' &&
	(hint.step === undefined || typeof hint.step === 'number') &&
	(isName(hint.consumedBy) ||
		(Array.isArray(hint.consumedBy) &&
			hint.consumedBy.length > 0 &&
			hint.consumedBy.every(isName)));

/** Returns the members of marks that have not their form. */
export function markFaults(marks: unknown): readonly string[] {
	if (!isRecord(marks)) return ['it is no object'];
	const { lifecycle, summary, consumed, used, hints } = marks as NamedMarks;
	const forms: readonly (readonly [name: string, value: unknown, is: boolean])[] = [
		['lifecycle', lifecycle, lifecycle === 'transient'],
		['summary', summary, isText(summary, 1_000)],
		['consumed', consumed, typeof consumed === 'boolean'],
		['used', used, Array.isArray(used) && used.length <= 200 && used.every(isName)],
		['hints', hints, Array.isArray(hints) && hints.length <= 500 && hints.every(isHint)],
	];
	const wrong = forms.flatMap(([name, value, is]) => (value === undefined || is ? [] : [name]));
	return lifecycle !== undefined && summary === undefined ? [...wrong, 'summary'] : wrong;
}
