// Validates a document before it becomes a draft or a version: its size, its hash, its constraints.
import { defined } from '../../shared/defined';
import { err, ok } from '../../shared/result';
import { utf8Bytes } from '../../shared/utf8';
import { contentHash } from '../hash';
import type { Kind } from '../types';
import { parseConstraints } from './constraints';
import { splitFrontMatter } from './front-matter';
import { NONE_UNBOUND } from './line-coverage';

export const MAX_DOCUMENT_BYTES = 262_144;
const MAX_CONSTRAINTS = 2000;
/** Maximum UTF-8 bytes of its constraints as JSON: control characters take six there, and a row holds 2 MB. */
const MAX_CONSTRAINT_BYTES = 1_500_000;

export const NOTHING_BINDS =
	'nothing in it binds: it has no list item, paragraph or table row to follow';

/**
 * Validates a text; the error is a sentence that begins with `body`.
 * @returns `content` as well-formed Unicode; `constraints` of rules and workflows; `warnings` for the author
 */
export function readDocument(kind: Kind, text: string) {
	const content = text.toWellFormed();
	const bytes = content.length > MAX_DOCUMENT_BYTES ? content.length : utf8Bytes(content);
	if (bytes > MAX_DOCUMENT_BYTES)
		return err(
			`body must be at most ${MAX_DOCUMENT_BYTES} bytes (this one: ${bytes} or more); split it`,
		);
	const { description, problem } = splitFrontMatter(content);
	const { constraints, problems, unbound } = binds(kind)
		? parseConstraints(content)
		: { constraints: [], problems: problem === undefined ? [] : [problem], unbound: NONE_UNBOUND };
	if (constraints.length > MAX_CONSTRAINTS)
		return err(
			`body must hold at most ${MAX_CONSTRAINTS} constraints (this one: ${constraints.length}); split it`,
		);
	if (utf8Bytes(JSON.stringify(constraints)) > MAX_CONSTRAINT_BYTES)
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

/** Returns whether objects of this kind have constraints. */
export const binds = (kind: Kind): boolean => kind === 'rule' || kind === 'workflow';

/** Ends every loaded rule and workflow, so that the agent declares what it followed. */
const REMINDER =
	"\n\n---\n**Refer:** when one of the constraints above shapes your work, declare it with `memref`: `ruleId` is this document's id, `constraintId` an exact id from its `constraints` list.\n";

/** Appends the reminder to rules and workflows; hashes are of the content alone. */
export const withReminder = (kind: Kind, content: string): string =>
	binds(kind) ? content.trimEnd() + REMINDER : content;

/** The reminder wherever it stands, wrapped or not, and the rule over it. */
const REMINDERS = new RegExp(
	`(?:^---\\n{1,3})?^${REMINDER.replace('---', '')
		.trim()
		.replaceAll(/[*.]/g, String.raw`\$&`)
		.replaceAll(' ', String.raw`\s{1,9}`)}`,
	'gm',
);

/** Removes the reminders from content that an agent sends back, also where it wrote behind them. */
export function withoutReminder(content: string): string {
	const without = content.replaceAll(REMINDERS, '');
	return without === content ? content : `${without.trimEnd()}\n`;
}
