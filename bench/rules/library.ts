// A workspace in SQLite with real rules in it, and an agent that calls its tools as they are on the wire.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { HubContext } from '../../src/memory/hub/context';
import { createHub } from '../../src/memory/hub/hub';
import { rankObjects } from '../../src/memory/hub/ranking';
import { createMemoryStore } from '../../src/memory/storage/memory-store';
import { MEMORY_TOOLS, type MemoryToolName } from '../../src/memory/tools/tools';
import { atMost } from '../../src/protect/budget';
import { estimate } from '../../src/protect/tokens/estimate';
import { openSql } from '../../test/adapters/sqlite/open';
import { openBodies } from '../../test/memory/draft-bodies';

export const FIXTURES = '../shared/fixtures/rules';

/** Texts by where they lie in a repository; of the fixtures, or of a folder. */
export function realRules(folder?: string): ReadonlyMap<string, string> {
	if (folder !== undefined)
		return new Map(
			filesIn(folder).map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
		);
	const index = JSON.parse(readFileSync(join(FIXTURES, 'index.json'), 'utf8')) as readonly {
		readonly file: string;
		readonly path: string;
	}[];
	const rules = new Map<string, string>();
	for (const { file, path } of index) {
		// Files of several projects: the second AGENTS.md lies in a folder of its own.
		const place = rules.has(path) ? `project-${rules.size}/${path}` : path;
		rules.set(place, readFileSync(join(FIXTURES, file), 'utf8'));
	}
	return rules;
}

const filesIn = (folder: string): string[] =>
	readdirSync(folder)
		.map((name) => join(folder, name))
		.flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]));

export interface Item {
	readonly id: string;
	readonly hash: string;
	readonly path: string;
	readonly text?: string;
	/** Of an activation. */
	readonly always?: boolean;
}

export interface Answer {
	readonly items: readonly Item[];
	/** o200k, of the larger carrier. */
	readonly tokens: number;
}

export interface Library {
	/** Path by file, of what was published. */
	readonly paths: ReadonlyMap<string, string>;
	readonly call: (tool: MemoryToolName, args: object) => Promise<Answer>;
	/** Returns the documents that say anything of a task, best first. */
	readonly ranked: (task: string) => ReturnType<typeof rankObjects>;
}

export async function openLibrary(rules: ReadonlyMap<string, string>): Promise<Library> {
	let ids = 0;
	const now = () => Date.UTC(2026, 0, 1);
	const context: HubContext = {
		store: createMemoryStore(openSql()),
		workspaceId: 'ws-bench',
		now,
		uuid: () => `00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`,
		estimate,
		atMost,
	};
	const hub = createHub(context);
	const paths = new Map<string, string>();
	for (const [file, content] of rules) {
		const done = hub.applySync({ by: 'bench', files: [{ file, content, base: null }] });
		if (!done.ok) console.error(`${file} is left out: ${JSON.stringify(done.error)}`);
		else for (const { path } of done.value.published) paths.set(file, path);
	}
	const services = { hub: hub as never, bodies: openBodies(), now };
	const caller = { principal: 'bench', session: 'bench', source: 'meta' } as const;
	const call = async (tool: MemoryToolName, args: object): Promise<Answer> => {
		const { structured, text, isError } = await MEMORY_TOOLS[tool](services, caller, { ...args });
		const json = JSON.stringify(structured);
		if (isError) throw new Error(`${tool}: ${json}`);
		const { items = [] } = structured as { items?: readonly Item[] };
		return { items, tokens: countTokens(text ?? json) };
	};
	await call('memsetup', { session_id: 'bench', knownHashes: { 'META_PROMPT.md': '' } });
	return { paths, call, ranked: (task) => rankObjects(context, task, []) };
}
