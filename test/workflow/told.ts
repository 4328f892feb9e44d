// Issues and warnings of a definition, as they are read.
import { parseDefinition } from '../../src/workflow/definition/parse';
import { issueLine } from '../../src/workflow/definition/tree';

/** A line each, with the step it is in. */
export const toldOf = (text: string): string[] => {
	const parsed = parseDefinition(text, undefined, 'n');
	return (parsed.ok ? parsed.value.warnings : parsed.error).map(
		(issue) => issueLine(issue) + (issue.step === undefined ? '' : ` in ${issue.step}`),
	);
};
