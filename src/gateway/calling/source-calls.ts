// Calls of a source's tools: by the very name that it lists, following its list changes.
import type { Config } from '../../config';
import { ok, type Result } from '../../shared/result';
import type { Trail } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import type { Endpoint } from '../contract/names';
import type { Answer, SourceFault, ToolCall, ToolSource } from '../contract/tool-source';
import type { Catalog } from '../listing/catalog';

/** Notification of a changed tool list. */
export const LIST_CHANGED = 'notifications/tools/list_changed';

/** Dependencies of looking up a source's tool, for one request. */
export interface SourceCallsPorts {
	/** The config in force for the request. */
	readonly config: Config;
	readonly catalog: Catalog;
}

/**
 * Returns whether a source has a tool. Where an upstream's tools are filtered, one that it does not list under this very
 * name is none: a server may take `Delete_all` for the `delete_all` that is denied.
 */
export async function hasTool(
	{ catalog, config }: SourceCallsPorts,
	source: ToolSource,
	{ tool }: Endpoint,
	context: GatewayContext,
): Promise<Result<boolean, SourceFault>> {
	const { allow, deny } = config.upstreams.find(({ name }) => name === source.name)?.tools ?? {};
	if (allow === undefined && deny === undefined) return ok(true);
	const defined = await catalog.definition(source, tool, context);
	return defined.ok ? ok(defined.value !== undefined) : defined;
}

/** Asks a source, and notes what it gave. */
export async function askSource(
	catalog: Catalog,
	source: ToolSource,
	call: ToolCall,
	trail: Trail,
	context: GatewayContext,
): Promise<Answer> {
	const heard = hearing(catalog, source, context);
	const answered = await trail.timed(() => source.callTool(call, heard));
	if (isFailure(answered) && !(await catalog.lists(source, call.name, context)))
		trail.note({ errorCode: 'unknown_tool' });
	if (!answered.ok || answered.value.kind !== 'result') return answered;
	const { result, continues } = answered.value;
	trail.note({ original: result });
	if (continues !== undefined) trail.goOn(continues, 'read_result');
	return answered;
}

/** The source was reached, and says that it could not do it: perhaps for want of such a tool. */
const isFailure = (answered: Answer): boolean =>
	answered.ok
		? answered.value.kind === 'result' && answered.value.result.isError === true
		: answered.error.code === 'rejected';

/** The context, in which a source that changes its tools while it works is asked for them anew. */
const hearing = (
	catalog: Catalog,
	source: ToolSource,
	context: GatewayContext,
): GatewayContext => ({
	...context,
	notify: (method, params) => {
		if (method === LIST_CHANGED) catalog.forget(source);
		context.notify(method, params);
	},
});
