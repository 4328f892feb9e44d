// The fitted cost table of the calibrated estimator (docs/protect.md "Tokens"): the states of the
// automaton and what one code unit costs in each, by one look-up.
import { fromBase64 } from './base64';
import { type CharClass, CLASSES, column } from './classes';

/** Table units in one token. */
export const UNITS_PER_TOKEN = 48;

// Fitted once, by non-negative ridge least squares on the relative error, to exact o200k_base
// counts of real documents (API JSON, logs, code, prose in many scripts, lock files, opaque ids).
// Floors keep scripts and floods the fit never saw from counting as nothing. Row-major
// [state][class], one byte each, in units of 1/48 token.
const COSTS =
	'BwsiNTAqlCwAAB8WBhdRAAoKEw4RCg4LCgoKDAkKCgwYDgoYExMKKwoKIisAAxA2SAgzMgscHgwwFDwACgoTDhEK' +
	'DgoKCgoKCgoKDBgOChgTEworCgoiKwABAzRyJD4qKR4oJiEzLiIKChMOEQoOCgoKCgoKCgoMGA4KGBMTCisKCiIr' +
	'CwAGJmgZOR4pIx0bCBg6bgoKEw4RCg4KCgoKCgoKCgwYDgoYExNgKwoKIisOACUWJzsjBkQ6BjEXFBS8CgoTDhEK' +
	'DgoKCgoKCgoKDBgOChgTExsrCgoiKxEAJQwBGFUaQC4eIwkDKioKChMOEQoOCgoKCgoKCgoMGA4KGBMTCisKCiIr' +
	'FwMAETALGBYAEA8ALxZaWQoKEw4RCg4KCgoKCgoKCgwYDgoYExPLKwoKIisKAAAQAw01NUQNKxsaEQAiCgoTDhEK' +
	'DgoKCgoKCgoKDBgOChgTEworCgoiKwcAAAoAHDwhACQKDkIAGAAKChMOEQoOCgoKCgoKCgoMGA4KGBMT4SsKCSIr' +
	'GgAjAQcNJRMIAC0RAAAAowoKEw4RCg4KCgoKCgoKCgwYDgoYExMkKwoJIisOAA4ANEU3REdhJkImIVs+CgoTDhEK' +
	'DgoKCgoKCgoKDBgOChgTEworCgoiKwBkPgItCRE3SjJAJgAAe+kKChMOEQoOCgoKCgsKCgoMGA4KGBMTDSsKCiIr' +
	'WyRQB3sNAGkZVS8CAD8ubQoKEw4RCg4KCgoKCgoKCgwYDgoYExMfKwoKIis4iUgKID5tMVJmNQAzAABRCgoTDhEL' +
	'DgoKCgoKCgoKDBgOChgTEx0rCgoiK0MiMjMGEyU8HUkpLi00AAoKChMOIwoOCgoKCgoKCgoMGA4KGBMTFCsKCiIr' +
	'CRtIJgAadyQ7NwshAgkbCgoKEw4RCg4KCgoKCgoKCgwYDgoYExOdKwoKIisuP/94LQALJgAAGUt2TwAKCgoTDhEK' +
	'DgoKCgoLCgoKDBgOChgTEworCgoiKwAGGwBVBwAb/jAhHxYhEENEGBMWEQoOCgMPEg4QHwgMHA4KGBgTCisnTCIr' +
	'FihVVwAOABEnAAYAIQAVp7gBEw4RFg4KFw0VFQgEEQwYDgoYExMwKwsNIisbKT0YLCsRABMACAAwRBCEYQoTDhEm' +
	'DgwICAoHCgYMDBgOChgkExkrCiMiKy4kABc7GhYABAgdGSYAewoMChMOEQoOCgoKCgoKCgoMGA4KGBMTCisKCiIr' +
	'FS8EKUAVJwAKCgc1OwAkCgoKEw4RCg4KCgoMCgoKCgwYDgoYExMOKwoKIismKDYeUBMQABcMDAAyGQNF/xITDzcK' +
	'DgoIDAgLCgkNHBgOChgTEworCggiKwAIDB8nOikECToxCgoKLgoAChMOEQoOCgoKDAoKCgoMGA4KGBMTCisBCiIr' +
	'EBslRwoSAAAAChkAABgACDkKHg4RCg4LCgoKCgoKCwwYDgoYExMKKwoKIisOFR4dNAAAAEA7Gi0fCAAB/wlCDhEP' +
	'Dg0SDwwLCwsMDBgOChgTE3QrDgoiKywrYBI3KwAmkiISGhEKFAn/ChMOEQoOCgoKCgoKCgoMGA4KGBMTCiskHSIr' +
	'AAB9RAUG/UknDSNLBAA4AAoKEw4RCg4KCgoKCgoKCgwYDgoYExMKKwoKIisKCgoKAwCoZAz/Br070bcKAAoTDhEK' +
	'DgoKCgoKCgoKDBgOChgTE64rCgoiKwoKCgoKBgAKFRIPEgoLDAoKExMOEQoOCgoKCgoKCgoMGA4KGBMTCysKCiIr' +
	'DBMKAAo8QRMGCwYAHiIACgoKKyURCg4KCgoKCgoKCgwYDgoYExMKKwoKIisKBwoPEREmBgoNFgkKCgsKCgoTJREK' +
	'DgoKCgoKCgoKDBgOChgTExcrCgoiKwoKCgoAHSQRGhksAAoJDAoKChMOIAoOCgoKCgoKCgoMGA4KGBMTCisKCiIr' +
	'CgoKCgoIGioKEQYFCQ4KCgoKEw4RFA4KCgoKCgoKCgwYDgoYExMNKwoKIisKCgoKCgYKCggKDAkKCgoKCgoTDhEK' +
	'FAoKCgoKCgoKDBgOChgTEwsrCgoiKwoKCgoKAAoNDQAJFwoMCwoKChMOEQoOGgoKCgoKCgoMGA4KGBMTCisKCiIr' +
	'CgoKCgoTFgoHCgkKCgsJCgoKEw4RCg4KFAoKCgoKCgwYDgoYExMKKwoKIisKCgoKCgkLCRAHDQoKDgoKCgoTDhEK' +
	'DgoKJAoKCgoKDBgOChgTEworCgoiKwoKCgoKDRQKDwsLDgoLCwoKChMOEQoOCgoKFQoKCgoMGA4KGBMTCisKCiIr' +
	'CgoKCgoTGwkNBgsACg4ICgoKEw4RCg4KCgoKEQoKCgwYDgoYExMKKwoKIisKCgoKCg0KCQsKCQkKCwoKCgoTDhEK' +
	'DgoKCgoKGQoKDBgOChgTEworCgoiKwoKCgoKCxAJDQoKBwoKCgoKChMOEQoOCgoKCgoKEwoMGA4KGBMTCisKCiIr' +
	'CgoKCgoMCQwHDgsNCwoGCgoKEw4RCg4KCgoKCgoKEwwYDgoYExMKKwoKKSsKCgoKCgQOChAIGQoMCgYKCgoTDhEK' +
	'DgoKCgoKCgoKFRgOChgTEworCgoiKwoKCgoKFhEKCg8JCggJCgoKChMOEQoOCgoKCgoKCgoMGw4KGBMTCisKCiIr' +
	'CgoKCgoPDAoKAwgOCgcKCgoKEw4RCg4KCgoKCgoKCgwYEgoYExMKKwoKIisKCgoKCgoKCgoKCgoKCgoKCgoTDhEK' +
	'DgoKCgoKCgoKDBgOChgTEworCgoiKwoJCgoKCwsKCgoMCgsKCgoKChMOEQoOCgoKCgoKCgoMGA4KIBMTCysKCiIr' +
	'CgoKCgoKCgoKCgoKCgoKCgoKEw4RCg4KCgoKCgoKCgwYDgoYEzUKKwoKIisKCgoICgwJGAoKBwoKCgoKCgoTDhEK' +
	'DgoKCgoKCgoKDBgOChghEworCgoiKwB/OBsAQW8AABId4gDMEABzCh4aERAOCgoJCgoKCgoMGA4KGBMTCisKCiIr' +
	'CgoKCgoLACMKCgkKCgoJCgoKEw4RCg4KCgoKCgoKCgwYDgoYExMXKwoKIisGFR8OaAASE+EYHB8AOyGOCBAYETEL' +
	'Dg0KCQ4ICQgNExgOChgTEyArATAiKwoKCgkKFzsLCgoKCgoKCgoKChMOEQoOCgoKCgoKCgoMGA4KGBMTCitsLCIr' +
	'CgoKCwoTCAoMDAwNCg0MCgoKEw4RIg4KCgoKCgsNHQwYDgoYExMLKwoKIisKCgoKChoNKwkKDQoKCg4KCgoTDhEK' +
	'DgoKCgoKCgoKDBgOChgTEworChwiKw==';

