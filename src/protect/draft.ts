// A reduction before its handles are sealed, and the loop that makes the whole answer hold the
// budget: data, added keys and structured form together.
import { defined } from '../shared/json-values';
import type { ToolResult } from '../shared/tool-result';
import { utf8Bytes } from '../shared/utf8';
import {
	budgetOf,
	estimated,
	exactWeigher,
	heavier,
	lighter,
	minus,
	NOTHING,
	plus,
	scale,
	type Weigh,
	type Weight,
	within,
} from './budget';
import {
	type Additions,
	budgetNumbers,
	compose,
	type Data,
	dataText,
	type Frame,
	REPORT_KEY,
	type Surroundings,
	shown,
	withReport,
} from './frame';
import type { Act, Document, Outcome, Policy, Position, Report } from './types';

/** An answer in the making: its data, the places that need a handle, and the keys that go with them. */
export interface Draft {
	readonly act: Act;
	readonly data: Data;
	readonly positions: readonly Position[];
	/** The added keys, with the sealed handles of `positions`, or without any. */
	additions(handles: readonly string[] | null): Additions;
	readonly itemCount?: number;
	readonly isItemCut?: boolean;
	/** The data around the list are not whole. */
	readonly isAroundCut?: boolean;
	/** Returns {@link Outcome.outline}. */
	outline?(): string | undefined;
}

/** Inputs of every reduction. */
export interface Context {
	readonly policy: Policy;
	readonly weigh: Weigh;
	readonly frame: Frame;
	readonly around: Surroundings;
}

/** Parts of a context by which a text is weighed. */
export type Means = Pick<Context, 'policy' | 'weigh'>;

/** As heavy as a handle gets: 44 characters that no tokenizer knows. */
export const SAMPLE_HANDLE = 'xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuHsL';
/** Numbers as wide as they get: the real ones are known only once the answer is made. */
const WIDEST = { estimatedTokens: 88888, budgetUsed: 0.88, budgetRemaining: 88888 };

/** Answers that were weighed: the last of them is weighed again for the report. */
const previews = new WeakMap<Draft, { readonly frame: Frame; readonly result: ToolResult }>();

function preview({ frame, around }: Context, draft: Draft): ToolResult {
	const known = previews.get(draft);
	if (known?.frame === frame) return known.result;
	const handles = new Array<string>(draft.positions.length).fill(SAMPLE_HANDLE);
	const result = compose(frame, around, draft.data, draft.additions(handles), WIDEST);
	previews.set(draft, { frame, result });
	return result;
}

/** Returns the size of a result: that of the larger of the forms a host may show. */
export const sizeOf = (result: ToolResult, policy: Policy): Weight =>
	weighResult(result, policy, (text) => ({
		tokens: estimated(text, policy),
		bytes: utf8Bytes(text),
	}));

/** Tells whether a result holds a limit; looks no further than that takes. */
export const isWithin = (result: ToolResult, limit: Weight, { policy, weigh }: Means): boolean =>
	within(
		weighResult(result, policy, (text) => weigh(text, limit)),
		limit,
	);

/** The size of a result: counted where it can be. */
export function countedSize(result: ToolResult, { policy, weigh }: Means): Weight {
	const size = sizeOf(result, policy);
	const counted = exactWeigher(policy, weigh);
	if (counted === weigh) return size;
	const { tokens } = weighResult(result, policy, counted);
	// Over the limit in bytes nothing is counted.
	return Number.isFinite(tokens) ? { ...size, tokens } : size;
}

/** UTF-16 units from which a text is not copied to be weighed with what stands beside it. */
const APART = 16_384;

/** Returns the server's own `_meta`, and members that MCP does not name, as text: some hosts paste them into the prompt. */
export function besideText(result: Pick<ToolResult, 'meta' | 'others'>): string {
	const { meta = {}, others = {} } = result;
	const { [REPORT_KEY]: _, ...own } = meta;
	let text = Object.keys(own).length === 0 ? '' : `\n${JSON.stringify(own)}`;
	for (const [name, json] of Object.entries(others)) text += `\n${name}:${json}`;
	return text;
}

/** Returns the weight of the heavier of the one or two forms that a host may show, in each measure. */
function weighResult(result: ToolResult, { host }: Policy, weigh: Weigh): Weight {
	const { text, structured } = shown(result);
	const beside = result.meta || result.others ? besideText(result) : '';
	const hasOne = structured === '' || structured === text || host?.shows === 'content';
	const both = host?.shows === 'structured' ? [structured] : [text, structured];
	let [tokens, bytes] = [0, 0];
	for (const main of hasOne ? [text] : both) {
		const isApart = beside !== '' && main.length > APART;
		const weight = isApart ? plus(weigh(main), weigh(beside)) : weigh(main + beside);
		tokens = Math.max(tokens, weight.tokens);
		bytes = Math.max(bytes, weight.bytes);
	}
	return { tokens, bytes };
}

/** Room left at the first try for everything but the data: the additions that a reduction usually has. */
const USUAL_ADDITIONS: Weight = { tokens: 130, bytes: 420 };

