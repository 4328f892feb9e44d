// What to write where a function that takes a list was given an object: only forms that work.
import { isSpeakable } from '../../shared/shown-text';
import type { Call, Expression } from '../expression/ast';
import type { Meter } from '../meter';
import { keysOf, literal, mainList, spelledKey } from '../outline';
import { membersOf, Part, type Value, valueAt } from '../value';

/**
 * Advice after the error, or nothing.
 *
 * @param index the argument that is the object
 * @param works whether the call would work with that list in its place
 */
export const listInstead = (
	call: Call,
	index: number,
	object: Value,
	meter: Meter,
	works: (list: Value) => boolean,
): string => {
	const given = spelled(call.args[index]);
	const list = object instanceof Part ? mainList(object.tree, object.node) : undefined;
	if (list && object instanceof Part && list.path.split('"').every(isSpeakable)) {
		const path = given === '@' ? list.path : `${given}.${list.path}`;
		return works(valueAt(object.tree, list.node))
			? ` The list is in it: ${withArgument(call, index, path)}.`
			: ` The list in it is ${path}.`;
	}
	const values = (membersOf(object, meter) ?? []).map(([, value]) => value);
	if (values.length > 0 && works(values))
		return ` Its values are a list: ${withArgument(call, index, `values(${given})`)}.`;
	return object instanceof Part ? ` It has ${keysOf(object.tree, object.node)}.` : '';
};

const withArgument = ({ name, args }: Call, index: number, instead: string): string =>
	`${name}(${args.map((arg, at) => (at === index ? instead : spelled(arg))).join(',')})`;

/** Short expressions as they are written; `…` for others. */
const spelled = (part: Expression | undefined): string => {
	switch (part?.type) {
		case 'current':
			return '@';
		case 'field':
			return spelledKey(part.name);
		case 'sub': {
			const [left, right] = [spelled(part.left), spelled(part.right)];
			return left === '…' || right === '…' ? '…' : `${left}.${right}`;
		}
		case 'reference':
			return `&${spelled(part.of)}`;
		case 'literal':
			return typeof part.value === 'string' ? literal(part.value) : '…';
		default:
			return '…';
	}
};
