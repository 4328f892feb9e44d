// How much a workflow may hold. Whatever is beyond is refused with its number, never cut in silence.

/** Bytes of UTF-8 of a definition's text: 256 KiB. */
export const LARGEST_DEFINITION = 262_144;
/** Characters of a definition as JSON, aliases expanded. */
export const LARGEST_EXPANDED = 1_000_000;
export const MOST_STEPS = 500;
export const MOST_LOOPS = 200;
export const MOST_LOOP_STEPS = 100;
export const MOST_AGENTS = 200;
export const MOST_ITERATIONS = 1000;
/** Characters (UTF-16 code units, as everywhere below) of a description. */
export const LONGEST_DESCRIPTION = 2000;

/** Per loop. */
export const MOST_TASKS = 10_000;
export const LONGEST_TASK_ID = 200;
export const LONGEST_TASK_TITLE = 500;
export const LONGEST_TASK_DESCRIPTION = 4000;
/** Characters of all tasks of a run. */
export const MOST_TASK_TEXT = 4_194_304;

/** Characters of one output. */
export const LONGEST_OUTPUT = 65_536;
/** Characters of all outputs of a run; beyond it the oldest give way, and `workflow_context` says so. */
export const MOST_OUTPUT = 1_048_576;
/** Per run. */
export const MOST_ARTEFACTS = 1000;
export const LONGEST_ARTEFACT = 500;
export const LONGEST_SUMMARY = 100;

/** Repeats of a failed sub-step unless configured. */
export const DEFAULT_RETRIES = 3;
/** Workflows of a workspace. */
export const MOST_WORKFLOWS = 500;
/** Versions of a workflow that are kept; runs keep their own copy. */
export const KEPT_VERSIONS = 50;
