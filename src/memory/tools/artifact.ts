// artifact: proposes a change. The body is stored first, under its hash; then the hub decides in one
// step, so that a draft that was acknowledged is never without its content.
import { defined } from '../../shared/defined';
import { binds, readDocument } from '../document';
import { bodyKey } from '../draft-bodies';
import { shortDescription } from '../front-matter';
import type { ArtifactCall, Create, Update } from '../hub/draft-place';
import { withoutReminder } from '../reminder';
import {
	answered,
	failed,
	type MemoryTool,
	passOn,
	type ToolAnswer,
	type ToolServices,
} from './answer';
import { callerOf } from './arguments';
import { readCommand } from './artifact-arguments';

/** The tool `artifact`: drafts one change. */
export const artifact: MemoryTool = async (services, from, args) => {
	const caller = callerOf(from, args);
	if (!caller.ok) return failed(caller.error);
	const read = readCommand(args);
	if (!read.ok) return failed(read.error);
	const { resource, command, text } = read.value;
	const { mostDrafts } = services;
	const call = { caller: caller.value, resource, ...defined({ mostDrafts }) };
	return text === undefined
		? passOn(await services.hub.artifact({ ...call, command }))
		: write(services, { ...call, command }, text);
};

async function write(
	{ hub, bodies }: ToolServices,
	{ command, ...call }: ArtifactCall<Create | Update>,
	text: string,
): Promise<ToolAnswer> {
	const prepared = await hub.prepareDraft({ ...call, command });
	if (!prepared.ok) return failed(prepared.error);
	const { draftId, kind } = prepared.value;
	const document = readDocument(kind, withoutReminder(text));
	if (!document.ok) return failed(document.error);
	const { content, hash, bytes, warnings } = document.value;
	// A new context may yet be renamed to where it binds.
	const binding = binds(kind) ? document : readDocument('workflow', content);
	const constraints = binding.ok ? binding.value.constraints : [];
	const key = bodyKey(draftId, hash);
	await bodies.put(key, content, call.caller.principal);
	// What is said of a new document describes it; what is said of an update describes the change.
	const said = command.kind === 'create' ? command.summary : undefined;
	const description = document.value.description ?? (said && shortDescription(said));
	const body = { key, hash, bytes, constraints, ...(description ? { description } : {}) };
	const decided = await hub.artifact({ ...call, command: { ...command, body } });
	if (!decided.ok) return failed(decided.error);
	const all = [...(decided.value.warnings ?? []), ...warnings];
	return answered(all.length === 0 ? decided.value : { ...decided.value, warnings: all });
}
