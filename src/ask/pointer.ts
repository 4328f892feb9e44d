// RFC 6901 on a document, and the ways it is written by mistake: with dots, without the first slash.
import { err, ok, type Result } from '../shared/result';
import { shownName } from '../shared/shown-text';
import { nearest } from './nearest';
import type { Node, Tree } from './tree';

const KEYS_TOLD = 20;

/** The node a pointer names; the error says how far it leads and what is there. */
export const pointTo = (tree: Tree, pointer: string): Result<Node, string> => {
	if (pointer === '' || pointer === '/') return ok(0);
	const exact = follow(tree, stepsOf(pointer));
	if (exact.ok) return exact;
	const steps = pointer
		.replace(/^[#$]\.?/, '')
		.split(/[.[\]/]+/)
		.filter(Boolean);
	const loose = follow(tree, steps);
	return loose.ok || !pointer.startsWith('/') ? loose : exact;
};

const stepsOf = (pointer: string): readonly string[] =>
	(pointer.startsWith('/') ? pointer.slice(1) : pointer)
		.split('/')
		.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const follow = (tree: Tree, steps: readonly string[]): Result<Node, string> => {
	let node = 0;
	for (const [at, step] of steps.entries()) {
		const next = stepFrom(tree, node, step);
		if (next < 0) return err(leadsNowhere(tree, node, steps, at));
		node = next;
	}
	return ok(node);
};

const stepFrom = (tree: Tree, node: Node, step: string): Node => {
	if (tree.kind(node) === 'object') return tree.member(node, step);
	if (tree.kind(node) !== 'array' || !/^(?:0|[1-9]\d{0,8})$/.test(step)) return -1;
	return tree.children(node)[Number(step)] ?? -1;
};

const leadsNowhere = (tree: Tree, node: Node, steps: readonly string[], at: number): string => {
	const reached = at === 0 ? 'the document' : `/${steps.slice(0, at).join('/')}`.slice(0, 200);
	const step = (steps[at] ?? '').slice(0, 60);
	const kind = tree.kind(node);
	if (kind === 'array')
		return `${reached} is a list of ${tree.count(node)} items (0 to ${tree.count(node) - 1}); it has no ${JSON.stringify(step)}.`;
	if (kind !== 'object') return `${reached} is a ${kind} and has no parts.`;
	const names = Array.from(tree.children(node), (child) => tree.key(child));
	const near = nearest(step, names);
	const told = names.slice(0, KEYS_TOLD).map(shownName).join(', ');
	return `${reached} has no key ${JSON.stringify(step)}.${near === undefined ? '' : ` Nearest: ${shownName(near)}.`} Keys there: ${told}${names.length > KEYS_TOLD ? `, and ${names.length - KEYS_TOLD} more` : ''}.`;
};
