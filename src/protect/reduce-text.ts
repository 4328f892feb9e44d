// The first answer of a text: its beginning, or the lines that were asked for.
import { draftChunk, draftGlance, isLong, passageOf } from './chunk';
import { textDocument } from './document';
import { type Draft, SAMPLE_HANDLE } from './draft';
import { glanceOf, isAsked, isRanged } from './first-answer';
import type { Tape } from './json/tape';
import { lined } from './json/write';
import { noticesOf, type Reduction, type Task, withNotices } from './reduction';

/** Less of a text; undefined where it may go out as it is. */
export function reduceText(task: Task): Reduction | undefined {
	const { bench, found, call, original, isOver } = task;
	const { subject, leftOut } = found;
	const { view } = call;
	const { policy } = bench;
	if (!isRanged(view) && !(policy.chunking && (isLong(original.tokens, policy) || isOver())))
		return undefined;
	const passage = passageOf(subject.text, isRanged(view) ? view : undefined);
	const beside = noticesOf(task, 'text', SAMPLE_HANDLE);
	const chunk =
		isAsked(view) || policy.whole
			? draftChunk(bench, passage, undefined, beside)
			: draftGlance(bench, passage, glanceOf(policy, 'text').tokens, beside);
	if (chunk.positions.length === 0 && passage.text.length < subject.text.length) {
		const whole = textDocument(passageOf(subject.text), bench.frame, {}, leftOut);
		return { draft: withNotices(withHandle(chunk), task, 'text'), document: whole };
	}
	const draft = withNotices(chunk, task, 'text');
	return { draft, document: textDocument(passage, bench.frame, view, leftOut) };
}

/** Nothing follows these lines, and yet they are not all: the rest can be asked. */
const withHandle = (draft: Draft): Draft => ({
	...draft,
	positions: [{ kind: 'char', offset: 0, limit: 0 }],
	additions: (handles) => {
		const added = draft.additions(handles);
		return handles?.[0] === undefined ? added : { ...added, handle: handles[0] };
	},
});

/** What must be read whole is told in chunks of its JSON text; nothing of it is left out. */
export function reduceWhole(
	{ bench, found, call, isOver }: Task,
	tape: Tape,
): Reduction | undefined {
	if (!isOver()) return undefined;
	const passage = passageOf(lined(tape, 0));
	const document = textDocument(passage, bench.frame, call.view, found.leftOut);
	return { draft: draftChunk(bench, passage), document };
}
