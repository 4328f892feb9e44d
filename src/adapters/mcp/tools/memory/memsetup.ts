// memsetup (Memory MCP): binds the host's session. Its argument names the session, so the handle that is bound
// comes from the rest of the request.
import { SESSION_META_KEY, sessionHandle } from '../../../../session';
import { memoryTool } from './memory-tool';

export const memsetup = memoryTool({
	name: 'memsetup',
	description:
		'Call first, once: returns META_PROMPT.md and a handle, the session_id of later calls.',
	properties: {
		session_id: {
			type: 'string',
			description: '"new" if you know none.',
		},
		knownHashes: {
			type: 'object',
			properties: { 'META_PROMPT.md': { type: 'string', description: 'Hash you hold or ""' } },
		},
	},
	required: ['session_id', 'knownHashes'],
	annotations: { destructiveHint: false },
	whole: true,
	first: true,
	caller: async ({ context, services }) => {
		// Calls before this one belong to the session that was bound then.
		await services.settled();
		const handle = sessionHandle({
			meta: context.meta[SESSION_META_KEY],
			transport: context.session ?? context.transportSession,
		});
		return handle.ok ? { principal: context.principal.id, ...handle.value } : handle.error;
	},
});
