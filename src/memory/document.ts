// A document before it may become a draft or a version: its size, its hash, its constraints.
import { defined } from '../shared/defined';
import { err, ok, type Result } from '../shared/result';
import { utf8Bytes } from '../shared/utf8';
import { parseConstraints } from './constraints';
import { splitFrontMatter } from './front-matter';
import { contentHash } from './hash';
import type { Constraint, Kind } from './types';
import { NONE_UNBOUND, type Unbound } from './unbound';

/** UTF-8 bytes of one document. */
export const MOST_BYTES = 262_144;
/** Constraints of one document. */
const MOST_CONSTRAINTS = 2000;

/** UTF-8 bytes of its constraints as JSON: control characters grow sixfold there, and a row has 2 MB. */
const MOST_CONSTRAINT_BYTES = 1_500_000;

/** What is said of a rule or workflow without constraints, in review, on load and in a proof. */
export const NOTHING_BINDS =
	'nothing in it binds: it has no list item, paragraph or table row to follow';

/** A text that was read and accepted: what a draft or a version is made from. */
export interface Document {
	/** Well-formed Unicode; otherwise as given. */
	readonly content: string;
	readonly hash: string;
	/** UTF-8. */
	readonly bytes: number;
	/** From the front matter. */
	readonly description?: string;
	/** Of rules and workflows. */
	readonly constraints: readonly Constraint[];
	/** Lines of rules and workflows that say something and bind nobody. */
	readonly unbound: Unbound;
	/** What the author should know. */
	readonly warnings: readonly string[];
}

/**
 * Reads a document.
 * @returns it, or a sentence that begins with `body`
 */
export function readDocument(kind: Kind, text: string): Result<Document, string> {
	const content = text.toWellFormed();
	const bytes = content.length > MOST_BYTES ? content.length : utf8Bytes(content);
	if (bytes > MOST_BYTES)
		return err(`body must be at most ${MOST_BYTES} bytes (this one: ${bytes} or more); split it`);
	const { description, problem } = splitFrontMatter(content);
	const { constraints, problems, unbound } = binds(kind)
		? parseConstraints(content)
		: { constraints: [], problems: problem === undefined ? [] : [problem], unbound: NONE_UNBOUND };
	if (constraints.length > MOST_CONSTRAINTS)
		return err(
			`body must hold at most ${MOST_CONSTRAINTS} constraints (this one: ${constraints.length}); split it`,
		);
	if (utf8Bytes(JSON.stringify(constraints)) > MOST_CONSTRAINT_BYTES)
		return err(
			'body must hold fewer control characters or shorter headings; shorten them, or split it',
		);
	return ok({
		content,
		hash: contentHash(content),
		bytes,
		...defined({ description }),
		constraints,
		unbound,
		warnings: binds(kind) && constraints.length === 0 ? [...problems, NOTHING_BINDS] : problems,
	});
}

/** Whether objects of this kind have constraints that can be referred to. */
export const binds = (kind: Kind): boolean => kind === 'rule' || kind === 'workflow';
