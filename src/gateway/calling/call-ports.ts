// Everything that calls are made with under one configuration, in one place for all their parts.
import type { CallFacts } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import type { ToolListingPorts } from '../listing/tool-listing';
import type { EphemeralSessions } from '../sessions/ephemeral-session';
import type { Protector } from './protector';

export interface CallPorts extends ToolListingPorts {
	readonly protector: Protector;
	/** Sessions of calls that name no conversation. */
	readonly ephemeralSessions: EphemeralSessions;
	/** Milliseconds, for durations. */
	readonly clock: () => number;
	/** A short random id, of 8 or more letters and digits. */
	readonly newId: () => string;
	/** Learns of every call that has been answered; never throws, and nobody waits for it. */
	readonly observe: (facts: CallFacts, context: GatewayContext) => void;
}
