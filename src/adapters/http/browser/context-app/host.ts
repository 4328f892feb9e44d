// The app's side of MCP Apps (ext-apps 2026-01-26): JSON-RPC with the host that shows the frame, by
// postMessage. Whatever else sends messages is not heard.
import { isRecord } from '../../../../shared/is-record';

/** Messages of the host to the app; a host may send neither. */
export interface Hearing {
	/** The result of the tool that the app is shown for. */
	onResult(result: Readonly<Record<string, unknown>>): void;
	onTheme(theme: 'light' | 'dark'): void;
}

const REVISION = '2026-01-26';
const INITIALIZE = 1;

/** Begins the conversation with the host, and tells it how high the app is. */
export function meetHost(app: { name: string; version: string }, { onResult, onTheme }: Hearing) {
	const send = (message: object) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
	const hear = (context: unknown) => {
		const theme = isRecord(context) ? context.theme : undefined;
		if (theme === 'light' || theme === 'dark') onTheme(theme);
	};
	const tellSize = () => {
		const { width, height } = document.documentElement.getBoundingClientRect();
		const params = { width: Math.ceil(width), height: Math.ceil(height) };
		send({ method: 'ui/notifications/size-changed', params });
	};
	addEventListener('message', ({ source, data }) => {
		if (source !== parent || !isRecord(data)) return;
		const { id, method, params, result } = data;
		if (id === INITIALIZE && isRecord(result)) {
			hear(result.hostContext);
			send({ method: 'ui/notifications/initialized' });
			new ResizeObserver(tellSize).observe(document.documentElement);
			return;
		}
		if (method === 'ui/notifications/tool-result' && isRecord(params)) onResult(params);
		if (method === 'ui/notifications/host-context-changed') hear(params);
		// Requests of the host (a ping, the end) need no more than a word.
		if (method !== undefined && id !== undefined) send({ id, result: {} });
	});
	const params = { appInfo: app, appCapabilities: {}, protocolVersion: REVISION };
	send({ id: INITIALIZE, method: 'ui/initialize', params });
}
