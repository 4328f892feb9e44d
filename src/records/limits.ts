// What records may be at most: bounds that keep one call, one import and one row affordable.

/** Records on a page when the call names no number. */
export const DEFAULT_LIMIT = 15;
/** Records on a page, and ids of one look-up. */
export const MAX_LIMIT = 50;
/** UTF-16 units of one record as JSON. */
export const MAX_RECORD = 262_144;
/** Levels of containers in a record. */
export const MAX_DEPTH = 64;
/** Characters of a record's id. */
export const MAX_ID = 200;
/** Models of a workspace. */
export const MAX_MODELS = 200;
/** Fields of a model that can be searched by name. */
export const MAX_FIELDS = 500;
/** Bytes of an import, 100 MB. */
export const MAX_IMPORT_BYTES = 100_000_000;
/** Milliseconds without a batch after which an import counts as abandoned. */
export const IMPORT_PATIENCE = 15 * 60 * 1000;
