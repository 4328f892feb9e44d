// What a caller says that it still holds, by document or constraint (docs/replay.md, "Verified context actions"). Pure.
import { holdsHash, shortHash, TEXT_DIGITS } from '../memory';
import type { LiveConstraint } from './live-constraints';

/** Hashes that the caller holds: by document, `path#id` or id of a constraint. */
export type HeldHashes = Readonly<Record<string, string>>;

/** Returns whether a constraint is held; matches full, prefixed and shortened hashes. */
export function holds(held: HeldHashes, { rule, constraint }: LiveConstraint): boolean {
	const { ruleId, path, alias = ruleId, hash, texts = {} } = rule;
	const given = (names: readonly string[]) =>
		names.flatMap((name) => (Object.hasOwn(held, name) ? [held[name] ?? ''] : []));
	const { key, textHash } = constraint;
	const documents = given([path, ruleId, alias]);
	if (documents.some((each) => holdsHash(each, hash))) return true;
	// A text that was told before covers its constraints that have not changed since.
	const said = Object.entries(texts).filter(([, keys]) => keys.includes(key));
	if (documents.some((each) => said.some(([text]) => isText(each, text)))) return true;
	const hashes = [[constraint.id, shortHash(textHash)], ...(constraint.within ?? [])] as const;
	return hashes.some(([id, digits]) =>
		given([
			`${path}#${id}`,
			`${ruleId}#${id}`,
			`${alias}#${id}`,
			`${ruleId}/${id}`,
			`${ruleId}:${id}`,
			id,
		]).some((each) => each.length >= digits.length && (shortHash(each) === digits || each === key)),
	);
}

const isText = (given: string, text: string): boolean =>
	holdsHash(given, text) || (text.length === TEXT_DIGITS && given === text);
