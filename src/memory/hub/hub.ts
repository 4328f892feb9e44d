// The memory of one workspace as a service: every method takes one argument, runs to its end in one
// step, and answers with plain data, so that it can be called from another isolate.
import type { Remote } from '../../shared/remote';
import { activating } from './activating';
import { binding } from './binding';
import type { HubContext } from './context';
import { drafting } from './drafting';
import { observing } from './observing';
import { publishing } from './publishing';
import { reading } from './reading';
import { referring } from './referring';
import { reviewing } from './reviewing';
import { standing } from './standing';
import { turns } from './turns';

/** @example createHub({ store, workspaceId: 'ws-local', now: Date.now, … }).drafts() */
export const createHub = (context: HubContext) => ({
	...turns(context),
	...reading(context),
	...referring(context),
	...drafting(context),
	...activating(context),
	...binding(context),
	...reviewing(context),
	...publishing(context),
	...observing(context),
	...standing(context),
});

/** All that a workspace's memory does. */
export type Hub = ReturnType<typeof createHub>;
/** The hub as the tools and routes call it. */
export type RemoteHub = Remote<Hub>;
