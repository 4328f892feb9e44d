// A client of MCP 2026-07-28, as much as the playground needs: a server's question is answered by the same request again.
import type {
	ElicitRequest,
	ElicitResult,
	Progress,
	ElicitRequestParams as Question,
} from '@modelcontextprotocol/client';
import { mirrored } from '../../../fetch';
import type { Tool } from '../../ui/api';
import { type Besides, type Message, requester } from '../../ui/mcp-request';
import type { Answer } from './sides';

/** An endpoint of the gateway, with the tools that it listed. */
export type Connection = Awaited<ReturnType<typeof connect>>;

/** Pages of a list of tools that are followed. */
const MOST_PAGES = 20;

/**
 * @param path of an MCP endpoint of this server; who looks at the page is who calls
 * @param csrf without it a cookie counts for nothing
 * @param ask the user, for a server; rejects once its call is cancelled
 */
export async function connect(
	path: string,
	csrf: string,
	ask: (question: Question, signal: AbortSignal) => Promise<ElicitResult>,
) {
	const request = requester(
		({ headers, ...init }) =>
			fetch(path, { ...init, headers: { ...headers, 'loadline-csrf': csrf } }),
		'loadline-playground',
		{ elicitation: { form: {}, url: {} } },
	);
	const tools: Tool[] = [];
	let cursor: unknown;
	for (let page = 0; page === 0 || (cursor !== undefined && page < MOST_PAGES); page++) {
		const listed = await request('tools/list', cursor === undefined ? {} : { cursor });
		tools.push(...((listed.tools ?? []) as Tool[]));
		cursor = listed.nextCursor;
	}
	return {
		tools,
		/** Tokens are not counted here: the server says them. Rejects with the server's own words. */
		async call(
			name: string,
			args: Message,
			_meta: Message,
			during: { readonly signal: AbortSignal; onprogress(progress: Progress): void },
		): Promise<Answer> {
			const schema = tools.find((tool) => tool.name === name)?.inputSchema;
			const more = { headers: mirrored(schema, args), ...during } as Besides;
			let given: Message = {};
			for (;;) {
				const params = { name, arguments: args, _meta, ...given };
				const result = await request('tools/call', params, more);
				if (result.resultType !== 'input_required') return result as Answer;
				const inputResponses: Record<string, ElicitResult> = {};
				for (const [key, asked] of Object.entries(result.inputRequests ?? {}))
					inputResponses[key] = await ask((asked as ElicitRequest).params, during.signal);
				const { requestState } = result;
				given = { inputResponses, ...(requestState !== undefined && { requestState }) };
			}
		},
	};
}
