// The MCP App ui://loadline/context: the page of one conversation, inside the host that holds it.
import { render } from 'hono/jsx/dom';
import { windowOf } from '../../../../config';
import { isRecord } from '../../../../shared/is-record';
import { STYLE } from '../../pages/style';
import { HULL_STYLE } from '../../ui/hull-style';
import { type Session, Side } from '../../ui/sessions';
import { UI_STYLE } from '../../ui/style';
import { TABLE_STYLE } from '../../ui/styles';
import { movePlanks } from '../islands/planks';
import { meetHost } from './host';

const OWN_STYLE = `
body.ui { background: none; }
body.ui main { max-width: none; padding: 0.75rem; }
`;

document.head.append(
	Object.assign(document.createElement('style'), {
		textContent: STYLE + UI_STYLE + TABLE_STYLE + HULL_STYLE + OWN_STYLE,
	}),
);
const place = document.querySelector('main');
movePlanks();
// There is nowhere to go in a frame.
place?.addEventListener('click', (event) => {
	if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
});

meetHost(
	{ name: 'loadline-context', version: '1' },
	{
		onTheme: (theme) => {
			document.documentElement.style.colorScheme = theme;
		},
		onResult: ({ content, _meta }) => {
			const drawn = isRecord(_meta) ? _meta['dev.loadline/drawn'] : undefined;
			const { session: id, ...shown } = isRecord(drawn) ? drawn : {};
			const session = { ...shown, id, principal: '' } as unknown as Session;
			const [first] = Array.isArray(content) ? content : [];
			const said = isRecord(first) ? String(first.text) : '';
			if (!place) return;
			place.replaceChildren();
			render(
				session.calls?.length > 0 ? (
					<Side
						session={session}
						me=""
						window={session.window ?? windowOf(undefined)}
						mayChange={false}
						definitions={undefined}
					/>
				) : (
					<p class="empty">{said}</p>
				),
				place,
			);
		},
	},
);
