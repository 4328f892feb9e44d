// The first answer of data: a page of a list, or a preview of an object.

import { byRows, isTable } from '../shared/json/columns';
import { type Stream, windowTape } from '../shared/json/parse';
import type { Node, Tape } from '../shared/json/tape';
import { compact, MAX_DEPTH } from '../shared/json/write';
import { defined } from '../shared/json-values';
import { once } from '../shared/once';
import {
	budgetOf,
	exceeds,
	largestFitting,
	lighter,
	minus,
	plus,
	scale,
	type Weigh,
	type Weight,
	within,
} from './budget';
import { jsonDocument, pagesOf, pagesOfStream } from './document';
import { type Context, type Draft, holdAim, holdBudget } from './draft';
import { guideToObject, isTextual } from './guidance';
import { pager } from './list';
import { type ListPage, listOf, pageLimit, wishesOf } from './list-choice';
import { projectedRoot } from './projection';
import { glanceOf, isAsked, meaning, type Reduction, type Task, withNotices } from './reduction';
import { objectShape } from './selection/describe';
import type { Wishes } from './selection/scores';
import { Selector } from './selection/selector';
import { writeSelection } from './selection/write';
import { WHOLE } from './types';

/** Less of a document; undefined where it may go out as it is. */
export function reduceJson(asked: Task, sent: Tape): Reduction | undefined {
	const source = byRows(sent);
	const { context, found, original, isOver } = asked;
	const { policy, frame } = context;
	const usual = pageLimit(asked.call.view, policy);
	const task = meaning(asked, source, listOf(source, policy, usual));
	const { view, upstream } = task.call;
	const projected = view.fields && projectedRoot(source, view.fields, policy, usual);
	const tape = projected ?? source;
	const fields = projected ? undefined : view.fields;
	const list = listOf(tape, policy, usual);
	// Bare values fill a page that is asked for; a first one is a glance.
	const limit = Math.min(pageLimit(view, policy, tape, list), policy.maxPageSize);
	const { payload, leftOut, isRead } = found;
	const isPaged = list && !projected && tape.source === payload.text;
	const pages = isPaged ? pagesOf(tape, list) : undefined;
	const facts = defined({ fields: view.fields, upstream, pages, isRead });
	const document = jsonDocument(payload.text, frame, leftOut, facts);

	if (list && (fields || task.notice || (policy.pagination && (list.total > limit || isOver())))) {
		const draft = firstPage(task, {
			tape,
			list,
			limit: policy.pagination ? limit : list.total,
			...defined({ fields }),
			whole: !policy.summarization || isTable(tape) || (frame.blocks === true && !fields),
		});
		return { draft, document };
	}
	const summarized = summarizer(context, tape);
	const summary = (room: Weight) => withNotices(summarized(room), task, 'object');
	if (projected) {
		return { draft: holdBudget(context, budgetOf(policy), summary), document };
	}
	if (!policy.summarization) return undefined;
	const isFew = list || original.tokens <= policy.itemTokenThreshold;
	if (isFew && !task.notice && !isOver()) return undefined;
	const room = isGlance(task) ? glanceOf(policy, 'object') : budgetOf(policy);
	return { draft: holdBudget(context, room, summary), document };
}

/** A list too long for a tape: its first page, out of as many items as a page may have. */
export function reduceStream(asked: Task, stream: Stream): Reduction {
	const { context, found } = asked;
	const { policy, frame } = context;
	const { payload, leftOut } = found;
	const tape = windowTape(payload.text, stream, 0, policy.maxPageSize);
	const list = { node: 0, keyed: false, total: stream.total } as const;
	const task = meaning(asked, tape, list);
	const { view, upstream } = task.call;
	const draft = firstPage(task, {
		tape,
		list,
		base: 0,
		limit: pageLimit(view, policy, tape, { ...list, total: tape.children(0).length }),
		...defined({ fields: view.fields }),
		whole: !policy.summarization,
	});
	const facts = { fields: view.fields, upstream, stream, pages: pagesOfStream(stream, tape) };
	return { draft, document: jsonDocument(payload.text, frame, leftOut, defined(facts)) };
}