const COLUMNS = CLASSES.length;
const REPEATABLE: readonly CharClass[] = ['space', 'nl', 'dash', 'punct', 'dot', 'box'];

// The states: position 1-10 in a lower-case run, 1-4 in an upper-case run, 1-3 in a digit group
// (cyclic, as the tokenizer groups digits by three), else the class of the character before.
const LOWER = 0;
const LOWER_LAST = 9;
const UPPER = 10;
const UPPER_LAST = 13;
const DIGIT = 14;
const DIGIT_LAST = 16;
const OTHERS = 17;
const RUN_CLASSES: readonly CharClass[] = ['lv', 'lc', 'lr', 'upper', 'digit'];
const STATES = OTHERS + COLUMNS - RUN_CLASSES.length;

function next(state: number, name: CharClass): number {
	const upperRun = state >= UPPER && state <= UPPER_LAST;
	switch (name) {
		case 'lv':
		case 'lc':
		case 'lr':
			// A capital and what follows it are one word: "The" is at its second letter here.
			if (upperRun) return LOWER + 1;
			return state <= LOWER_LAST ? Math.min(state + 1, LOWER_LAST) : LOWER;
		case 'upper':
			return upperRun ? Math.min(state + 1, UPPER_LAST) : UPPER;
		case 'digit':
			return state >= DIGIT && state < DIGIT_LAST ? state + 1 : DIGIT;
		default:
			return OTHERS + column[name] - RUN_CLASSES.length;
	}
}

/** Bits a state is shifted by to make room for the column in an index of `Automaton.steps`. */
export const STATE_BITS = 6;

/** The automaton, ready to run. */
export interface Automaton {
	/** `steps[(state << 6) | column]` is `(cost << 8) | next state`, the cost in table units. */
	readonly steps: Uint16Array;
	/** 1 for the columns whose repeats are of class `rep`. */
	readonly repeats: Uint8Array;
	/** A text begins as if after a newline. */
	readonly start: number;
}

let built: Automaton | undefined;

/** Decodes the table on first use and keeps it. */
export function automaton(): Automaton {
	if (built !== undefined) return built;
	const costs = fromBase64(COSTS);
	const steps = new Uint16Array(STATES << STATE_BITS);
	for (let state = 0; state < STATES; state++) {
		for (const name of CLASSES) {
			const cost = costs[state * COLUMNS + column[name]] ?? 0;
			steps[(state << STATE_BITS) | column[name]] = (cost << 8) | next(state, name);
		}
	}
	const repeats = new Uint8Array(COLUMNS);
	for (const name of REPEATABLE) repeats[column[name]] = 1;
	built = { steps, repeats, start: next(LOWER, 'nl') };
	return built;
}
