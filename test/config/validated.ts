// One document as config takes it: unchanged, or every issue of it; all of them, or the one at a path.
import type * as z from 'zod/v4';
import type { Issue } from '../../src/config/fields';
import { documentIssues, type ValidateOptions } from '../../src/config/layers';
import type { ConfigSchema } from '../../src/config/schema';
import { err, ok, type Result } from '../../src/shared/result';
import { checkUrl } from './check-url';

export const validate = (
	document: unknown,
	options: ValidateOptions,
): Result<z.input<ConfigSchema>, readonly Issue[]> => {
	const issues = documentIssues(document, options);
	return issues.length > 0 ? err(issues) : ok(document as z.input<ConfigSchema>);
};

export const issuesOf = (document: unknown) => {
	const result = validate(document, { checkUrl });
	return result.ok ? [] : result.error;
};
export const pathsOf = (document: unknown) => issuesOf(document).map((issue) => issue.path);
export const reasonAt = (document: unknown, path: string) =>
	issuesOf(document).find((issue) => issue.path === path)?.reason;
