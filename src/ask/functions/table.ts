// Every function of an expression by its name: those of JMESPath, and what it lacks under plain names.
import { GROUPS } from './groups';
import { LISTS } from './lists';
import { NUMBERS } from './numbers';
import { OBJECTS } from './objects';
import { STRINGS } from './strings';
import type { Definition } from './types';

export const FUNCTIONS: ReadonlyMap<string, Definition> = new Map(
	Object.entries({ ...GROUPS, ...LISTS, ...NUMBERS, ...OBJECTS, ...STRINGS }),
);
