// Loadline's own tools, and these as a source like any other: the gateway protects and records them as well.
import type { Config } from '../../../config';
import {
	OWN_SOURCE,
	type OwnSource,
	type Protector,
	type Services,
	unknownTool,
} from '../../../gateway';
import type { Caller } from '../../../memory';
import { parseResult, type SessionHandle } from '../../../session';
import { asObject, type JsonObject } from '../../../shared/json-values';
import { err, ok } from '../../../shared/result';
import { within } from '../../fetch';
import { RULES_CAPABILITIES, rulesRequest } from './memory/rules';
import { MEMORY_TOOLSET } from './memory/tools';
import { RECORDS_TOOLSET } from './records/tools';
import { REPLAY_TOOLSET } from './replay/tools';
import { isInterface, RESULT_TOOLS, readInterface, showsInterfaces } from './results/tools';
import { handleOf, type OwnRequest, type OwnTool } from './tool';
import { WORKFLOW_TOOLSET } from './workflow/tools';

/** The source; a tool that fails or takes over 10 seconds gives a result that says so, an unknown one an error. */
export const createOwnSource = ({
	tools,
	config,
	services,
	protector,
	webFile,
	report,
}: {
	readonly tools: readonly OwnTool[];
	readonly config: Config;
	services(workspace: string): Services;
	readonly protector: Protector;
	webFile(name: string): Promise<string | undefined>;
	readonly report: (error: unknown, correlationId: string) => void;
}): OwnSource => {
	const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
	return {
		name: OWN_SOURCE,
		facts: (name) => byName.get(name),
		declared: async () => ok({ capabilities: RULES_CAPABILITIES }),
		request: (method, params, context) => {
			if (method === 'resources/read' && isInterface(params.uri))
				return readInterface(params.uri, webFile);
			return rulesRequest(method, params, context, {
				services: services(context.principal.workspace),
				config,
			});
		},
		listTools: async (context) => {
			const listed = tools.filter((tool) => !tool.forInterfaces || showsInterfaces(context));
			return ok(listed.map(({ definition }) => definition));
		},
		async callTool({ name, args, isInPart = false }, context) {
			const tool = byName.get(name);
			if (!tool) return err(unknownTool(name));
			const session = handleOf(context, args.session_id);
			// Tools with texts of their own for a bad session_id see it before anybody else judges it.
			if (!session.ok && args.session_id === undefined)
				return ok({ kind: 'result', result: tool.refused(session.error) });
			const handle: SessionHandle = {
				...(session.ok ? session.value : { session: 'default', source: 'none' }),
				...(isInPart && { isInPart }),
			};
			const offered = services(context.principal.workspace);
			const caller = { principal: context.principal.id, ...handle };
			let sessionName: Promise<string> | undefined;
			let continues: string | undefined;
			const request: OwnRequest = {
				context,
				session: handle,
				sessionName: () => (sessionName ??= nameOf(offered, caller, isBound(tool, args))),
				services: offered,
				config,
				report: (error) => report(error, context.correlationId),
				async original(id) {
					const kept = await offered.kept(context.principal.id).original({ id });
					if (kept === null) return undefined;
					continues = kept.endpoint;
					return parseResult(kept.text);
				},
				chunk: (text, tokens) => protector.chunk(text, tokens, name, context),
				keep: (json) => protector.keep(json, name, context),
			};
			// Numbers that were kept as they were spelled become numbers: these tools compute with them.
			const plain = JSON.parse(JSON.stringify(args)) as JsonObject;
			const result = await within(tool.call(plain, request), PATIENCE)
				.then((done) => {
					if (done === undefined) throw new Error('the storage did not answer in time');
					return done;
				})
				.catch((error: unknown) => {
					if (error instanceof UnnamedSession) return tool.refused(error.message);
					report(error, context.correlationId);
					return tool.refused(unanswered(tool, context.correlationId));
				});
			return ok({ kind: 'result', result, ...(continues !== undefined && { continues }) });
		},
	};
};

/** Milliseconds that a tool of our own may take: its storage answers in milliseconds, or not at all. */
const PATIENCE = 10_000;

/** For the model: what to do when a tool's storage failed. */
function unanswered({ definition }: OwnTool, correlationId: string): string {
	const { name, annotations } = definition;
	const cure =
		asObject(annotations)?.readOnlyHint === true
			? 'Nothing changed. Repeat the call in a moment'
			: 'Whether it took effect is not known: read first, then repeat the call in a moment';
	return `${name}: the storage of this workspace does not answer now. ${cure}; if that goes on, work on without it. (correlation id ${correlationId})`;
}

/** Guessing a conversation would bind one by the rules of another. */
class UnnamedSession extends Error {}

const WHICH_SESSION =
	'session_id: which conversation is this? Pass the handle that memsetup answered in it or, where it was not called, a name of your own for it.';

/** Returns whether what the session loaded binds this call, and no run is named that says which sessions do. */
const isBound = ({ toolset }: OwnTool, { run_id }: JsonObject): boolean =>
	(toolset === 'workflow' || toolset === 'replay') && typeof run_id !== 'string';

async function nameOf({ memory }: Services, caller: Caller, isBound: boolean): Promise<string> {
	const session = await memory.hub.session({ caller });
	if (session.ok) return session.value;
	if (isBound && session.error.code === 'unnamed_session') throw new UnnamedSession(WHICH_SESSION);
	return caller.session;
}

export const OWN_TOOLS: readonly OwnTool[] = [
	...RECORDS_TOOLSET,
	...MEMORY_TOOLSET,
	...WORKFLOW_TOOLSET,
	...REPLAY_TOOLSET,
	...RESULT_TOOLS,
];
