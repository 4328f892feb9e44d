// Errors of handles that do not open, each with the call to make instead.

/** The reason why a handle stays shut. `invalid`: not yours or altered. `closed`: its source changed. `revoked`: not offered. */
export type HandleFaultCode =
	| 'malformed'
	| 'invalid'
	| 'not_visible_yet'
	| 'expired'
	| 'evicted'
	| 'other_tool'
	| 'other_arguments'
	| 'closed'
	| 'revoked'
	| 'unavailable';

/** A handle that does not open, as the calling model is told. */
export interface HandleFault {
	readonly code: HandleFaultCode;
	/** For the model: safe to show, never repeats what was received. */
	readonly text: string;
}

interface FaultyCall {
	readonly tool: string | null;
	readonly argument: 'cursor' | 'handle';
	readonly shownName?: (endpoint: string) => string;
}

/**
 * Words a fault. `tool` is the endpoint the handle belongs to, as far as known: altered and
 * foreign handles are answered from the call alone, so that both read the same.
 */
export const describeHandleFault = (
	code: HandleFaultCode,
	call: FaultyCall,
	tool: string | null,
): HandleFault => ({ code, text: wording(code, call, tool) });

const wording = (code: HandleFaultCode, call: FaultyCall, tool: string | null): string => {
	const { argument } = call;
	const shown = tool === null ? null : (call.shownName?.(tool) ?? tool);
	const again =
		shown === null
			? 'Call the tool whose result you want again, with its original arguments.'
			: `Call ${shown} again without ${argument}, with its original arguments.`;
	switch (code) {
		case 'malformed':
			return `Malformed ${argument}: it must be copied exactly, 44 characters, from a result. ${again}`;
		case 'invalid':
			return `Invalid ${argument}: it was not issued to you by this server, or it was altered. ${again}`;
		case 'not_visible_yet':
			return `The result behind this ${argument} is not visible at this location yet. Repeat this same call in a few seconds; if it still fails after two minutes: ${again}`;
		case 'expired':
			return `Expired ${argument}: its result is no longer kept. ${again}`;
		case 'evicted':
			return `Evicted ${argument}: this workspace keeps more results than its share, and the ones that end first went first. ${again}`;
		case 'closed':
			return `Closed ${argument}: the server of ${shown ?? 'its tool'}, its credentials, or what is offered of it, have changed since. ${again}`;
		case 'other_tool':
			return `This ${argument} belongs to ${shown}: call ${shown} with it, or read_result with {"handle": "<it>"}.`;
		case 'other_arguments':
			return `This ${argument} belongs to a call of ${shown} with other arguments. Repeat this call with ${argument} and no other argument (limit, fields, startLine and endLine may stay), or call ${shown} with the new arguments and without ${argument}. To search or compute in the kept result: read_result {"handle": "<it>", "query": "…"} or {"handle": "<it>", "select": "…"}.`;
		case 'revoked':
			return `The result behind this ${argument} can no longer be read: ${shown} is not offered to you any more.`;
		case 'unavailable':
			return `The result behind this ${argument} cannot be read now. Repeat this same call; if it still fails: ${again}`;
	}
};
