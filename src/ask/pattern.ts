// Patterns (RE2 syntax) in linear time, whatever they and the text are: RE2JS has no backtracking.
import { RE2JS } from 're2js';
import { err, ok, type Result } from '../shared/result';

/** Characters of a pattern. */
const LONGEST = 500;
/** Patterns remembered: a filter asks the same one of every item. */
const REMEMBERED = 20;

export type Pattern = (text: string) => boolean;

const known = new Map<string, Result<Pattern, string>>();

/** `pattern` with or without slashes; `/…/i` ignores case. */
export const compilePattern = (pattern: string): Result<Pattern, string> => {
	const found = known.get(pattern);
	if (found) return found;
	const compiled = compile(pattern);
	if (known.size >= REMEMBERED) known.clear();
	known.set(pattern, compiled);
	return compiled;
};

const compile = (pattern: string): Result<Pattern, string> => {
	if (pattern.length > LONGEST) return err(`a pattern has at most ${LONGEST} characters.`);
	const slashed = /^\/([\s\S]*)\/([a-z]*)$/.exec(pattern);
	const source = slashed?.[1] ?? pattern;
	const flags = slashed?.[2] ?? '';
	const unknown = /[^ims]/.exec(flags)?.[0];
	if (unknown !== undefined) return err(`the flag ${unknown} is not known; there are i, m, s.`);
	const bits =
		(flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
		(flags.includes('m') ? RE2JS.MULTILINE : 0) |
		(flags.includes('s') ? RE2JS.DOTALL : 0);
	try {
		const compiled = RE2JS.compile(source, bits);
		return ok((text) => compiled.matcher(text).find());
	} catch (error) {
		const reason = error instanceof Error ? error.message : 'not understood';
		return err(
			`the pattern ${JSON.stringify(source.slice(0, 60))} is not understood: ${reason.slice(0, 120)}. Backreferences and lookaround do not exist here.`,
		);
	}
};
