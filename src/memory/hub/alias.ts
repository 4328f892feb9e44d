// Short names of objects (docs/memory.md, "Short names"): a letter for the kind and the object's number,
// which stays its own for good. A uuid costs a model ten times as much.
import type { Kind } from '../types';
import type { HubContext } from './context';

const LETTERS: Readonly<Record<Kind, string>> = {
	rule: 'r',
	workflow: 'w',
	context: 'c',
	mpf: 'm',
};
const ALIAS = /^[rwcm]([1-9]\d{0,8})$/;

/** The short name, or the id where the store has no number for it. */
export const aliasOf = ({
	id,
	n,
	kind,
}: {
	readonly id: string;
	readonly n?: number | undefined;
	readonly kind: Kind;
}): string => (n === undefined ? id : `${LETTERS[kind]}${n}`);

/** The id behind a short name, whatever its letter: the kind may have changed. Others are ids already. */
export function idOf({ store }: HubContext, name: string): string {
	const n = ALIAS.exec(name)?.[1];
	return n === undefined ? name : (store.objectNumbered(Number(n))?.id ?? name);
}
