// `select`: evaluates an expression on one or several documents. Results are exact and state their
// coverage.
import { err, ok, type Result } from '../shared/result';
import { emptyNote, findFault, impliesMainList } from './diagnose';
import { Evaluation } from './evaluate';
import type { Expression } from './expression/ast';
import { parseExpression } from './expression/parse';
import { AskFault, withPosition } from './fault';
import { jsonOf } from './json';
import { type Bounds, boundsFor, Meter } from './meter';
import { exampleFor, mainList } from './outline';
import { lengthOf, type Tree, typeOf, type Value, valueAt } from './value';

/** A document with its completeness. */
export interface Source {
	readonly tree: Tree;
	/** False for one page of more. */
	readonly complete: boolean;
}

/** The coverage of a result. */
export interface Over {
	/** Items of the projected list; 1 without one. */
	readonly items: number;
	readonly complete: boolean;
	/** Path of an implied list. */
	readonly list?: string;
}

/** A result, possibly empty; an expression that leads nowhere is an error. */
export interface Selected {
	/** JSON text. */
	readonly result: string;
	readonly value: Value;
	readonly over: Over;
	/** Explains an empty result. */
	readonly note?: string;
}

/** Evaluates an expression on a document; the error has a position and an example. */
export const select = (
	expression: string,
	source: Source,
	bounds: Bounds = boundsFor(source.tree.size),
): Result<Selected, string> => {
	const { tree, complete } = source;
	const usual = (): string => ` Example that works here: ${exampleFor(tree)}`;
	return runExpression(expression, usual, (parsed) => {
		const root = valueAt(tree, 0);
		const list = impliesMainList(parsed, root) ? mainList(tree) : undefined;
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

/** Evaluates an expression on several named documents. */
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
	return runExpression(expression, usual, (parsed) => {
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

interface Evaluated {
	readonly evaluation: Evaluation;
	readonly value: Value;
}

const evaluate = (parsed: Expression, root: Value, bounds: Bounds): Evaluated => {
	const evaluation = new Evaluation(root, new Meter(bounds));
	try {
		const value = evaluation.run(parsed);
		const fault = findFault(evaluation, parsed);
		if (fault) throw fault;
		return { evaluation, value };
	} catch (error) {
		// A missing key explains why a function got nothing.
		const first = error instanceof AskFault ? findFault(evaluation, parsed) : undefined;
		throw first && first.at >= 0 && !isStop(error) ? first : error;
	}
};

const isStop = (error: unknown): boolean =>
	error instanceof AskFault && error.message.startsWith('Stopped');

const runExpression = (
	expression: string,
	example: () => string,
	work: (parsed: Expression) => Evaluated & { readonly over: Over },
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
			return err(`${withPosition(error.message, expression, error.at)}${help}`);
		}
		if (error instanceof RangeError)
			return err('Stopped: the expression or its data are nested too deep. Ask for an inner part.');
		throw error;
	}
};
