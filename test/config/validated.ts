// One document as config takes it: unchanged, or every issue of it.
import type { Issue } from '../../src/config/issues';
import type { ConfigDocument } from '../../src/config/schema';
import { documentIssues, type ValidateOptions } from '../../src/config/validate';
import { err, ok, type Result } from '../../src/shared/result';

export const validate = (
	document: unknown,
	options: ValidateOptions,
): Result<ConfigDocument, readonly Issue[]> => {
	const issues = documentIssues(document, options);
	return issues.length > 0 ? err(issues) : ok(document as ConfigDocument);
};
