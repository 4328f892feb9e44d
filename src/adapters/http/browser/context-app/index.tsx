// The MCP App ui://loadline/context: the page of one conversation, inside the host that holds it.
import { render } from 'hono/jsx/dom';
import { windowOf } from '../../../../config';
import { isRecord, type JsonObject } from '../../../../shared/json-values';
import { STYLE } from '../../pages/style';
import { type Session, Side } from '../../ui/sessions';
import { HULL_STYLE, UI_STYLE } from '../../ui/style';
import { TABLE_STYLE } from '../../ui/styles';
import { movePlanks } from '../islands/planks';

const OWN_STYLE = `
body.ui { background: none; }
body.ui main { max-width: none; padding: 0.75rem; }
`;

/** Of MCP Apps (ext-apps). */
const REVISION = '2026-01-26';
const INITIALIZE = 1;

/**
 * Begins the conversation with the host by postMessage, and tells it how high the app is; nobody else is heard.
 * @param onResult is given the result of the tool that the app is shown for
 */
function meetHost(onResult: (result: JsonObject) => void) {
	const send = (message: object) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
	const hear = (context: unknown) => {
		const theme = isRecord(context) ? context.theme : undefined;
		if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
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
	const appInfo = { name: 'loadline-context', version: '1' };
	const params = { appInfo, appCapabilities: {}, protocolVersion: REVISION };
	send({ id: INITIALIZE, method: 'ui/initialize', params });
}

const style = document.createElement('style');
style.textContent = STYLE + UI_STYLE + TABLE_STYLE + HULL_STYLE + OWN_STYLE;
document.head.append(style);
const place = document.querySelector('main');
movePlanks();
// There is nowhere to go in a frame.
place?.addEventListener('click', (event) => {
	if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
});

meetHost(({ content, _meta }) => {
	const drawn = isRecord(_meta) ? _meta['dev.loadline/drawn'] : undefined;
	const { session: id, ...shown } = isRecord(drawn) ? drawn : {};
	const session = { ...shown, id, principal: '' } as unknown as Session;
	const [first] = Array.isArray(content) ? content : [];
	const said = isRecord(first) ? String(first.text) : '';
	const window = session.window ?? windowOf(undefined);
	if (!place) return;
	place.replaceChildren();
	render(
		session.calls?.length > 0 ? (
			<Side {...{ session, window, me: '', mayChange: false, definitions: undefined }} />
		) : (
			<p class="empty">{said}</p>
		),
		place,
	);
});
