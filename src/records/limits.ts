// Bounds that keep calls, imports and rows affordable.

/** Default page size. */
export const DEFAULT_LIMIT = 15;
/** Maximum page size, and ids per look-up. */
export const MAX_LIMIT = 50;
/** Maximum length of a record's JSON in UTF-16 units. */
export const MAX_RECORD = 262_144;
/** Maximum nesting of a record. */
export const MAX_DEPTH = 64;
/** Maximum length of a record's id. */
export const MAX_ID = 200;
export const MAX_MODELS = 200;
/** Fields of a model that can be searched by name. */
export const MAX_FIELDS = 500;
/** 100 MB. */
export const MAX_IMPORT_BYTES = 100_000_000;
/** Idle time after which an import is abandoned. */
export const IMPORT_TIMEOUT_MS = 15 * 60 * 1000;
