// What a memory tool works with and answers; the protocol's wrapping is done elsewhere.
import type { Result } from '../../shared/result';
import type { DraftBodies } from '../draft-bodies';
import type { Fault } from '../faults';
import type { RemoteHub } from '../hub/hub';
import type { Caller } from '../types';

export interface ToolServices {
	/** Of the caller's workspace. */
	readonly hub: RemoteHub;
	/** Of the caller's workspace. */
	readonly bodies: DraftBodies;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Drafts of one author that may wait. */
	readonly mostDrafts?: number;
}

/** What a tool was called with, not checked yet. */
export type Arguments = Readonly<Record<string, unknown>>;

/** `structured` becomes `structuredContent`, and serialized the text. */
export interface ToolAnswer {
	readonly structured: object;
	readonly isError: boolean;
	/** What is read instead of it. */
	readonly text?: string;
}

/** A tool of memory: checks its arguments and answers, faults too. */
export type MemoryTool = (
	services: ToolServices,
	caller: Caller,
	args: Arguments,
) => Promise<ToolAnswer>;

/** An answer that is an error, in the form that callers know. */
export const failed = (fault: Fault | string): ToolAnswer => ({
	structured: typeof fault === 'string' ? { error: fault } : fault,
	isError: true,
});

/** An answer. */
export const answered = (structured: object): ToolAnswer => ({ structured, isError: false });

/** The hub's answer as the tool's. */
export const passOn = (result: Result<object, Fault>): ToolAnswer =>
	result.ok ? answered(result.value) : failed(result.error);
