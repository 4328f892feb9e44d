// Content of an export, counted by kind: its lines name tables and keys.
import { isRecord } from '../../../shared/is-record';
import { jsonIn } from '../../../shared/json-in';

/** One kind of what an export holds, summed over its lines. */
export interface Held {
	readonly what: string;
	readonly entries: number;
	/** Characters of their lines. */
	readonly size: number;
}

/** By how the name of a table begins; the first that fits. */
const TABLES: readonly (readonly [begin: RegExp, what: string])[] = [
	[/^memory_/, 'Rules, drafts and their evidence'],
	[/^record_/, 'Records and findings'],
	[/^workflow_/, 'Workflows and runs'],
	[/^replay_/, 'Proof of what was held'],
	[/^(?:session_|sessions|kept_|shown_|prompt_)/, 'Conversations and their results'],
	[/^(?:telemetry_|listed_|known_)/, 'Telemetry, and the list of conversations'],
	[
		/^(?:members|memberships|api_tokens|visits|workspaces|owner|refresh_tokens)/,
		'Members, tokens and visits',
	],
	[/^audit_/, 'Audit log'],
	[/^(?:secrets|grants|begun|clients)/, 'Secrets and logins, without what they hold'],
	[/^(?:config_|tool_)/, 'Versions of the configuration, tools that were seen'],
];
const KEYS: Readonly<Record<string, string>> = {
	snapshot: 'Results behind handles',
	draft: 'Texts of drafts',
};

/** The lines of a part of an export, and where the next begins. */
export function partOf(text: string): {
	readonly lines: readonly string[];
	readonly next?: string;
} {
	const lines = text.split('\n').filter((line) => line !== '');
	const last = parsed(lines.at(-1));
	return typeof last.next === 'string' && !('key' in last) && !('table' in last)
		? { lines: lines.slice(0, -1), next: last.next }
		: { lines };
}

/** Counts the lines by kind, most first. */
export function heldIn(lines: readonly string[]): readonly Held[] {
	const sums = new Map<string, { entries: number; size: number }>();
	for (const line of lines) {
		const what = whatOf(parsed(line));
		const { entries, size } = sums.get(what) ?? { entries: 0, size: 0 };
		sums.set(what, { entries: entries + 1, size: size + line.length });
	}
	return [...sums]
		.map(([what, sum]) => ({ what, ...sum }))
		.sort((one, other) => other.size - one.size);
}

const OTHER = 'What else there is';

function whatOf({ table, key }: Readonly<Record<string, unknown>>): string {
	if (typeof table === 'string') return TABLES.find(([begin]) => begin.test(table))?.[1] ?? OTHER;
	return KEYS[String(key).split('/')[1] ?? ''] ?? OTHER;
}

function parsed(line = ''): Readonly<Record<string, unknown>> {
	const value = jsonIn(line);
	return isRecord(value) ? value : {};
}
