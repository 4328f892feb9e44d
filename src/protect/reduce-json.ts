// The first answer of data: a page of a list, or a preview of an object.
import { budgetOf, type Weight } from './budget';
import { jsonDocument, pagedDocument, streamDocument } from './document';
import { type Bench, type Draft, holdBudget, holds } from './draft';
import { essentialOf } from './essential';
import { glanceOf, isAsked, stretched } from './first-answer';
import { allItems } from './json/list';
import { type Stream, windowTape } from './json/stream';
import type { Tape } from './json/tape';
import { type ListPage, pager } from './list';
import { listOf, pageLimit } from './list-choice';
import { pagesOf, pagesOfStream } from './pages';
import { noFieldNotice, projectedRoot } from './projection';
import { type Reduction, type Task, withNotices } from './reduction';
import { summarizer } from './summary';

/** Less of a document; undefined where it may go out as it is. */
export function reduceJson(task: Task, source: Tape): Reduction | undefined {
	const { bench, found, call, original, isOver } = task;
	const { view, upstream } = call;
	const { policy, frame } = bench;
	const usual = pageLimit(view, policy);
	const projected = view.fields && projectedRoot(source, view.fields, policy, usual);
	const tape = projected?.tape ?? source;
	const fields = projected ? undefined : view.fields;
	const list = listOf(tape, policy, usual);
	const limit = pageLimit(view, policy, tape, list);
	const { subject, leftOut } = found;
	const whole = jsonDocument(subject.text, frame, leftOut, view.fields, upstream);
	const isPaged = list && !projected && tape.text === subject.text;
	const document = isPaged ? pagedDocument(whole, pagesOf(tape, list)) : whole;

	if (list && (fields || (policy.pagination && (list.total > limit || isOver())))) {
		const draft = firstPage(task, {
			tape,
			list,
			limit: policy.pagination ? limit : list.total,
			...(fields ? { fields } : {}),
			whole: !policy.summarization || (frame.blocks === true && !fields),
		});
		return { draft, document };
	}
	const summarized = summarizer(bench, tape, essentialOf(policy));
	const summary = (room: Weight) => withNotices(summarized(room), task, 'object');
	if (projected) {
		const draft = holdBudget(bench, budgetOf(policy), summary);
		const { available } = projected;
		return { draft: available ? nothingFound(bench, draft, available) : draft, document };
	}
	if (!policy.summarization) return undefined;
	if ((list || original.tokens <= policy.itemTokenThreshold) && !isOver()) return undefined;
	const room = isGlance(task) ? glanceOf(policy, 'object') : budgetOf(policy);
	return { draft: holdBudget(bench, room, summary), document };
}

/** A list too long for a tape: its first page, out of as many items as a page may have. */
export function reduceStream(task: Task, stream: Stream): Reduction {
	const { bench, found, call } = task;
	const { view, upstream } = call;
	const { policy, frame } = bench;
	const { subject, leftOut } = found;
	const tape = windowTape(subject.text, stream, 0, policy.maxPageSize);
	const list = { node: 0, keyed: false } as const;
	const draft = firstPage(task, {
		tape,
		list: { ...list, total: stream.total },
		base: 0,
		limit: pageLimit(view, policy, tape, { ...list, total: allItems(tape, 0).length }),
		...(view.fields ? { fields: view.fields } : {}),
		whole: !policy.summarization,
	});
	const whole = jsonDocument(subject.text, frame, leftOut, view.fields, upstream);
	const pages = pagesOfStream(stream, tape);
	return { draft, document: pagedDocument(streamDocument(whole, stream), pages) };
}

/** The first page of a list: a glance where nobody asked for it to be long, stretched for all the items of a page. */
function firstPage(
	task: Task,
	wanted: Pick<ListPage, 'tape' | 'list' | 'base' | 'limit' | 'fields' | 'whole'>,
): Draft {
	const { bench, call } = task;
	const { policy } = bench;
	const budget = budgetOf(policy);
	const aim = glanceOf(policy, 'list');
	const glance = isGlance(task) ? { aim, most: stretched(aim), whole: budget } : undefined;
	const pages = pager(bench, {
		...wanted,
		from: 0,
		askedLimit: call.view.limit ?? 0,
		full: false,
		...(glance ? { glance } : {}),
		essential: essentialOf(policy),
		...(call.upstream === undefined ? {} : { upstream: call.upstream }),
	});
	const noted = (draft: Draft) => withNotices(draft, task, 'list');
	const fit = (room: Weight) => noted(pages.fit(room));
	if (!glance) return holdBudget(bench, budget, fit);
	const page = holdBudget(bench, glance.most, fit, aim);
	const { itemCount: than = 0 } = page;
	const thin = pages.thin(than, (draft) => holds(bench, noted(draft), glance.most));
	return thin ? noted(thin) : page;
}

/** Whether less is shown than there is room for: nobody asked for more. */
const isGlance = ({ bench: { policy }, call }: Task): boolean =>
	!isAsked(call.view) &&
	policy.summarization &&
	glanceOf(policy, 'list').tokens < budgetOf(policy).tokens;

const nothingFound = (bench: Bench, draft: Draft, available: readonly string[]): Draft => ({
	...draft,
	positions: [],
	additions: () => ({ notice: noFieldNotice(available, bench) }),
});
