// The MCP App ui://loadline/context: the ship's side of a conversation, inside the host that holds it.
import { render } from 'hono/jsx/dom';
import { type Window, windowOf } from '../../../config/hosts';
import type { TracedEvent } from '../../../session/trace';
import { isRecord } from '../../../shared/is-record';
import { heaviestOf, hullOf } from '../../../transient/hull';
import type { LedgerCall } from '../../../transient/ledger';
import { STYLE } from '../../http/pages/style';
import { coloursOf, Drawing } from '../../http/ui/drawing';
import { HULL_STYLE } from '../../http/ui/hull-style';
import { notchesOf } from '../../http/ui/notches';
import { UI_STYLE } from '../../http/ui/style';
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
}) => {
	const colours = coloursOf(calls.map(({ tool }) => tool));
	const heaviest = heaviestOf(calls);
	return calls.length === 0 ? (
		<p class="empty">{said}</p>
	) : (
		<>
			<Drawing
				hull={hullOf(calls)}
				window={window ?? windowOf(undefined)}
				colours={colours}
				notches={notchesOf(trace, calls)}
				linkOf={(id) => `#${id}`}
			/>
			<ul class="legend">
				{[...colours].slice(0, 12).map(([tool, colour]) => (
					<li>
						<i class={`t${colour}`} />
						{tool}
					</li>
				))}
				<li>
					<i class="gone" />
					used
				</li>
			</ul>
			{heaviest && <p class="advice">{said}</p>}
		</>
	);
};

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
			const drawn = isRecord(_meta) ? _meta['dev.loadline/context'] : undefined;
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