/** The first page of a list: a glance where nobody asked for it to be long. */
function firstPage(
	task: Task,
	wanted: Pick<ListPage, 'tape' | 'list' | 'base' | 'limit' | 'fields' | 'whole'>,
): Draft {
	const { context, call } = task;
	const { policy } = context;
	const budget = budgetOf(policy);
	const aim = glanceOf(policy, 'list');
	// A result that fits a first answer would be no shorter as an excerpt.
	const isSmall = task.original.tokens <= aim.tokens * SMALL;
	const isRich = aim.tokens < ITEMS.large;
	const share = aim.tokens <= FACETS.small ? FACETS.ofSmall : FACETS.share;
	const glance =
		isGlance(task) && !isSmall
			? {
					more: lighter(scale(aim, isRich ? STRETCH.rich : STRETCH.large), minus(budget, aim)),
					facets: Math.min(FACETS.most, aim.tokens * share),
					items: isRich ? ITEMS.least : Math.floor(aim.tokens / ITEMS.each),
					isRich,
				}
			: undefined;
	const make = pager(context, {
		...wanted,
		from: 0,
		askedLimit: call.view.limit ?? 0,
		full: false,
		wishes: wishesOf(policy),
		...defined({ glance, upstream: call.upstream }),
	});
	const noted = (room: Weight) => withNotices(make(room), task, 'list');
	return glance
		? holdAim(context, aim, plus(aim, glance.more), noted)
		: holdBudget(context, budget, noted);
}

/** Share of an aim, and of a small one, that facets take, and tokens of them at most; share that a few items may take beside it. */
const FACETS = { share: 0.16, ofSmall: 0.5, small: 300, most: 250 };
const STRETCH = { rich: 0.39, large: 0.5 };
/** Times an aim up to which a list is shown whole. */
const SMALL = 1.45;

/** Items of a first answer; of a large one, the tokens for each. */
const ITEMS = { least: 8, large: 1_000, each: 75 };

/** Tells whether less is shown than there is room for: nobody asked for more. */
const isGlance = ({ context: { policy }, call }: Task): boolean =>
	!isAsked(call.view) &&
	policy.summarization &&
	glanceOf(policy, 'list').tokens < budgetOf(policy).tokens;

/**
 * Condenses one value to several limits (tokens and bytes). A value that fits comes whole.
 * @returns valid JSON, and the dotted paths of what was `cut` or left out, the most telling first, the value's own an
 * empty one
 */
export function condenser(tape: Tape, root: Node, { weigh, ...wishes }: Wishes & { weigh: Weigh }) {
	const made = once(() => new Selector(tape, [root], { ...wishes, setting: 'object' }));
	return (limit: Weight) => {
		if (tape.height(root) <= MAX_DEPTH && !exceeds(tape.length(root), limit)) {
			const text = compact(tape, root);
			if (within(weigh(text, limit), limit)) return { text, cut: [] };
		}
		const selector = made();
		const drawn = largestFitting(1, selector.sizes, (size) => {
			const told = new Set<string>();
			const text = writeSelection(tape, root, selector.at(size), { spell: true, told });
			return within(weigh(text, limit), limit) ? { text, told, size } : undefined;
		});
		if (!drawn) return { text: '{"…":"not shown"}', cut: [...selector.leftOut(0)] };
		const left = [...selector.leftOut(drawn.size)].filter((path) => drawn.told.has(path));
		return { text: drawn.text, cut: [...new Set([...left, ...drawn.told])] };
	};
}

/** Makes previews of the document, each within the room it is given. */
function summarizer(context: Context, tape: Tape): (room: Weight) => Draft {
	const condensed = condenser(tape, 0, { weigh: context.weigh, ...wishesOf(context.policy) });
	const form = tape.isArray(0) ? 'list' : 'object';
	const shape = once(() => objectShape(tape, context.weigh));
	return (room) => {
		const { text, cut } = condensed(room);
		const isCut = cut.length > 0;
		return {
			act: 'summarized',
			data: { form, text },
			positions: isCut ? [WHOLE] : [],
			outline: () => shape().outline,
			additions: (handles) =>
				isCut
					? { summary: guideToObject(tape, shape, cut, handles?.[0], isTextual(context), context) }
					: {},
		};
	};
}
