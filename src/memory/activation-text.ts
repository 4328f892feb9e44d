// How an activation reads (docs/memory.md, "Activation"): plain text, because a model pays for every escape of
// JSON. Each document stands under a line in brackets that names it.
import type { ActivatedItem, Activation, Omitted } from './activate';

export type ToldActivation = Pick<Activation, 'items'> &
	Partial<Pick<Activation, 'removed' | 'omitted'>>;

const WORDS = { reuse: 'unchanged', replace: 'changed' } as const;
const REASONS = { gone: 'no longer in force', not_selected: 'not for this task' } as const;

/** For the prompt: `[r12 git/COMMITS.md 3f2a9c1b2d4e 2/9]`, told 2 of 9 parts, and its text, an item each. */
export function activationText({ items, removed = [], omitted = [] }: ToldActivation): string {
	const told = [
		...items.map(itemText),
		...removed.map(({ key, reason }) => `[${key} ${REASONS[reason]}]`),
	];
	if (omitted.length > 0) told.push(`[no room for ${omitted.map(omittedText).join('; ')}]`);
	return told.length > 0 ? told.join('\n\n') : '[nothing here is for this task]';
}

function itemText({ key, path, hash, parts, action, text }: ActivatedItem): string {
	const facts = [key, path, hash, parts, action && WORDS[action]].filter(
		(fact) => fact !== undefined,
	);
	return `[${facts.join(' ')}]${text === undefined ? '' : `\n${text}`}`;
}

const omittedText = ({ key, path, about }: Omitted): string =>
	`${key} ${path}${about === undefined ? '' : `: ${about}`}`;
