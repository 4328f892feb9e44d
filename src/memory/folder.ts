// A workspace's memory as a folder: rules/ workflow/ context/ META_PROMPT.md.
import { err, ok, type Result } from '../shared/result';
import { canonicalPath, categoryAt, META_PROMPT_PATH } from './paths';
import type { Category, ObjectMeta } from './types';

export interface Place {
	readonly category: Category;
	/** Canonical. */
	readonly path: string;
}

/** Where an object lies in the folder. */
export const fileOf = ({ kind, path }: Pick<ObjectMeta, 'kind' | 'path'>): string =>
	kind === 'rule' ? `rules/${path}` : kind === 'context' ? `context/${path}` : path;

/**
 * Which object a file of the folder is.
 * @param file relative, with `/` between folders
 * @returns its place, or a sentence on why it is none
 */
export function placeOf(file: string): Result<Place, string> {
	if (file === META_PROMPT_PATH) return ok({ category: 'mpf', path: META_PROMPT_PATH });
	const [folder = '', ...rest] = file.split('/');
	const named = rest.join('/');
	if (!/\.md$/i.test(named))
		return err('only Markdown files in rules/, workflow/ and context/ are memory');
	const category: Category | undefined =
		folder === 'rules' || folder === 'workflow'
			? 'rule'
			: folder === 'context'
				? 'context'
				: undefined;
	if (category === undefined)
		return err('memory lies in rules/, workflow/, context/ and META_PROMPT.md');
	const path = canonicalPath(category, folder === 'workflow' ? file : named);
	return path.ok ? ok({ category: categoryAt(category, path.value), path: path.value }) : path;
}
