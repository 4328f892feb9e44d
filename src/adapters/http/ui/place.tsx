// Building of pages: a page for those who may see it, and forms whose work the API does. Pages ask the
// API as whoever looks, so that none shows or does what the API would not.
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Child } from 'hono/jsx';
import type { AnswerOf } from '../../../contract';
import { digestHex } from '../../crypto';
import type { HttpDeps, RouteState } from '../deps';
import { Notice } from '../pages/frame';
import { browserOf, csrfOf, formOf, STALE, sendPage, VISIT_COOKIE } from '../pages/page';
import { type Answer, type Api, type Ask, apiFor } from './api';
import { Act, type Query } from './form';
import { Empty, Shell } from './shell';

/** The context of a page's request. */
export type C = Context<RouteState>;

export const NO_NAME = 'A name takes letters, digits, - and _.';

/** A page's own part: what stands in the shell, and what its answer needs; status 200 unless told. */
export interface Shown {
	readonly content: Child;
	readonly title?: string;
	readonly islands?: readonly string[];
	/** They show images and sounds that they were given. */
	readonly hasMedia?: boolean;
	readonly status?: number;
}

/** The signed-in person, as the API tells it. */
export type Me = AnswerOf<'GET /api/me'>;

type Body = (c: C, api: Api, csrf: string, me: Me) => Promise<Shown>;

/** The site that pages are added to. */
export type Places = ReturnType<typeof placesFor>;

/**
 * @param ask the API itself
 * @param more what pages need beside it
 */
export function placesFor(
	ask: Ask,
	more: Partial<Pick<HttpDeps, 'recordDemo' | 'documentFile'>> = {},
) {
	const routes = new Hono<RouteState>({ strict: false });
	const page = (title: string, body: Body) => async (c: C) => {
		const api = apiFor(c, ask);
		const me = await api.get('/api/me');
		if (me.fault !== undefined) {
			const to = `${new URL(c.req.url).pathname}${new URL(c.req.url).search}`;
			return c.redirect(`/sign-in?to=${encodeURIComponent(to)}`);
		}
		const csrf = await csrfOf(browserOf(c));
		const shown = await body(c, api, csrf, me.body);
		const { id, name = id, workspace } = me.body;
		// Nobody signed in where there is no login: development, or an access token in front.
		const isSignedIn = getCookie(c, VISIT_COOKIE) !== undefined;
		const visitor = { name, workspace, ...(isSignedIn && { csrf }) };
		const { title: own = title, islands = [], hasMedia, status = 200, content } = shown;
		return sendPage(
			c,
			<Shell title={own} here={c.req.path} islands={islands} visitor={visitor}>
				{(await isOurs(c, csrf)) && <Done c={c} csrf={csrf} />}
				{content}
			</Shell>,
			{ status, hasScripts: true, ...(hasMedia && { hasMedia }) },
		);
	};
	return {
		...more,
		...{ routes, page },
		/** The API, for an answer that is no page. */
		api: (c: C) => apiFor(c, ask),
		/** Adds a page for who may see it; anybody else is shown the way in. */
		get: (path: string, title: string, body: Body) => void routes.get(path, page(title, body)),
		/** Adds a form: what it asks for is done by the API; a path leads on, anything else is shown. */
		post: (
			path: string,
			work: (form: URLSearchParams, api: Api, c: C) => Promise<string | Shown>,
		) =>
			void routes.post(path, async (c) => {
				const given = await formOf(c);
				const done = given ? await work(given, apiFor(c, ask), c) : failed(STALE);
				return typeof done === 'string'
					? c.redirect(await marked(done, await csrfOf(browserOf(c))), 303)
					: page('Nothing was changed', async () => done)(c);
			}),
	};
}

/** Parts of an address that tell of an act. */
const TELLING = ['said', 'of', 'was', 'done', 'before', 'like'];

/** Returns the seal of what an address tells: a link that somebody else made has none of this browser's. */
const sealOf = async (query: URLSearchParams, csrf: string): Promise<string> =>
	(await digestHex(JSON.stringify([csrf, ...TELLING.map((name) => query.get(name))]))).slice(0, 16);

