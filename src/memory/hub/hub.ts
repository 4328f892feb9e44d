// The memory of one workspace as a service. Every method takes one argument, runs in one step and answers with plain
// data, so that it can be called from another isolate.
import type { Remote } from '../../shared/remote';
import { activation } from './activation';
import { bindingRules } from './binding-rules';
import type { HubContext } from './context';
import { discovery } from './discovery';
import { drafting } from './drafting';
import { evidence } from './evidence';
import { publishing } from './publishing';
import { pushing } from './push';
import { references } from './references';
import { reviewing } from './reviewing';
import { sessions } from './sessions';
import { telling } from './told';

/**
 * Creates the memory of a workspace.
 * @example createHub({ store, workspaceId: 'ws-local', now: Date.now, … }).drafts()
 */
export const createHub = (context: HubContext) => ({
	...sessions(context),
	...discovery(context),
	...references(context),
	...drafting(context),
	...activation(context),
	...bindingRules(context),
	...telling(context),
	...reviewing(context),
	...pushing(context),
	...publishing(context),
	...evidence(context),
});

/** The memory of a workspace; its methods are synchronous. */
export type Hub = ReturnType<typeof createHub>;
/** The hub as other isolates call it. */
export type RemoteHub = Remote<Hub>;
