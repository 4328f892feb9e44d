// The groups of exchanges, each with a Loadline of its own.
import { asks } from './groups/asks';
import { demo } from './groups/demo';
import { results } from './groups/results';
import type { Recorder } from './recorder';

export interface Group {
	readonly name: string;
	/** Environment of its Loadline; development mode unless given. */
	readonly variables?: Readonly<Record<string, string>>;
	run(recorder: Recorder): Promise<void>;
}

export const GROUPS: readonly Group[] = [...demo, ...results, ...asks];
