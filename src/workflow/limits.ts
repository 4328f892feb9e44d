// Bounds of workflows, in UTF-16 units unless stated. Anything beyond is refused with its number, never truncated.

/** 256 KiB of UTF-8. */
export const MAX_DEFINITION_BYTES = 262_144;
/** Length of a definition as JSON, aliases expanded. */
export const MAX_EXPANDED_LENGTH = 1_000_000;
export const MAX_STEPS = 500;
export const MAX_LOOPS = 200;
export const MAX_LOOP_STEPS = 100;
export const MAX_AGENTS = 200;
export const MAX_ITERATIONS = 1000;
export const MAX_DESCRIPTION_LENGTH = 2000;

/** Per loop. */
export const MAX_TASKS = 10_000;
export const MAX_TASK_ID_LENGTH = 200;
export const MAX_TASK_TITLE_LENGTH = 500;
export const MAX_TASK_DESCRIPTION_LENGTH = 4000;
/** Total length of a run's tasks. */
export const MAX_TASK_TEXT = 4_194_304;

export const MAX_OUTPUT_LENGTH = 65_536;
/** Total length of a run's outputs; the oldest are evicted and `workflow_context` reports it. */
export const MAX_OUTPUT = 1_048_576;
/** Per run. */
export const MAX_ARTEFACTS = 1000;
export const MAX_ARTEFACT_LENGTH = 500;
export const MAX_SUMMARY_LENGTH = 100;

export const DEFAULT_RETRIES = 3;
/** Per workspace. */
export const MAX_WORKFLOWS = 500;
/** Kept versions per workflow; runs keep their own copy. */
export const MAX_VERSIONS = 50;
