// User interfaces of Loadline's own for hosts that show MCP Apps (SEP-1865, ext-apps 2026-01-26): a page that
// the host shows in a frame, named by a tool's `_meta.ui.resourceUri` and read as a resource.
import { type CallContext, invalidParams, type SourceFault } from '../../../gateway';
import { isRecord, type JsonObject } from '../../../shared/json-values';
import { err, ok, type Result } from '../../../shared/result';

export const CONTEXT_APP = 'ui://loadline/context';

const MIME_TYPE = 'text/html;profile=mcp-app';
const EXTENSION = 'io.modelcontextprotocol/ui';
const FILES: Readonly<Record<string, string>> = { [CONTEXT_APP]: 'context-app.html' };

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
	const file = Object.hasOwn(FILES, uri) ? FILES[uri] : undefined;
	const text = file === undefined ? undefined : await webFile(file);
	if (text === undefined)
		return err(invalidParams(`Unknown resource: ${CONTEXT_APP} is the only one of this kind.`));
	const _meta = { ui: { prefersBorder: true } };
	return ok({ contents: [{ uri, mimeType: MIME_TYPE, text, _meta }] });
}
