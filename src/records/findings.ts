// Findings of an analysis, kept when the records it read leave the context (docs/records.md "Findings").
import { ok, type Result } from '../shared/result';
import { termsOf } from '../shared/terms';
import { fault, type RecordsFault } from './fault';

/** Unchecked arguments of a finding. */
export interface FindingArguments {
	readonly finding?: unknown;
	readonly details?: unknown;
	readonly record_ids?: unknown;
	readonly tags?: unknown;
	readonly shared?: unknown;
}

/** The author of a finding. */
export interface FindingSource {
	readonly principal: string;
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

/** A checked finding, ready to be stored. */
export interface NewFinding extends FindingSource {
	readonly finding: string;
	readonly details?: string;
	readonly recordIds: readonly (string | number)[];
	readonly tags: readonly string[];
	/** Visible to the whole workspace, otherwise to its author alone. */
	readonly shared: boolean;
	/** Search terms, most relevant first. */
	readonly words: { readonly finding: string; readonly tags: string; readonly details: string };
}

/** A stored finding. */
export interface Finding extends Omit<NewFinding, 'words'> {
	readonly id: number;
}

/** Lengths in characters. */
const MAX_FINDING = 4_000;
const MAX_DETAILS = 20_000;
const MAX_TAG = 60;
/** Maximum numbers per finding. */
const MAX_RECORD_IDS = 500;
const MAX_TAGS = 20;

/** Checks the arguments of a finding. */
export function readFinding(
	given: FindingArguments,
	source: FindingSource,
): Result<NewFinding, RecordsFault> {
	const { finding, details, shared = false } = given;
	if (typeof finding !== 'string' || finding.trim() === '' || finding.length > MAX_FINDING)
		return fault('invalid', `finding: must be a text of 1 to ${MAX_FINDING} characters.`);
	if (details !== undefined && (typeof details !== 'string' || details.length > MAX_DETAILS))
		return fault('invalid', `details: must be a text of at most ${MAX_DETAILS} characters.`);
	const ids = given.record_ids ?? [];
	if (!Array.isArray(ids) || ids.length > MAX_RECORD_IDS || !ids.every(isId))
		return fault('invalid', `record_ids: must be a list of at most ${MAX_RECORD_IDS} ids.`);
	if (typeof shared !== 'boolean') return fault('invalid', 'shared: must be true or false.');
	const tags = readTags(given.tags);
	if (!tags.ok) return tags;
	const words = (texts: readonly (string | number)[]) => termsOf(texts.join('\n')).join(' ');
	return ok({
		...source,
		finding,
		...(details !== undefined && { details }),
		recordIds: ids,
		tags: tags.value,
		shared,
		words: {
			finding: words([finding]),
			tags: words(tags.value),
			details: words([details ?? '', ...ids]),
		},
	});
}

/** Reads tags in lower case without duplicates. */
export function readTags(tags: unknown): Result<readonly string[], RecordsFault> {
	const given = tags ?? [];
	const isTag = (tag: unknown): tag is string =>
		typeof tag === 'string' && tag.trim() !== '' && tag.length <= MAX_TAG;
	if (!Array.isArray(given) || given.length > MAX_TAGS || !given.every(isTag))
		return fault(
			'invalid',
			`tags: must be a list of at most ${MAX_TAGS} texts of 1 to ${MAX_TAG} characters.`,
		);
	return ok([...new Set(given.map((tag) => tag.trim().toLowerCase()))]);
}

const isId = (id: unknown): id is string | number =>
	(typeof id === 'string' && id !== '' && id.length <= 200) ||
	(typeof id === 'number' && Number.isFinite(id));
