// The fault of a server that did not answer in time.
import type { SourceFault } from './tool-source';

/** @param ms milliseconds that it had */
export const timeoutFault = (name: string, ms: number): SourceFault => ({
	code: 'timeout',
	message: `Upstream "${name}" did not answer within ${ms} ms, and is not waited for. Check that it runs.`,
});
