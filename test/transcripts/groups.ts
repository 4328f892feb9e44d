// The groups of exchanges, each with a Loadline of its own.
import { api } from './groups/api';
import { asks } from './groups/asks';
import { cli } from './groups/cli';
import { closed } from './groups/closed';
import { demo } from './groups/demo';
import { memory } from './groups/memory';
import { outside } from './groups/outside';
import { pages } from './groups/pages';
import { results } from './groups/results';
import { servers } from './groups/servers';
import { surfaces } from './groups/surface';
import { tools } from './groups/tools';
import type { Recorder } from './recorder';

export interface Group {
	readonly name: string;
	/** Environment of its Loadline; development mode unless given. */
	readonly variables?: Readonly<Record<string, string>>;
	run(recorder: Recorder): Promise<void>;
}

export const GROUPS: readonly Group[] = [
	...demo,
	...results,
	...asks,
	...memory,
	...tools,
	...surfaces,
	...servers,
	...outside,
	...api,
	...closed,
	...pages,
	...cli,
];
