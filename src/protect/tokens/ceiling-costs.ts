// Limits and costs of the ceiling that stand in no table, in table units (1/48 token), and the characters it names.
export const SMALL_D = 0x64;
export const SPACE = 0x20;
export const APOSTROPHE = 0x27;
export const SLASH = 0x2f;
export const SEMICOLON = 0x3b;
export const BACKSLASH = 0x5c;

// Letters in a row beyond which they are no word, signs in a row beyond which they are no syntax,
// and what each then costs at least: a random letter is half a token. Letters of other scripts
// that repeat the second last more often than any word does.
export const LONGEST_WORD = 24;
export const RANDOM_LETTER = 28;
export const LONGEST_SYNTAX = 16;
export const RANDOM_SIGN = 40;
export const MOST_REPEATS = 2;

// Fitted with the tables, in their units (1/48 token).
export const COMMON_WORD = 41;
export const CAPITAL_INSIDE = 11;
export const WORD_AFTER_CAPITALS = 40;
export const ACCENT = { own: 22, after: 10 } as const;
export const TAB_AFTER_WORD = 24;
export const SCRIPT_CAPITAL = 12;
export const HAN = { single: 51, several: 112, paired: 6 } as const;
export const HANGUL = { single: 51, several: 126, paired: 6 } as const;
export const KANA = { single: 61, several: 61, paired: 10 } as const;
