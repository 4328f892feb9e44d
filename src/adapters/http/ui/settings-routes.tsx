// Settings of whoever looks, kept in this browser: General > Display.
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { RouteState } from '../deps';
import { formOf, pathIn } from '../pages/page';
import { type C, failed, type Places, STALE } from './place';
import { WINDOWS } from './sessions';
import { number } from './shell';

const HINTS = 'loadline-hints';
const WINDOW = 'loadline-window';
const OPTIONS = { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: 31_536_000 } as const;
const DEFAULT_WINDOW = 200_000;

/** Whether badges are shown. */
export const hintsOf = (c: C): boolean => getCookie(c, HINTS) === '1';

/** Tokens of the host's window, as the address or the settings say. */
export function roomOf(c: C): number {
	const asked = [c.req.query('window'), getCookie(c, WINDOW)].map(Number);
	return asked.find((tokens) => tokens >= 1_000 && tokens <= 10_000_000) ?? DEFAULT_WINDOW;
}

export function settingsRoutes({ page }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/settings',
		page('/settings', 'Settings', async (c, _api, csrf) => ({
			content: (
				<form method="post" action="/settings">
					<h2>General</h2>
					<input type="hidden" name="csrf" value={csrf} />
					<input type="hidden" name="to" value="/settings" />
					<fieldset>
						<legend>Display</legend>
						<input type="hidden" name="hints" value="0" />
						<label class="check">
							<input type="checkbox" name="hints" value="1" checked={hintsOf(c)} />
							Show context hints
						</label>
						<label for="window">The load line: tokens that your host’s window takes</label>
						<select id="window" name="window">
							{[...new Set([...WINDOWS, roomOf(c)])]
								.sort((a, b) => a - b)
								.map((tokens) => (
									<option value={tokens} selected={tokens === roomOf(c)}>
										{number(tokens)}
									</option>
								))}
						</select>
					</fieldset>
					<div class="row">
						<button type="submit">Keep</button>
						<span>Remembered in this browser.</span>
					</div>
				</form>
			),
		})),
	);

	routes.post('/settings', async (c) => {
		const given = await formOf(c);
		if (!given) return page('/settings', 'Settings', async () => failed(STALE))(c);
		const hints = given.getAll('hints').at(-1);
		if (hints !== undefined) setCookie(c, HINTS, hints === '1' ? '1' : '0', OPTIONS);
		const tokens = Number(given.get('window'));
		if (tokens >= 1_000 && tokens <= 10_000_000) setCookie(c, WINDOW, `${tokens}`, OPTIONS);
		return c.redirect(pathIn(given.get('to')), 303);
	});

	return routes;
}
