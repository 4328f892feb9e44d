// Calls of a source's tools: by the very name that it lists, following its list changes.
import type { Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import type { Endpoint } from '../contract/names';
import {
	type Answer,
	LIST_CHANGED,
	type SourceFault,
	type ToolCall,
	type ToolSource,
} from '../contract/tool-source';
import type { CallPorts } from './call-ports';

/**
 * Returns whether a source has a tool. Where an upstream's tools are filtered, one that it does not list under this
 * very name is none: a server may take `Delete_all` for the `delete_all` that is denied.
 */
export async function hasTool(
	{ catalog, config }: CallPorts,
	source: ToolSource,
	{ tool }: Endpoint,
	context: GatewayContext,
): Promise<boolean | SourceFault> {
	const { allow, deny } = config.upstreams.find(({ name }) => name === source.name)?.tools ?? {};
	if (allow === undefined && deny === undefined) return true;
	const defined = await catalog.definition(source, tool, context);
	return defined.ok ? defined.value !== undefined : defined.error;
}

/** Asks a source, and notes what it gave; one that changes its tools while it works is asked for them anew. */
export async function askSource(
	{ catalog, clock }: CallPorts,
	source: ToolSource,
	call: ToolCall,
	trail: Trail,
	context: GatewayContext,
): Promise<Answer> {
	const notify: GatewayContext['notify'] = (method, params) => {
		if (method === LIST_CHANGED) catalog.forget(source);
		context.notify(method, params);
	};
	const begun = clock();
	let answered: Answer;
	try {
		answered = await source.callTool(call, { ...context, notify });
	} finally {
		trail.note({ upstreamMs: clock() - begun });
	}
	// It says that it could not do it: perhaps for want of such a tool.
	const failed = answered.ok
		? answered.value.kind === 'result' && answered.value.result.isError === true
		: answered.error.code === 'rejected';
	if (failed && !(await catalog.lists(source, call.name, context)))
		trail.note({ errorCode: 'unknown_tool' });
	if (!answered.ok || answered.value.kind !== 'result') return answered;
	const { result, continues } = answered.value;
	trail.note({ original: result });
	if (continues !== undefined) trail.goOn(continues, 'read_result');
	return answered;
}
