// `select`: evaluates an expression on one or several documents. Results are exact and state their coverage.
import { isTable } from '../shared/json/columns';
import { defined } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import type { Slices } from '../shared/slices';
import { explaining, findFault, impliesMainList } from './diagnose';
import { emptyNote } from './empty';
import { Evaluation } from './evaluate';
import type { Expression } from './expression/ast';
import { parseExpression } from './expression/parse';
import { asksEach, fromJq, withoutQuoted } from './expression/spellings';
import { AskFault, type Respelling, withPosition } from './fault';
import { writing } from './json';
import { syntaxMends } from './mend';
import { type Bounds, boundsFor, Meter } from './meter';
import type { FieldStats } from './observations';
import { mendedBy, withoutInner } from './offered';
import {
	fieldsRead,
	listsBeside,
	listsIn,
	listValue,
	type MainList,
	mainList,
	mapSize,
	pathTo,
} from './outline';
import { inTheirSpelling, readAs } from './respelled';
import { isEmpty, Part, type Tape, type Value, valueAt } from './value';

/** A document with its completeness. */
export interface Source {
	readonly tree: Tape;
	/** False for one page of more. */
	readonly complete: boolean;
}

/** The coverage of a result. */
export interface Over {
	/** Items of the projected list, or members of a document that is a map; 1 without either. */
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
	/** Explains an empty result, or what an order hides. */
	readonly note?: string;
	/** Dotted paths of the fields that were read, from an item down; of one document alone. */
	readonly fields?: readonly string[];
	/** Some of it was read otherwise than it was spelled: how, for callers that cannot pass it on. */
	readonly reading?: string;
}

/** Evaluates an expression on a document, in slices; the error has a position and an example. */
export const selecting = (
	expression: string,
	source: Source,
	bounds: Bounds = boundsFor(source.tree.size),
): Slices<Result<Selected, string>> => {
	const { tree, complete } = source;
	return runExpression(expression, '', bounds, function* (parsed, within) {
		const root = valueAt(tree, 0);
		const main = mainList(tree);
		const isOfRows = isTable(tree) && countsAll(parsed);
		const isImplied =
			main !== undefined && main.path !== '' && (isOfRows || impliesMainList(parsed, root));
		const inTurn = function* (): Iterable<MainList | undefined> {
			if (!isImplied) yield undefined;
			if (main && main.path !== '') yield main;
			for (const list of listsIn(tree).toReversed())
				if (list.path !== '' && list.path !== main?.path) yield list;
		};
		const { answered, list } = yield* firstOf(inTurn(), (list) =>
			evaluate(parsed, list ? listValue(tree, list) : root, within),
		);
		const { observed } = answered.evaluation;
		const isInstead = list && list.path !== (isImplied ? main?.path : undefined);
		const items = observed.items(tree) ?? (list ?? main)?.count ?? mapSize(tree);
		const fields = () => fieldsRead(tree, observed.read(tree), list ?? main);
		const others = list && !isInstead ? othersLike(tree, list, fields()) : [];
		return {
			...answered,
			...(others.length > 0 && {
				beside: `Only ${list?.path} is asked, not ${others.join(', ')}.`,
			}),
			...(isInstead && { reading: `It is asked of the list ${list.path}.` }),
			fields,
			over: { items, complete, ...defined({ list: list?.path }) },
		};
	});
};

/** Tells whether an expression counts the document: of a table its rows, which are told as all there is. */
const countsAll = (parsed: Expression): boolean =>
	parsed.type === 'call' &&
	/^(?:length|count)$/.test(parsed.name) &&
	parsed.args[0]?.type === 'current';

/** Returns the paths of the lists beside one in which an item has all fields that were read. */
const othersLike = (tree: Tape, list: MainList, fields: readonly string[]): readonly string[] =>
	listsBeside(tree, list)
		.filter((other) => {
			const [item = 0] = tree.children(other);
			return fields.every((path) => tree.member(item, path.split('.')[0] ?? '') >= 0);
		})
		.map((other) => pathTo(tree, other));

/** Evaluates on the document, or on lists in it, until one gives no fault; where all do, the first that another spelling mends is told. */
function* firstOf(
	all: Iterable<MainList | undefined>,
	work: (list: MainList | undefined) => Slices<Evaluated>,
): Slices<{ readonly answered: Evaluated; readonly list: MainList | undefined }> {
	const faults: AskFault[] = [];
	for (const list of all)
		try {
			const answered = yield* work(list);
			// Not where a key was asked of the list itself.
			const asked = faults.length > 0 ? [...answered.evaluation.observed.fields.values()] : [];
			const isOfList = ({ other }: FieldStats): boolean =>
				Array.isArray(other) || (other instanceof Part && other.node === list?.nodes[0]);
			if (!asked.some(isOfList)) return { answered, list };
		} catch (error) {
			if (!(error instanceof AskFault) || error.isStop) throw faults[0] ?? error;
			faults.push(error);
		}
	throw faults.find(({ respellings }) => respellings.length > 0) ?? faults[0];
}

/** Evaluates an expression on several named documents, in slices. */
export const selectingAcross = (
	expression: string,
	sources: Readonly<Record<string, Source>>,
	bounds: Bounds = boundsFor(Object.values(sources).reduce((sum, { tree }) => sum + tree.size, 0)),
): Slices<Result<Selected, string>> => {
	const names = Object.keys(sources);
	const named = ` The results are ${names.join(', ')}.`;
	return runExpression(expression, named, bounds, function* (parsed, within) {
		const root = new Map(names.map((name) => [name, valueAt((sources[name] as Source).tree, 0)]));
		const answered = yield* evaluate(parsed, root, within);
		const all = Object.values(sources);
		const { observed } = answered.evaluation;
		const items = all.reduce((sum, { tree }) => sum + (observed.items(tree) ?? 0), 0);
		return { ...answered, over: { items, complete: all.every(({ complete }) => complete) } };
	});
};