/** Seals an address that tells of an act. */
async function marked(path: string, csrf: string): Promise<string> {
	const url = new URL(path, 'http://here');
	url.searchParams.delete('seal');
	if (!url.searchParams.has('said') && !url.searchParams.has('done')) return path;
	url.searchParams.set('seal', await sealOf(url.searchParams, csrf));
	return `${url.pathname}${url.search}${url.hash}`;
}

const isOurs = async (c: C, csrf: string): Promise<boolean> => {
	const query = new URL(c.req.url).searchParams;
	return query.has('seal') && query.get('seal') === (await sealOf(query, csrf));
};

/** Acts that a page tells of once they are done, and of some the form that undoes them: of what, and what was before. */
const SAID: Readonly<
	Record<
		string,
		readonly [said: string, undo?: (of: string, was: string) => readonly [string, Query]]
	>
> = {
	submit: ['The draft waits for its review.'],
	approve: ['The draft is published.'],
	reject: ['The draft is given back to its author.'],
	publish: [
		'The earlier version is published again, as a new one.',
		(of, version) => [`/memory/${encodeURIComponent(of)}/rollback`, { version }],
	],
	revoke: [
		'The token is revoked: who has it is refused from now on.',
		(id) => ['/people/restore', { id }],
	],
	restore: ['The token is back, and works as before.'],
	added: ['They are a member from now on.'],
	role: ['Their role is changed.', (id, role) => ['/people/role', { id, role }]],
	remove: ['They are no member any more.'],
	accept: ['What its tools say now is accepted, and they are called again.'],
	forget: ['Forgotten: its first answers are as configured.'],
	kept: ['Kept in this browser.'],
};

/** Notice of an act that was done, with its undo. */
const Done = ({ c, csrf }: { c: C; csrf: string }) => {
	const { done = '', before = '', like = '', said = '', of = '', was = '' } = c.req.query();
	const notice = (text: Child, undo?: readonly [to: string, fields: Query]) => (
		<div class="notice good row" role="status">
			<span>{text}</span>
			{undo && (
				<Act to={undo[0]} fields={{ csrf, ...undo[1] }}>
					Undo
				</Act>
			)}
		</div>
	);
	if (Object.hasOwn(SAID, said)) {
		const [text = '', undo] = SAID[said] ?? [];
		return notice(text, of === '' ? undefined : undo?.(of, was));
	}
	const isNumber = (text: string) => /^\d{1,15}$/.test(text);
	if (c.req.method !== 'GET' || !isNumber(done)) return null;
	const from = `${c.req.path}${new URL(c.req.url).search}`.replace(
		/[?&]done=\d+(?:&before=\d+)?(?:&like=\d+)?|&seal=\w+/g,
		'',
	);
	const same = isNumber(like) ? ` It says what version ${like} said.` : '';
	return notice(
		`Version ${done} is in force.${same} What is called from now on shows it.`,
		isNumber(before) ? ['/config/rollback', { version: before, inForce: done, from }] : undefined,
	);
};

/** The page for an unknown address. */
export const nowhere = async (): Promise<Shown> => ({
	status: 404,
	content: (
		<Empty>
			No page has this address: it may be mistyped, or what it was about has ended.{' '}
			<a href="/">Go to the latest conversation</a>
		</Empty>
	),
});

/** A page that says what went wrong. */
export const failed = (text: string): Shown => ({
	content: <Notice kind="bad">{text}</Notice>,
	status: 400,
});

/** Returns the page for a fault of the API, with advice. */
export const failedBy = ({ fault = '', status }: Answer): Shown => ({
	content: (
		<>
			<Notice kind="bad">{fault}</Notice>
			{status >= 500 && (
				<p>
					Try again: load this page anew, or go back. If it stays so, <a href="/health">health</a>{' '}
					says what is wrong, and the log of the server why.
				</p>
			)}
			{status === 403 && (
				<p>
					Ask an administrator of this workspace for it; <a href="/people">who you are</a> says what
					you may do.
				</p>
			)}
		</>
	),
	status,
});

/** Returns the address after an act, or the page of its refusal. */
export const next = (answer: Answer, to: string): string | Shown =>
	answer.fault === undefined ? to : failedBy(answer);

/** A name in a form that may stand in a path: no dots lead elsewhere. */
export const nameIn = (form: URLSearchParams, field: string): string | undefined => {
	const name = form.get(field) ?? '';
	return /^[\w-]{1,128}$/.test(name) ? name : undefined;
};
