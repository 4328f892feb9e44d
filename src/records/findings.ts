// Findings: what an analysis found out, kept when the records it read leave the context
// (docs/records.md "Findings").
import { ok, type Result } from '../shared/result';
import { termsOf } from '../shared/terms';
import { fault, type RecordsFault } from './fault';

/** What a finding is stored from, not checked yet. */
export interface FindingArguments {
	readonly finding?: unknown;
	readonly details?: unknown;
	readonly record_ids?: unknown;
	readonly tags?: unknown;
	readonly shared?: unknown;
}

/** Who found it out, and when. */
export interface FindingSource {
	readonly principal: string;
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

/** A finding that was checked and is ready to be stored. */
export interface NewFinding extends FindingSource {
	readonly finding: string;
	readonly details?: string;
	readonly recordIds: readonly (string | number)[];
	readonly tags: readonly string[];
	/** Recalled by everybody of the workspace; else by its author alone. */
	readonly shared: boolean;
	/** To search by, best first. */
	readonly words: { readonly finding: string; readonly tags: string; readonly details: string };
}

/** A finding as it is kept. */
export interface Finding extends Omit<NewFinding, 'words'> {
	readonly id: number;
}

/** Characters. */
const MAX_FINDING = 4_000;
const MAX_DETAILS = 20_000;
const MAX_TAG = 60;
/** Ids, and tags, of one finding. */
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

/** Tags in lower case, each once. */
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