interface Evaluated {
	readonly evaluation: Evaluation;
	readonly value: Value;
	/** False where it is too much to find out whether each of its keys is there. */
	readonly isKnown: boolean;
}

/** Bounds of a run, and what counts the explanations of all runs of the question. */
interface Limits extends Bounds {
	readonly explaining: Meter;
}

function* evaluate(parsed: Expression, root: Value, limits: Limits): Slices<Evaluated> {
	const evaluation = new Evaluation(root, new Meter(limits));
	let failed: AskFault | undefined;
	let value: Value = null;
	try {
		value = yield* evaluation.running(parsed);
	} catch (error) {
		if (!(error instanceof AskFault) || error.isStop) throw error;
		failed = error;
	}
	let first: AskFault | undefined;
	try {
		first = yield* findFault(evaluation, parsed, limits.explaining);
	} catch (error) {
		if (!(error instanceof AskFault && error.isStop)) throw error;
		if (failed) throw failed;
		return { evaluation, value, isKnown: false };
	}
	if (!failed && !first) return { evaluation, value, isKnown: true };
	if (!failed || !first || first.at < 0) throw failed ?? first;
	// A missing key explains why a function got nothing.
	const { mends } = failed;
	const both = (text: string) => [...(first as AskFault).mends(text), ...mends(text)];
	throw new AskFault(first.message, first.at, both, first.detail, first.respellings);
}

type Answer = Evaluated & {
	readonly over: Over;
	readonly fields?: () => readonly string[];
	readonly reading?: string;
	/** Says which lists were not asked. */
	readonly beside?: string;
};
type Work = (parsed: Expression, limits: Limits) => Slices<Answer>;

function* runExpression(
	asked: string,
	named: string,
	bounds: Bounds,
	work: Work,
): Slices<Result<Selected, string>> {
	const { text, isJq, isOnlyJq, divides } = fromJq(asked);
	const parsed = (text: string) => parsedAs(text, divides);
	const read: Respelling[] = [];
	const limits = { ...bounds, explaining: explaining() };
	let expression = text;
	let pauses = 0;
	try {
		for (let run = 0; ; run++)
			try {
				const slices = work(parsed(expression), limits);
				let step = slices.next();
				for (; !step.done; step = slices.next(), pauses++) yield;
				if (run > 0 && !step.value.isKnown)
					throw new AskFault('Stopped: the keys are too many. Spell them as the data do.');
				return ok(yield* selected(step.value, read.length > 0 ? readAs(read) : [], expression));
			} catch (error) {
				const most = pauses < FEW_PAUSES ? MOST_SHORT_RUNS : MOST_RESPELLED;
				const found = error instanceof AskFault && run < most ? error.respellings : [];
				const spelled = inTheirSpelling(expression, found, read);
				if (spelled === expression) throw error;
				expression = spelled;
			}
	} catch (error) {
		if (error instanceof AskFault) {
			const bare = withoutQuoted(asked);
			const isProgram = isJq ? /\||\b(?:map|select)\(/.test(bare) : /^to_entries\b/.test(bare);
			const isOfEach = isOnlyJq && asksEach(bare);
			// A corrected expression may take a tenth of the bounds.
			const less = { ...limits, steps: limits.steps / 10, made: limits.made / 10 };
			const mended =
				error.isStop || isOfEach
					? ''
					: yield* mendedBy(expression, error, (text) => work(withoutInner(parsed(text)), less));
			const apart =
				isProgram && mended ? ' Unlike in jq nulls are left out and empty is false.' : '';
			const help = error.isStop ? '' : named + apart + (mended || error.detail);
			return err(`${withPosition(error.message, expression, error.at)}${help}`);
		}
		if (error instanceof RangeError)
			return err('Stopped: the expression or its data are nested too deep. Ask for an inner part.');
		throw error;
	}
}

/** Runs of one question in which keys are read in another spelling, and pauses in them up to which there may be more. */
const [MOST_RESPELLED, FEW_PAUSES, MOST_SHORT_RUNS] = [2, 20, 16];

function* selected(
	{ evaluation, value, isKnown, over, fields, reading, beside }: Answer,
	read: readonly string[],
	expression: string,
): Slices<Selected> {
	const empty = isEmpty(value) ? yield* emptyNote(evaluation) : undefined;
	const readings = [...read, ...(reading ? [reading] : [])];
	const unknown = isKnown ? '' : 'Not all of its keys were looked for: they are too many.';
	const notes = [...readings, unknown, empty, ...evaluation.observed.notes(expression), beside];
	const note = notes.filter(Boolean).join(' ') || undefined;
	const more = defined({ note, fields: fields?.(), reading: readings.join(' ') || undefined });
	return { result: yield* writing(value), value, over, ...more };
}

/** Parses an expression, mending its spelling if need be. @param divides false refuses `//`, in jq no division */
const parsedAs = (expression: string, divides: boolean): Expression => {
	const at = divides ? -1 : withoutQuoted(expression).indexOf('//');
	if (at >= 0) throw new AskFault('// divides here; what stands in for nothing is ||.', at);
	try {
		return parseExpression(expression);
	} catch (error) {
		if (!(error instanceof AskFault)) throw error;
		throw new AskFault(error.message, error.at, syntaxMends(error.at));
	}
};
