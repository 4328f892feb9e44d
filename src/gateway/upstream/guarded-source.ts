// A source of tools with all that stands between it and its callers.
import type { ToolSource } from '../contract/tool-source';
import { withInputRequests } from './input-requests';
import { labelServerText } from './label-server-text';
import { withSealedState } from './sealed-state';
import { type WatchPorts, watched } from './watched-source';
import { withLogin } from './with-login';

/** Dependencies of all of them; the clock of logins counts milliseconds, that of seals seconds. */
interface GuardPorts extends WatchPorts {
	readonly logins: Parameters<typeof withLogin>[1];
	readonly seal: Parameters<typeof withSealedState>[1];
}

/**
 * Wraps a source: changes of its tools are noted, its texts are marked as its own, a login is a tool of its own, what
 * it asks is passed on, and the state that it has clients keep is sealed.
 */
export const guarded = <Source extends ToolSource>(source: Source, ports: GuardPorts): Source =>
	withSealedState(
		withInputRequests(withLogin(labelServerText(watched(source, ports)), ports.logins)),
		ports.seal,
	);
