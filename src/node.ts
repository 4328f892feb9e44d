// The Worker's code in a process of Node: the same handlers, over SQLite files instead of KV and objects (docs/node.md).
import { type OpenLoadline, openBindings, passOn } from './adapters/node';
import {
	conversationObject,
	createLoadline,
	Directory,
	type Env,
	Session,
	Telemetry,
	Vault,
	Workspace,
} from './app';

/** Opens Loadline over the state in a folder. */
export function openLoadline({
	file,
	fetch = globalThis.fetch,
	...options
}: Parameters<OpenLoadline>[0]): Awaited<ReturnType<OpenLoadline>> {
	const Conversation = conversationObject(() => loadline.upstream);
	const classes = { Workspace, Session, Telemetry, Conversation, Directory, Vault };
	const { env, settle, close } = openBindings(classes, options);
	const loadline = createLoadline(env as unknown as Env, file, { fetch, passOn });
	return { fetch: loadline.fetch, settle, close: () => close(loadline.unrecorded) };
}
