// Regular expressions in RE2 syntax: no backtracking, so that the cost is bounded by program size times text.
import { RE2JS } from 're2js';
import { err, ok, type Result } from '../shared/result';
import type { Meter } from './meter';

const MAX_LENGTH = 500;
/** Bound on compiled instructions, which repetitions multiply. */
const MAX_INSTRUCTIONS = 1_000;
/** Smaller programs mostly run as a DFA and are charged less. */
const SMALL = 200;
/** Cached patterns, since filters repeat the same one. */
const CACHE_SIZE = 20;

/** Tests a text; the cost is charged to the meter. */
export type Pattern = (text: string, meter: Meter) => boolean;

const known = new Map<string, Result<Pattern, string>>();

/** Compiles `pattern` or `/pattern/flags` with flags i, m, s. */
export const compilePattern = (pattern: string): Result<Pattern, string> => {
	const found = known.get(pattern);
	if (found) return found;
	const compiled = compile(pattern);
	if (known.size >= CACHE_SIZE) known.clear();
	known.set(pattern, compiled);
	return compiled;
};

const compile = (pattern: string): Result<Pattern, string> => {
	if (pattern.length > MAX_LENGTH) return err(`a pattern has at most ${MAX_LENGTH} characters.`);
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
		const size = compiled.programSize();
		if (size > MAX_INSTRUCTIONS)
			return err(
				`the pattern ${JSON.stringify(source.slice(0, 60))} is too complex: its repetitions come to ${size.toLocaleString('en-US')} steps for each character, at most ${MAX_INSTRUCTIONS.toLocaleString('en-US')} are possible. Write smaller {…} and fewer of them, one .* in place of several.`,
			);
		const perCharacter = Math.max(1, size * Math.min(1, size / SMALL));
		return ok((text, meter) => {
			meter.match(perCharacter * (text.length + 1));
			return compiled.matcher(text).find();
		});
	} catch (error) {
		const reason = error instanceof Error ? error.message : 'not understood';
		return err(
			`the pattern ${JSON.stringify(source.slice(0, 60))} is not understood: ${reason.slice(0, 120)}. Backreferences and lookaround do not exist here.`,
		);
	}
};
