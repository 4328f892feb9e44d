// Settings of whoever looks, kept in this browser: General > Display.
import { getCookie, setCookie } from 'hono/cookie';
import { HOSTS, type Window, windowOf } from '../../../config';
import { pathIn } from '../pages/page';
import { telling } from './acts';
import { Form } from './form';
import type { C, Places } from './place';
import { number } from './shell';

const HINTS = 'loadline-hints';
const WINDOW = 'loadline-window';
const OPTIONS = { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: 31_536_000 } as const;

/** `Claude Code 200,000, …`. Said when it is asked for: the first number in words takes milliseconds. */
const known = () =>
	Object.values(HOSTS)
		.flatMap(({ title, window }) => (window === undefined ? [] : [`${title} ${number(window)}`]))
		.join(', ');

/** Returns whether badges are shown. */
export const hintsOf = (c: C): boolean => getCookie(c, HINTS) === '1';

/** Returns the tokens that this browser keeps as its window; 0 where it keeps none. */
const keptWindow = (c: C): number => Number(getCookie(c, WINDOW)) || 0;

const [LEAST, MOST] = [1_000, 10_000_000];
const isWindow = (tokens: number): boolean => tokens >= LEAST && tokens <= MOST;

/** Returns a conversation's context window: the browser's choice goes before the host's. */
export function windowFor(c: C, window: Window): Window {
	const tokens = keptWindow(c);
	return isWindow(tokens) ? { tokens, host: 'the window set here' } : window;
}

/** Creates the routes of a browser's settings. */
export function settingsRoutes({ get, post }: Places): void {
	get('/settings', 'Display', async (c) => (
		<Form
			to="/settings"
			class="narrow"
			title="General"
			hidden={{ to: '/settings', hints: '0' }}
			submit="Keep in this browser"
			fields={[
				{
					...{ name: 'hints', type: 'check', label: 'Show context hints' },
					value: hintsOf(c) ? '1' : '',
					note: 'In the timeline of a conversation: which results could leave the context, which left, what used them up.',
				},
				{
					...{ name: 'window', type: 'number', value: keptWindow(c) || '' },
					...{ min: LEAST, max: MOST },
					label: 'The load line: tokens that a conversation may hold; empty: as its host has it',
					note: `A host that says who it is has the window that is known of it: ${known()}. Of any other ${number(windowOf(undefined).tokens)} is assumed.`,
				},
			]}
		/>
	));

	post('/settings', async (given, _api, c) => {
		const before = { hints: hintsOf(c) ? '1' : '0', window: keptWindow(c), to: '/settings' };
		const hints = given.getAll('hints').at(-1);
		if (hints !== undefined) setCookie(c, HINTS, hints === '1' ? '1' : '0', OPTIONS);
		const tokens = Number(given.get('window') ?? Number.NaN);
		if (tokens === 0 || isWindow(tokens)) setCookie(c, WINDOW, `${tokens}`, OPTIONS);
		const to = pathIn(given.get('to'));
		return to === '/settings'
			? telling(to, 'Kept in this browser.', ['/settings', before])
			: telling(to);
	});
}
