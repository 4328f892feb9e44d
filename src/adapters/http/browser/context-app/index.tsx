// The MCP App ui://loadline/context: the ship's side of a conversation, inside the host that holds it.
import { render } from 'hono/jsx/dom';
import { type Window, windowOf } from '../../../../config';
import type { TracedEvent } from '../../../../session';
import { isRecord } from '../../../../shared/is-record';
import { heaviestTool, type LedgerCall } from '../../../../transient';
import { STYLE } from '../../pages/style';
import { Drawing } from '../../ui/drawing';
import { HULL_STYLE } from '../../ui/hull-style';
import { UI_STYLE } from '../../ui/style';
import { meetHost } from './host';

const OWN_STYLE = `
body.ui { background: none; }
body.ui main { max-width: none; padding: 0.75rem; }
.hull a { pointer-events: auto; }
`;
const App = ({
	calls,
	trace,
	window,
	said,
}: {
	calls: LedgerCall[];
	trace: TracedEvent[];
	window: Window | undefined;
	said: string;
}) =>
	calls.length === 0 ? (
		<p class="empty">{said}</p>
	) : (
		<>
			<Drawing
				{...{ calls, trace }}
				window={window ?? windowOf(undefined)}
				linkOf={(id) => `#${id}`}
			/>
			{heaviestTool(calls) && <p class="advice">{said}</p>}
		</>
	);

document.head.append(
	Object.assign(document.createElement('style'), {
		textContent: STYLE + UI_STYLE + HULL_STYLE + OWN_STYLE,
	}),
);
const place = document.querySelector('main');

meetHost(
	{ name: 'loadline-context', version: '1' },
	{
		onTheme: (theme) => {
			document.documentElement.style.colorScheme = theme;
		},
		onResult: ({ content, _meta }) => {
			const drawn = isRecord(_meta) ? _meta['dev.loadline/drawn'] : undefined;
			const {
				calls = [],
				trace = [],
				window,
			} = (isRecord(drawn) ? drawn : {}) as {
				calls?: LedgerCall[];
				trace?: TracedEvent[];
				window?: Window;
			};
			const [first] = Array.isArray(content) ? content : [];
			const said = isRecord(first) ? String(first.text) : '';
			if (!place) return;
			place.replaceChildren();
			render(<App calls={calls} trace={trace} window={window} said={said} />, place);
		},
	},
);
