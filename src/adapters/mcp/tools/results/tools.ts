// The toolset `results`; read_result itself is part of the gateway. And user interfaces of Loadline's own for hosts that
// show MCP Apps (SEP-1865, ext-apps 2026-01-26): a page that the host shows in a frame, named by a tool's
// `_meta.ui.resourceUri` and read as a resource.
import * as z from 'zod/v4';
import { windowOf } from '../../../../config';
import { type CallContext, invalidParams, type SourceFault } from '../../../../gateway';
import { isRecord, type JsonObject } from '../../../../shared/json-values';
import { err, ok, type Result } from '../../../../shared/result';
import { textResult } from '../../../../shared/tool-result';
import { heldByTool, type LedgerCall } from '../../../../transient';
import { ownTools, sessionId } from '../tool';

const ownTool = ownTools('results');

const CONTEXT_APP = 'ui://loadline/context';

const MIME_TYPE = 'text/html;profile=mcp-app';
const EXTENSION = 'io.modelcontextprotocol/ui';

/** Returns whether a resource's URI is a page of Loadline's own (`ui://`), though it may be one that does not exist. */
export const isInterface = (uri: unknown): uri is string =>
	typeof uri === 'string' && uri.startsWith('ui://');

/** Returns whether the caller's client shows MCP Apps: others need not know of tools that are for them. */
export const showsInterfaces = ({ clientCapabilities }: CallContext): boolean => {
	const extensions = clientCapabilities?.extensions;
	return isRecord(extensions) && isRecord(extensions[EXTENSION]);
};

/** A page; it loads nothing and asks nobody but its host. */
export async function readInterface(
	uri: string,
	webFile: (name: string) => Promise<string | undefined>,
): Promise<Result<JsonObject, SourceFault>> {
	const text = uri === CONTEXT_APP ? await webFile('context-app.html') : undefined;
	if (text === undefined)
		return err(invalidParams(`Unknown resource: ${CONTEXT_APP} is the only one of this kind.`));
	const _meta = { ui: { prefersBorder: true } };
	return ok({ contents: [{ uri, mimeType: MIME_TYPE, text, _meta }] });
}

const expandResult = ownTool({
	name: 'expand_result',
	description: 'The original of a collapsed result, unchanged, by the id in its place.',
	input: { id: z.string().max(128), session_id: sessionId() },
	annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
	whole: 'original',
	async call({ id }, { services, original }) {
		await services.settled();
		return (await original(id)) ?? textResult(UNKNOWN, true);
	},
});

const UNKNOWN =
	'id: no result of yours has it, or it is no longer kept. Take the id from what stands in place of a result, or call its tool again.';

/** Calls that are drawn, the newest. */
const MOST_DRAWN = 120;
/** `_meta` key of what is drawn; hosts give it to the app alone. */
const DRAWN = 'dev.loadline/drawn';

const showContext = ownTool({
	name: 'show_context',
	description: 'Shows the user what the results of this conversation take of the context.',
	input: { session_id: sessionId() },
	annotations: { readOnlyHint: true, openWorldHint: false },
	interfaceUri: CONTEXT_APP,
	async call(_args, { services, context, sessionName, config }) {
		await services.settled();
		const session = await sessionName();
		const { calls, trace, client, totals, prompts } = await services
			.session(context.principal.id, session)
			.view({});
		const cuts = trace.filter(({ kind }) => kind === 'context_action' || kind === 'verified');
		const drawn = {
			...{ session, window: windowOf(client?.host, config.host), totals, prompts },
			calls: calls.slice(-MOST_DRAWN),
			trace: cuts.slice(-MOST_DRAWN),
		};
		return { content: [{ type: 'text', text: told(calls) }], meta: { [DRAWN]: drawn } };
	},
});

function told(calls: readonly LedgerCall[]): string {
	if (calls.length === 0) return 'No result of this conversation is known yet.';
	const sum = (of: (call: LedgerCall) => number) =>
		calls.reduce((total, call) => total + of(call), 0);
	const held = sum(({ tokensAfter }) => tokensAfter);
	const raw = sum(({ tokensOriginal, tokensBefore }) => tokensOriginal ?? tokensBefore);
	const tools = heldByTool(calls);
	const could = tools.reduce((total, { releasable }) => total + releasable, 0);
	const [heaviest] = tools;
	const most = heaviest?.tokens
		? ` ${heaviest.tool} carries ${Math.round(heaviest.share * 100)} % of it.`
		: '';
	return `${held} tokens of results from ${calls.length} calls are held (${raw} as tools gave them); ${could} could leave.${most}`;
}

export const RESULT_TOOLS = [expandResult, showContext];
