// One workspace's memory in this process: the hub behind a cloning remote, its clock and ids countable.

import type { HubContext } from '../../src/memory/hub/context';
import { createHub, type DraftBodies, type RemoteHub } from '../../src/memory/hub/hub';
import { ledgerOf } from '../../src/memory/hub/told';
import type { MemoryStore } from '../../src/memory/storage/memory-store';
import { createMemoryStore } from '../../src/memory/storage/memory-store';
import type { Arguments } from '../../src/memory/tools/tool';
import { MEMORY_TOOLS, type MemoryToolName } from '../../src/memory/tools/tools';
import type { Caller } from '../../src/memory/types';
import { openSql } from '../adapters/sqlite/open';
import { cloningRemote } from '../cloning-remote';
import { openBodies } from './draft-bodies';

export interface Answer {
	readonly isError: boolean;
	readonly structured: Record<string, unknown>;
	/** The text that is read instead of `structured`. */
	readonly text?: string;
}

export interface Workspace {
	readonly hub: RemoteHub;
	readonly store: MemoryStore;
	readonly bodies: DraftBodies;
	/** An agent of a principal, after its setup. */
	agent(principal?: string, session?: string): Promise<Agent>;
	/** Tells lines of a version, as an activation does. */
	tell(caller: Caller, objectId: string, told: { hash: string; keys: readonly string[] }): void;
	/** Publishes files and gives their ids by path. */
	push(files: Readonly<Record<string, string>>): Promise<Record<string, string>>;
}

export type Agent = (tool: MemoryToolName, args: Arguments) => Promise<Answer>;

/** Most tests are about Memory MCP's own shapes, and about what its author sees of a draft. */
const TO_THE_LETTER: Partial<Record<MemoryToolName, Arguments>> = {
	memdisc: { shape: 'full' },
	memload: { shape: 'full', draft: true },
	memactivate: { shape: 'full' },
};

export const callerOf = (principal: string, session: string): Caller => ({
	principal,
	session,
	source: 'meta',
});

export function openWorkspace(
	workspaceId = 'ws-test',
	store: MemoryStore = createMemoryStore(openSql()),
	bodies: DraftBodies = openBodies(),
): Workspace {
	let time = Date.UTC(2026, 0, 1) + store.attestations({ order: 'newest', limit: 1 }).length;
	let ids = store.objects().length;
	const now = () => time++;
	const hub = cloningRemote(
		createHub({
			store,
			workspaceId,
			now,
			uuid: () => `00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`,
			estimate: (text) => Math.ceil(text.length / 4),
			atMost: (text) => Math.ceil(text.length / 4),
		}),
	);
	const agentOf =
		(caller: Caller): Agent =>
		async (tool, args) => {
			const asked = { ...TO_THE_LETTER[tool], ...args };
			const answer = await MEMORY_TOOLS[tool]({ hub, bodies, now }, caller, asked);
			return { ...answer, structured: { ...answer.structured } };
		};
	return {
		hub,
		store,
		bodies,
		async agent(principal = 'ada', session = `${principal}-1`) {
			const agent = agentOf(callerOf(principal, session));
			await agent('memsetup', {
				...{ session_id: session, shape: 'full', knownHashes: { 'META_PROMPT.md': '' } },
			});
			return agent;
		},
		tell(caller, objectId, told) {
			const { principal, session } = caller;
			const bound = store.binding(principal, session)?.sessionId ?? session;
			ledgerOf({ store, now } as HubContext, caller, bound).part(objectId, told);
		},
		async push(files) {
			const pushed = Object.entries(files).map(([file, content]) => ({
				file,
				content,
				base: null,
			}));
			const outcome = await hub.applySync({ by: 'admin', files: pushed });
			if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
			return Object.fromEntries(outcome.value.published.map(({ path, id }) => [path, id]));
		},
	};
}

/** An agent that has not called memsetup. */
export const stranger =
	({ hub, bodies }: Workspace, caller = callerOf('eve', 'eve-1')): Agent =>
	async (tool, args) => {
		const asked = { ...TO_THE_LETTER[tool], ...args };
		const answer = await MEMORY_TOOLS[tool]({ hub, bodies, now: () => 0 }, caller, asked);
		return { isError: answer.isError, structured: { ...answer.structured } };
	};

export const STYLE = `---
description: How code looks
---
# Code style

## Naming

- Use snake_case for functions
- Use PascalCase for types

## Errors

Fail early, with a message that says what to do.
`;

export const CODING = '# Coding\n\n## Steps\n\nInspect the diff and suggest a commit message.\n';
export const API = '# API\n\nThe service answers JSON over HTTP; ids are opaque.\n';
