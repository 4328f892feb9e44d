// A host's own results that need no declared pair (docs/llm.md, "What leaves"): a file that was read again or
// edited since, a listing that was made again, a result that is the same as one before.
import { isRecord } from '../../shared/is-record';
import type { Conversation, ToolOutput } from './conversation';
import { unmeasured } from './frame';

/** Kinds of superseded results; each can be switched off. */
export interface Supersession {
	readonly reads: boolean;
	readonly listings: boolean;
	readonly repeats: boolean;
}

/** A result that may be left out without a declared pair, from which message on, and why. */
export interface Superseded {
	readonly output: ToolOutput;
	/** The message that makes it so. */
	readonly due: number;
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
	...['bash', 'shell', 'exec_command', 'run_shell_command', 'bashoutput'],
	...['glob', 'grep', 'ls', 'list', 'find', 'list_directory', 'grep_search', 'search_file_content'],
	...['webfetch', 'websearch', 'web_fetch', 'google_web_search'],
]);

const does = (kinds: ReadonlySet<string>, tool: string): boolean => kinds.has(tool.toLowerCase());

/** @param eligible results long enough to be worth it, in order */
export function superseded(
	eligible: readonly ToolOutput[],
	{ outputs, turns }: Conversation,
	rules: Supersession,
): readonly Superseded[] {
	const found = new Map<string, Superseded>();
	const add = (each: Superseded): void => {
		if (!found.has(each.output.id)) found.set(each.output.id, each);
	};
	const same = new Map<string, ToolOutput>();
	const latest = new Map<string, ToolOutput>();
	for (const output of eligible) {
		const key = keyOf(output);
		if (key === undefined) continue;
		const twin = `${key}\0${unmeasured(output.text ?? '')}`;
		const first = same.get(twin);
		if (rules.repeats && first !== undefined) {
			// The new one goes: the old one stands where it stood, and nothing has to be written anew.
			add({ output, due: output.at, why: `same as its result before (call ${first.id})` });
			continue;
		}
		same.set(twin, output);
		const before = latest.get(key);
		latest.set(key, output);
		const isOn = does(READS, output.tool) ? rules.reads : rules.listings;
		if (isOn && before !== undefined && before.at < output.at)
			add({ output: before, due: output.at, why: 'done again since: see below' });
	}
	if (rules.reads) for (const each of edited(eligible, outputs, turns)) add(each);
	return [...found.values()];
}

/** A read whose file was edited: until the user speaks again, further edits may still look at it. */
function* edited(
	eligible: readonly ToolOutput[],
	outputs: readonly ToolOutput[],
	turns: readonly number[],
): Iterable<Superseded> {
	for (const output of eligible) {
		const file = does(READS, output.tool) ? fileOf(output.args) : undefined;
		if (file === undefined) continue;
		const edit = outputs.find(
			({ tool, args, at, failed }) =>
				does(EDITS, tool) && !failed && at > output.at && fileOf(args) === file,
		);
		const due = edit && turns.find((turn) => turn > edit.at);
		if (due !== undefined) yield { output, due, why: 'the file was edited since' };
	}
}

/** Returns the key of a call: its tool and arguments. */
function keyOf({ tool, args }: ToolOutput): string | undefined {
	if (!does(READS, tool) && !does(LISTINGS, tool)) return undefined;
	return `${tool}\0${JSON.stringify(args)}`;
}

function fileOf(args: unknown): string | undefined {
	if (!isRecord(args)) return undefined;
	const file =
		args.file_path ?? args.notebook_path ?? args.filePath ?? args.absolute_path ?? args.path;
	return typeof file === 'string' ? file : undefined;
}
