// How an activation reads (docs/memory.md, "Activation"): plain text, because a model pays for every escape of
// JSON. Each document stands under a line in brackets that names it.
import type { ActivatedItem, Activation, Omitted } from './activate';

/** As much of an activation as its text tells. */
export type ToldActivation = Pick<Activation, 'items'> &
	Partial<Pick<Activation, 'removed' | 'omitted'>>;

const WORDS = { reuse: 'unchanged', replace: 'changed' } as const;
const REASONS = { gone: 'no longer in force', not_selected: 'not for this task' } as const;

/** Characters of a text, for each of its path, from which the path is told too: beside less it is dear. */
const TEXT_PER_PATH = 40;

/** For the prompt: `[r12 git/COMMITS.md 3f2a9c1b 2/9]`, told 2 of 9 parts, and its text, an item each. */
export function activationText({ items, removed = [], omitted = [] }: ToldActivation): string {
	const told = items.map(itemText);
	for (const [reason, words] of Object.entries(REASONS)) {
		const keys = removed.filter((each) => each.reason === reason).map(({ key }) => key);
		if (keys.length > 0) told.push(`[${words}: ${keys.join(', ')}]`);
	}
	if (omitted.length > 0) told.push(`[no room for ${omitted.map(omittedText).join('; ')}]`);
	return told.length > 0 ? told.join('\n\n') : '[nothing here is for this task]';
}

function itemText({ key, path, hash, parts, action, text }: ActivatedItem): string {
	const isNamed = (text?.length ?? 0) >= TEXT_PER_PATH * path.length;
	const facts = [key, isNamed ? path : undefined, hash, parts, action && WORDS[action]].filter(
		(fact) => fact !== undefined,
	);
	return `[${facts.join(' ')}]${text === undefined ? '' : `\n${text}`}`;
}

const omittedText = ({ key, path, about }: Omitted): string =>
	`${key} ${path}${about === undefined ? '' : `: ${about}`}`;
