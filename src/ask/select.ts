// `select`: one expression over a kept document, or over several by name. The answer is exact and says
// over how much it was computed; an expression that leads nowhere is an error that teaches.
import { err, ok, type Result } from '../shared/result';
import { emptyNote, faultIn, meansMainList } from './diagnose';
import { Evaluation } from './evaluate';
import type { Expression } from './expression/ast';
import { parseExpression } from './expression/parse';
import { AskFault, placed } from './fault';
import { jsonOf } from './json';
import { type Bounds, boundsFor, Meter } from './meter';
import { exampleFor, mainList } from './outline';
import { lengthOf, type Tree, typeOf, type Value, valueAt } from './value';

/** A document that is asked. */
export interface Source {
	readonly tree: Tree;
	/** It is all there is: not one page of more. */
	readonly complete: boolean;
}

/** What a result was computed over; not `complete` where the document is only part of the data. */
export interface Over {
	/** Items of the list that was gone over; of a document without one, 1. */
	readonly items: number;
	readonly complete: boolean;
	/** Where that list stands, when the expression did not say it. */
	readonly list?: string;
}

/** The answer of `select`; one that may be empty, since an expression that leads nowhere is an error instead. */
export interface Selected {
	/** JSON text of the result. */
	readonly result: string;
	readonly value: Value;
	readonly over: Over;
	/** What a reader of an empty result should know. */
	readonly note?: string;
}

/** Works an expression out on one document. The error says where, what is there, and an example. */
export const select = (
	expression: string,
	source: Source,
	bounds: Bounds = boundsFor(source.tree.size),
): Result<Selected, string> => {
	const { tree, complete } = source;
	const usual = (): string => ` Example that works here: ${exampleFor(tree)}`;
	return asked(expression, usual, (parsed) => {
		const root = valueAt(tree, 0);
		const list = meansMainList(parsed, root) ? mainList(tree) : undefined;
		const value = list ? valueAt(tree, list.node) : root;
		const answered = evaluate(parsed, value, bounds);
		const items = answered.evaluation.observed.items(tree);
		return {
			...answered,
			over: {
				items: items ?? mainList(tree)?.count ?? 1,
				complete,
				...(list ? { list: list.path } : {}),
			},
		};
	});
};

/** Works an expression out on several documents, each under its name. */
export const selectAcross = (
	expression: string,
	sources: Readonly<Record<string, Source>>,
	bounds: Bounds = boundsFor(sizeOf(sources)),
): Result<Selected, string> => {
	const names = Object.keys(sources);
	const usual = (): string => {
		const [first = ''] = names;
		const { tree } = sources[first] as Source;
		const path = mainList(tree)?.path ?? '';
		return ` The results are ${names.join(', ')}. Example that works here: length(${first}${path === '' ? '' : `.${path}`})`;
	};
	return asked(expression, usual, (parsed) => {
		const root = new Map(names.map((name) => [name, valueAt((sources[name] as Source).tree, 0)]));
		const answered = evaluate(parsed, root, bounds);
		const all = Object.values(sources);
		const { observed } = answered.evaluation;
		const items = all.reduce((sum, { tree }) => sum + (observed.items(tree) ?? 0), 0);
		return { ...answered, over: { items, complete: all.every(({ complete }) => complete) } };
	});
};

const sizeOf = (sources: Readonly<Record<string, Source>>): number =>
	Object.values(sources).reduce((sum, { tree }) => sum + tree.size, 0);

interface Answered {
	readonly evaluation: Evaluation;
	readonly value: Value;
}

const evaluate = (parsed: Expression, root: Value, bounds: Bounds): Answered => {
	const evaluation = new Evaluation(root, new Meter(bounds));
	try {
		const value = evaluation.run(parsed);
		const fault = faultIn(evaluation, parsed);
		if (fault) throw fault;
		return { evaluation, value };
	} catch (error) {
		// A key that is not there is why a function then got nothing to work on.
		const first = error instanceof AskFault ? faultIn(evaluation, parsed) : undefined;
		throw first && first.at >= 0 && !isStop(error) ? first : error;
	}
};

const isStop = (error: unknown): boolean =>
	error instanceof AskFault && error.message.startsWith('Stopped');

const asked = (
	expression: string,
	example: () => string,
	work: (parsed: Expression) => Answered & { readonly over: Over },
): Result<Selected, string> => {
	try {
		const { evaluation, value, over } = work(parseExpression(expression));
		const result = jsonOf(value);
		const isEmpty = value === null || lengthOf(value) === 0 || value === 0;
		const note = isEmpty && typeOf(value) !== 'string' ? emptyNote(evaluation) : undefined;
		return ok({ result, value, over, ...(note === undefined ? {} : { note }) });
	} catch (error) {
		if (error instanceof AskFault) {
			const help = error.message.startsWith('Stopped') ? '' : example();
			return err(`${placed(error.message, expression, error.at)}${help}`);
		}
		if (error instanceof RangeError)
			return err('Stopped: the expression or its data are nested too deep. Ask for an inner part.');
		throw error;
	}
};
