// Patterns (RE2 syntax): RE2JS has no backtracking, so the work is at most program times text, and that
// is bounded.
import { RE2JS } from 're2js';
import { err, ok, type Result } from '../shared/result';
import type { Meter } from './meter';

/** Characters of a pattern. */
const LONGEST = 500;
/** Instructions of a compiled pattern: repetitions multiply what is written. */
const MOST_INSTRUCTIONS = 1_000;
/** Programs below this seldom leave the fast way (a DFA), and are charged less. */
const SMALL = 200;
/** Patterns remembered: a filter asks the same one of every item. */
const REMEMBERED = 20;

/** Whether a text has it; the work is charged to the meter, which stops what is too much. */
export type Pattern = (text: string, meter: Meter) => boolean;

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
		const size = compiled.programSize();
		if (size > MOST_INSTRUCTIONS)
			return err(
				`the pattern ${JSON.stringify(source.slice(0, 60))} is too complex: its repetitions come to ${size.toLocaleString('en-US')} steps for each character, at most ${MOST_INSTRUCTIONS.toLocaleString('en-US')} are possible. Write smaller {…} and fewer of them, one .* in place of several.`,
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
