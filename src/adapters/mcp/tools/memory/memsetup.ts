// memsetup (Memory MCP): binds the host's session. Its argument names the session, so the handle that is bound
// comes from the rest of the request.
import { SESSION_META_KEY, sessionHandle } from '../../../../session';
import { memoryTool } from './memory-tool';

export const memsetup = memoryTool({
	name: 'memsetup',
	description:
		'Call first, once per session: binds the host session and returns META_PROMPT.md. Pass the handle it answers as session_id from then on.',
	properties: {
		session_id: {
			type: 'string',
			description: 'The host\'s own session or thread id, never invented; "new" if you know none.',
		},
		knownHashes: {
			type: 'object',
			description: '{"META_PROMPT.md": hash you hold, or ""}',
		},
	},
	required: ['session_id', 'knownHashes'],
	annotations: { destructiveHint: false, idempotentHint: true },
	whole: true,
	caller: async ({ context, services }) => {
		// Calls before this one belong to the session that was bound then.
		await services.settled();
		const handle = sessionHandle({
			meta: context.meta[SESSION_META_KEY],
			transport: context.transportSession,
		});
		return handle.ok ? { principal: context.principal.id, ...handle.value } : handle.error;
	},
});
