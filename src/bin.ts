#!/usr/bin/env node
// The command `loadline`; in the repository `npm run -s loadline -- COMMAND`.
import { createProgram } from './adapters/cli/program';
import type { NodeOptions } from './adapters/node/runtime';

const { openLoadline } = await import('./node');
await createProgram((options: NodeOptions) => openLoadline(options)).parseAsync();