/** A draft whose whole answer takes some `aim`, and `limit` where what it must tell takes more. */
export function holdAim(
	context: Context,
	aim: Weight,
	limit: Weight,
	make: (room: Weight) => Draft,
): Draft {
	const first = make(floored(minus(aim, USUAL_ADDITIONS)));
	const whole = weighResult(preview(context, first), context.policy, context.weigh);
	const added = minus(whole, context.weigh(dataText(first.data)));
	return holdBudget(context, limit, make, minus(aim, heavier(added, NOTHING)));
}

/**
 * Calls `make` with the room its data may take, and again with less while the whole does not hold the limit. @param
 * start - the room at first, where it is known
 */
export function holdBudget(
	context: Context,
	limit: Weight,
	make: (room: Weight) => Draft,
	start?: Weight,
): Draft {
	const budget = budgetOf(context.policy);
	const target = lighter(limit, budget);
	const isAsked = !start && limit.tokens >= budget.tokens;
	let room = floored(start ?? minus(target, USUAL_ADDITIONS));
	let draft = make(room);
	// The words around an excerpt are known once there is a draft: the room is the rest.
	for (let turn = 0; turn < 8; turn++) {
		const weight = weighResult(preview(context, draft), context.policy, context.weigh);
		if (within(weight, target)) return isAsked ? fill(context, target, make, room, draft) : draft;
		const over = {
			// Tokens beyond the limit in bytes are not counted.
			tokens: Number.isFinite(weight.tokens) ? Math.max(0, weight.tokens - target.tokens) + 8 : 8,
			bytes: Math.max(0, weight.bytes - target.bytes) + 32,
		};
		// A draft may shrink in steps wider than the excess: each turn takes twice as much.
		room = floored(minus(room, scale(over, 2 ** turn)));
		draft = make(room);
	}
	return draft;
}

/** An answer that uses this much of its room is full. */
const FULL = 0.93;
/** Times a room is widened or narrowed to fill an answer. */
const FILLINGS = 4;
/** Widest room, as a multiple of the whole: a draft is weighed by less than it costs at most. */
const WIDEST_ROOM = 2.5;

/**
 * A draft whose whole answer fills the target, counted exactly, where it can be. A room is an upper
 * bound, in pieces; what is made in it may cost much less, so that wider ones are tried.
 * @param room - one in which `draft` was made, and fits
 * @param widens - false for one that is only narrowed
 */
export function fill(
	context: Context,
	target: Weight,
	make: (room: Weight) => Draft,
	room: Weight,
	draft: Draft,
	widens = true,
): Draft {
	const weigh = exactWeigher(context.policy, context.weigh);
	if (weigh === context.weigh) return draft;
	const shareOf = (made: Draft): number => {
		const { tokens, bytes } = weighResult(preview(context, made), context.policy, weigh);
		return Math.max(tokens / target.tokens, bytes / target.bytes);
	};
	let best = draft;
	let share = shareOf(draft);
	let scaled = 1;
	let over = WIDEST_ROOM;
	// Few words repeated cost more than they are weighed at.
	for (let turn = 0; turn < FILLINGS && share > 1; turn++) {
		over = scaled;
		scaled *= (FULL + 1) / 2 / share;
		best = make(floored(scale(room, scaled)));
		share = shareOf(best);
	}
	if (!widens) return best;
	for (let turn = 0; turn < FILLINGS && share < FULL && best.positions.length > 0; turn++) {
		const straight = (scaled * (FULL + 1)) / 2 / share;
		const by = straight < over ? straight : (scaled + over) / 2;
		if (by < scaled * 1.01) break;
		const made = make(scale(room, by));
		const used = shareOf(made);
		if (used > 1) over = by;
		else {
			scaled = by;
			// The last page is shorter by its cursor.
			if (used >= share || made.positions.length < best.positions.length) best = made;
			share = Math.max(used, share);
		}
	}
	return best;
}

/** Room for the least that an answer says. */
export const floored = (room: Weight): Weight => heavier(room, { tokens: 24, bytes: 96 });

/** A draft as the gateway takes it: with a report, and `place` to put the sealed handles in. */
export function finish(
	context: Context,
	draft: Draft,
	original: Weight,
	document: Document | undefined,
): Outcome {
	const { policy, frame, around } = context;
	const sample = preview(context, draft);
	const size = countedSize(sample, context);
	const numbers = budgetNumbers(size.tokens, policy.tokenBudgetThreshold);
	const report: Report = {
		act: draft.act,
		...numbers,
		originalTokens: original.tokens,
		bytes: size.bytes,
		originalBytes: original.bytes,
		...defined({ itemCount: draft.itemCount }),
	};
	const { positions } = draft;
	const outline = document && draft.outline?.();
	return {
		...{ report, positions },
		...defined({ outline, document: positions.length > 0 ? document : undefined }),
		place: (handles) => {
			const additions = draft.additions(positions.length > 0 ? handles : []);
			return withReport(compose(frame, around, draft.data, additions, numbers), report);
		},
	};
}
