// A host's own results that need no declared pair (docs/llm.md, "What leaves"): a file that was read again or
// edited since, a listing that was made again, a result that is the same as the one before.
import { isRecord } from '../../shared/is-record';
import type { ToolOutput } from './conversation';
import { unmeasured } from './frame';

/** Kinds of superseded results; each can be switched off. */
export interface Supersession {
	readonly reads: boolean;
	readonly listings: boolean;
	readonly repeats: boolean;
}

/** A result that may be left out without a declared pair, and why. */
export interface Superseded {
	readonly output: ToolOutput;
	/** Why, for what takes its place. */
	readonly why: string;
}

/** Tools of hosts by what they do, in lower case: Claude Code, Codex, Gemini CLI, opencode, pi. */
const READS: ReadonlySet<string> = new Set(['read', 'read_file']);
const EDITS: ReadonlySet<string> = new Set([
	'edit',
	'multiedit',
	'write',
	'notebookedit',
	'write_file',
	'replace',
]);
const LISTINGS: ReadonlySet<string> = new Set([
	...['glob', 'grep', 'ls', 'list', 'find', 'list_directory', 'grep_search', 'search_file_content'],
]);
/** Their results depend on more than their arguments: an equal one alone takes their place. */
const REPEATED: ReadonlySet<string> = new Set([
	...['bash', 'shell', 'exec_command', 'run_shell_command'],
	...['webfetch', 'websearch', 'web_fetch', 'google_web_search'],
]);

const does = (kinds: ReadonlySet<string>, tool: string): boolean => kinds.has(tool.toLowerCase());

/**
 * Finds results that a later one replaces. The later one is always in place: of several alike the first stays
 * until one that differs comes.
 * @param eligible results long enough to be worth it, in order
 * @param left calls whose results have left already
 */
export function superseded(
	eligible: readonly ToolOutput[],
	{
		outputs,
		turns,
	}: { readonly outputs: readonly ToolOutput[]; readonly turns: readonly number[] },
	rules: Supersession,
	left: ReadonlySet<string>,
): readonly Superseded[] {
	const found: Superseded[] = [];
	/** The newest of each call that stays. */
	const latest = new Map<string, ToolOutput>();
	/** Block at which a result was last seen to be so: also by one that points at it. */
	const seen = new Map<ToolOutput, number>();
	for (const output of eligible) {
		const key = keyOf(output);
		const before = key === undefined ? undefined : latest.get(key);
		const isSame =
			before !== undefined && unmeasured(before.text ?? '') === unmeasured(output.text ?? '');
		if (isSame && (rules.repeats || left.has(output.id))) {
			// The new one goes: the old one stands where it stood, and nothing has to be written anew.
			found.push({ output, why: `same as its result before (call ${before.id})` });
			seen.set(before, output.at);
			continue;
		}
		// A result that has left for another reason cannot be pointed at.
		if (key === undefined || left.has(output.id)) continue;
		latest.set(key, output);
		const isOn = does(READS, output.tool) ? rules.reads : rules.listings && isPlaced(output);
		if (isOn && before !== undefined && before.at < output.at)
			found.push({ output: before, why: 'done again since: see below' });
	}
	const gone = new Set(found.map(({ output }) => output));
	const edits = editsBefore(outputs, rules.reads ? (turns.at(-1) ?? -1) : -1);
	for (const output of eligible) {
		const edit = does(READS, output.tool) ? edits.get(fileOf(output) ?? '') : undefined;
		if (edit !== undefined && edit > (seen.get(output) ?? output.at) && !gone.has(output))
			found.push({ output, why: 'the file was edited since' });
	}
	return found;
}

/** The last edit of each file that the user has spoken after: until then further edits may still look at it. */
function editsBefore(outputs: readonly ToolOutput[], turn: number): ReadonlyMap<string, number> {
	const edits = new Map<string, number>();
	for (const output of outputs) {
		const file = does(EDITS, output.tool) && !output.failed ? fileOf(output) : undefined;
		if (file !== undefined && output.at < turn) edits.set(file, output.at);
	}
	return edits;
}

function keyOf({ tool, args }: ToolOutput): string | undefined {
	const isKnown = [READS, LISTINGS, REPEATED].some((kinds) => does(kinds, tool));
	return isKnown ? `${tool}\0${JSON.stringify(args)}` : undefined;
}

/** Returns whether a listing says where it was made: any other may be of another folder after a `cd`. */
const isPlaced = ({ tool, args }: ToolOutput): boolean =>
	does(LISTINGS, tool) &&
	isRecord(args) &&
	[args.path, args.dir_path, args.pattern].some(
		(path) => typeof path === 'string' && /^(?:\/|[A-Za-z]:[\\/])/.test(path),
	);

function fileOf({ args }: ToolOutput): string | undefined {
	if (!isRecord(args)) return undefined;
	const file =
		args.file_path ?? args.notebook_path ?? args.filePath ?? args.absolute_path ?? args.path;
	return typeof file === 'string' ? file : undefined;
}
