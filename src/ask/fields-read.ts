// Fields that a question reads: dotted paths, of an item where it is about the items of a list, lists passed over.
import { childrenOf, type Expression, type Field } from './expression/ast';
import type { MainList } from './outline';
import { pathTo } from './outline';
import type { Node, Tree } from './value';

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Returns the paths of the fields that an expression reads, of those that the data have. */
export function fieldsRead(
	expression: Expression,
	has: (field: Field) => boolean,
	list: MainList | undefined,
): readonly string[] {
	const found = new Set<string>();
	// Returns the path of what a part gives; undefined for what is no part of the data.
	const visit = (part: Expression, at: string | undefined): string | undefined => {
		switch (part.type) {
			case 'field': {
				const path = at === undefined ? undefined : join(at, part.name);
				if (path !== undefined && has(part)) found.add(path);
				return path;
			}
			case 'current':
				return at;
			case 'root':
				return '';
			case 'index':
				return visit(part.left, at);
			case 'sub':
			case 'pipe':
			case 'slice':
			case 'each':
			case 'values':
			case 'flatten':
				return visit(part.right, visit(part.left, at));
			case 'filter': {
				const items = visit(part.left, at);
				visit(part.condition, items);
				return visit(part.right, items);
			}
			case 'call': {
				const [of] = part.args.filter(({ type }) => type !== 'reference');
				const items = of && visit(of, at);
				for (const each of part.args)
					if (each !== of) visit(each, each.type === 'reference' ? items : at);
				return items;
			}
			case 'reference':
				return visit(part.of, at);
			default:
				for (const each of childrenOf(part)) visit(each, at);
				return undefined;
		}
	};
	visit(expression, '');
	const prefix = list && list.path !== '' ? `${list.path}.` : '';
	const paths = [...found].map((path) =>
		path.startsWith(prefix) ? path.slice(prefix.length) : `${path}.` === prefix ? '' : path,
	);
	return innermost(paths);
}

/** Returns the paths, from their items down, of values that a search found. */
export const fieldsFound = (
	tree: Tree,
	units: readonly { readonly node: Node; readonly places: readonly Node[] }[],
): readonly string[] =>
	innermost(
		units.flatMap(({ node, places }) =>
			places.map((place) => pathTo(tree, place, node).replaceAll(/\[\]/g, '').replace(/^\./, '')),
		),
	);

/** Each path once, without those of objects of which a field is named. */
const innermost = (paths: readonly string[]): readonly string[] => {
	const all = [...new Set(paths)].filter((path) => path !== '');
	return all.filter((path) => !all.some((other) => other.startsWith(`${path}.`)));
};
