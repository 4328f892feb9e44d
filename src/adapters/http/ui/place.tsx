// Building of pages: a page for those who may see it, and forms whose work the API does. Pages ask the
// API as whoever looks, so that none shows or does what the API would not.
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Child } from 'hono/jsx';
import type { AnswerOf } from '../../../contract';
import type { HttpDeps, RouteState } from '../deps';
import { formOf, MAX_KNOWN_FORM_BYTES, pathIn, sendPage, VISIT_COOKIE } from '../pages/page';
import { sealed, toldTo } from './acts';
import { type Answer, type Api, type Ask, apiFor } from './api';
import { Again, type FieldProps, Form, type Refused } from './form';
import { Empty, Notice, Shell } from './shell';

/** The context of a page's request. */
export type C = Context<RouteState>;

export const NO_NAME = 'A name takes letters, digits, - and _.';

/** A page's own part: what stands in the shell, and what its answer needs; status 200 unless told. */
export interface Shown {
	readonly content: Child;
	readonly title?: string;
	readonly islands?: readonly string[];
	readonly hasMedia?: boolean;
	readonly status?: number;
	/** The faults of a form, which is shown again with what was written. */
	readonly faults?: readonly string[];
	/** The field that faults are about which name none. */
	readonly at?: string | undefined;
}

/** The signed-in person, as the API tells it. */
export type Me = AnswerOf<'GET /api/me'>;

type Body = (c: C, api: Api, me: Me) => Promise<Shown | Element>;
export type Element = ReturnType<typeof Empty>;

/** The site that pages are added to. */
export type Places = ReturnType<typeof placesFor>;

/** @param ask the API itself @param more what pages need beside it */
export function placesFor(
	ask: Ask,
	more: Partial<Pick<HttpDeps, 'recordDemo' | 'documentFile'>> = {},
) {
	const routes = new Hono<RouteState>({ strict: false });
	/** By the request of a page that shows a form again. */
	const again = new WeakMap<Request, Refused & { readonly status: number }>();
	const page = (title: string, body: Body) => async (c: C) => {
		const api = apiFor(c, ask);
		const me = await api.get('/api/me');
		if (me.fault !== undefined) {
			const to = `${new URL(c.req.url).pathname}${new URL(c.req.url).search}`;
			return c.redirect(`/sign-in?to=${encodeURIComponent(to)}`);
		}
		const made = await body(c, api, me.body);
		const shown: Shown = 'content' in made ? made : { content: made };
		const { id, name = id, workspace } = me.body;
		// Nobody signed in where there is no login: development, or an access token in front.
		const maySignOut = getCookie(c, VISIT_COOKIE) !== undefined;
		const visitor = { name, workspace, maySignOut };
		const { title: own = title, islands = [], hasMedia, content } = shown;
		const refused = again.get(c.req.raw);
		const { status = refused?.status ?? 200 } = shown;
		return sendPage(
			c,
			<Shell title={own} here={c.req.path} islands={islands} visitor={visitor}>
				{refused ? <Notice kind="bad">{refused.faults.join(' ')}</Notice> : await toldTo(c)}
				<Again.Provider value={refused}>{content}</Again.Provider>
			</Shell>,
			{ status, hasScripts: true, ...(hasMedia && { hasMedia }) },
		);
	};
	/** Answers with the page that a refused form stands on, which has what was written; undefined where none is found. */
	const asWritten = async (c: C, { faults, at, status = 400 }: Shown, given: URLSearchParams) => {
		if (!faults || given.size === 0) return undefined;
		const { origin, pathname } = new URL(c.req.url);
		const referer = c.req.header('referer') ?? '';
		const from = referer.startsWith(`${origin}/`) ? referer.slice(origin.length) : null;
		const headers = new Headers(c.req.raw.headers);
		for (const name of ['content-type', 'content-length']) headers.delete(name);
		for (const back of [given.get('back'), from, pathname, pathname.replace(/\/[^/]*$/, '')]) {
			if (!back || pathIn(back) !== back) continue;
			const request = new Request(new URL(back, origin), { headers });
			again.set(request, { to: pathname, given, faults, at, back, status });
			const shown = await routes.fetch(request, c.env);
			if (shown.status === status) return shown;
		}
		return undefined;
	};
	return {
		...more,
		...{ routes, page },
		api: (c: C) => apiFor(c, ask),
		/** Adds a page for who may see it; anybody else is shown the way in. */
		get: (path: string, title: string, body: Body) => void routes.get(path, page(title, body)),
		/** Adds a form: what it asks for is done by the API; a path leads on, anything else is shown. */
		post: (
			path: string,
			work: (form: URLSearchParams, api: Api, c: C) => Promise<string | Shown>,
		) =>
			void routes.post(path, async (c) => {
				const read = await formOf(c, MAX_KNOWN_FORM_BYTES);
				const written = new URLSearchParams(read.ok ? read.value : read.error.form);
				if (read.ok) read.value.delete('back');
				const done = read.ok
					? await work(read.value, apiFor(c, ask), c)
					: failed(read.error.message);
				if (typeof done === 'string') return c.redirect(await sealed(c, done), 303);
				const whole = await asWritten(c, done, written);
				return whole ?? page('Nothing was changed', async () => done)(c);
			}),
	};
}

/** The page in place of what is not there, with the way to conversations. */
export const nothing = (text: string, link: string): Shown => ({
	status: 404,
	content: (
		<Empty>
			{text} <a href="/">{link}</a>
		</Empty>
	),
});

/** A page that says what went wrong. @param at the field of its form that is wrong */
export const failed = (text: string, at?: string): Shown => ({
	content: <Notice kind="bad">{text}</Notice>,
	status: 400,
	faults: [text],
	at,
});

/** Returns the page for a fault of the API, with advice. */
export const failedBy = ({ fault = '', faults = [fault], status }: Answer): Shown => ({
	faults,
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

/**
 * Asks before an act that goes far: the same form, with `sure`. @param back the page to leave it by
 * @param more fields to write on, and whether an undo takes it back
 */
export const askFirst = (
	to: string,
	given: URLSearchParams,
	[title, consequence, submit]: readonly [title: string, consequence: string, submit: string],
	back: string,
	{ fields = [], isUndone = false }: { fields?: readonly FieldProps[]; isUndone?: boolean } = {},
): Shown => ({
	title,
	content: (
		<Form
			{...{ to, submit, fields, isDanger: !isUndone }}
			hidden={{ ...Object.fromEntries(given), sure: '1' }}
			beside={<a href={back}>Leave it as it is</a>}
		>
			<Notice kind="mind">{consequence}</Notice>
		</Form>
	),
});

/** A long text in a form: forms send the ends of lines as CRLF (HTML, form submission), and LF is kept. */
export const textIn = (form: URLSearchParams) => (form.get('text') ?? '').replaceAll('\r\n', '\n');

/** A name in a form that may stand in a path: no dots lead elsewhere. */
export const nameIn = (form: URLSearchParams, field: string): string | undefined => {
	const name = form.get(field) ?? '';
	return /^[\w-]{1,128}$/.test(name) ? name : undefined;
};
