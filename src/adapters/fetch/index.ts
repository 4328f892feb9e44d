// Outgoing HTTP: bounded bodies, timeouts and webhooks.
export {
	answeredEarly,
	type BodyFault,
	ENCODED,
	freeMoments,
	momentFor,
	PAUSING,
	peekBody,
	readBoundedText,
	turns,
} from './bounded-body';
export { FREE_BYTES, Hold, inFlight, NoRoom } from './in-flight';
export type { LocalServer, Processes } from './local-server';
export { headerText, mirrored, postJson, within } from './mirrored-headers';
