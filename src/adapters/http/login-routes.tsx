// Clients that log in here (`/authorize`), and users who log in at servers behind (`/connect`).
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { allows, type Scope } from '../../auth';
import type { AskFault } from '../oauth';
import type { HttpDeps, RouteState, Visitor } from './deps';
import { connectionsPage, connectPage, consentPage, messagePage } from './pages/connect';
import { formOf, pathIn, sendPage, sourceOf } from './pages/page';
import { NO_HOME } from './people-routes';

type C = Context<RouteState>;

/** Creates the routes of clients' logins, and of users' logins at upstreams. */
export const loginRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>({ strict: false });
	const { people, connections } = deps;

	const note = (
		c: C,
		{ id, name }: Visitor,
		workspace: string,
		target: string,
		detail: { readonly scopes?: readonly string[] } = {},
	) => {
		const action = `${c.req.method} ${c.req.routePath}`;
		const { correlationId } = c.var;
		return deps.note(workspace, { by: id, name, action, target, detail, correlationId });
	};

	const message = (c: C, title: string, text: string, status = 400) =>
		sendPage(c, messagePage(title, text), { status });

	/** Serves who is signed in and has a workspace; anybody else is shown the page that comes first. */
	const signedIn = async (c: C, work: (visitor: Visitor) => Promise<Response>) => {
		const visitor = await people.visitor(c.req.raw);
		if (!visitor) {
			const { pathname, search } = new URL(c.req.url);
			const to = pathname + search;
			// It would be lost on the way, or be more than a header may hold.
			if (pathIn(to) !== to) return message(c, 'Too long', 'This address is too long.');
			return c.redirect(`/sign-in?to=${encodeURIComponent(to)}`, 303);
		}
		if (visitor.places.length > 0) return work(visitor);
		const text = `You are ${visitor.name} (${visitor.id}), but no workspace has you as a member. An administrator can add you.`;
		return message(c, 'No workspace', text, 403);
	};

	const get = (path: string, work: (c: C, visitor: Visitor) => Promise<Response>) =>
		routes.get(path, (c) => signedIn(c, (visitor) => work(c, visitor)));

	/** Serves a form of theirs, once it is known as one of this server's. @param undone title where it is not */
	const post = (
		path: string,
		undone: string,
		work: (c: C, visitor: Visitor, form: URLSearchParams) => Promise<Response>,
	) =>
		routes.post(path, (c) =>
			signedIn(c, async (visitor) => {
				const form = await formOf(c);
				return form.ok ? work(c, visitor, form.value) : message(c, undone, form.error.message, 403);
			}),
		);

	const fail = (c: C, fault: AskFault) =>
		'redirect' in fault
			? c.redirect(fault.redirect, 302)
			: message(c, 'This client cannot log in', fault.message);

	/** Lets requests through where the deployment knows its own address: clients log in nowhere else. */
	const atHome: MiddlewareHandler<RouteState> = async (c, next) =>
		(await people.home(c.req.raw)) === undefined ? message(c, 'Not set up', NO_HOME, 503) : next();
	for (const path of ['/authorize', '/connect/clients/withdraw']) routes.use(path, atHome);
	const loginsOf = async (c: C) => deps.logins((await people.home(c.req.raw)) ?? '');

	// A client's document is fetched for somebody who is known, not for whoever names an address.
	get('/authorize', async (c, visitor) => {
		const asked = await (await loginsOf(c)).asked(c.req.raw);
		if (!asked.ok) return fail(c, asked.error);
		const { about, redirectUri, begin } = asked.value;
		const { handle, headers } = await begin();
		for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
		return sendPage(c, consentPage(handle, about, visitor), { leaving: sourceOf(redirectUri) });
	});

	post('/authorize', 'Nothing was allowed', async (c, visitor, form) => {
		const logins = await loginsOf(c);
		const handle = form.get('handle') ?? '';
		const place = visitor.places.find(({ workspace }) => workspace === form.get('workspace'));
		const scopes = form
			.getAll('scope')
			.filter((scope) => place !== undefined && allows(place, scope as Scope));
		const back = (headers: Headers) => new Response(null, { status: 302, headers });
		if (form.get('decision') !== 'allow' || place === undefined || scopes.length === 0) {
			const denied = await logins.deny(c.req.raw, handle);
			return denied.ok ? back(denied.value) : fail(c, denied.error);
		}
		const { workspace } = place;
		const { id, name, token } = visitor;
		const props = { id, name, workspace, ...(token !== undefined && { token }) };
		const allowed = await logins.allow(c.req.raw, handle, scopes, props);
		if (!allowed.ok) return fail(c, allowed.error);
		await note(c, visitor, workspace, allowed.value.client, { scopes });
		return back(allowed.value.headers);
	});

	/** The workspace a page is about: the one asked for, where the visitor has a place in it. */
	const workspaceIn = ({ places }: Visitor, asked: string | null | undefined) =>
		asked ? places.find(({ workspace }) => workspace === asked)?.workspace : places[0]?.workspace;

	const loginPage = async (c: C, visitor: Visitor, asked: string | undefined, fault?: string) => {
		const workspace = workspaceIn(visitor, asked);
		const listed = workspace ? await connections.list(workspace, visitor.id) : [];
		const upstream = listed.find(({ name }) => name === c.req.param('upstream'));
		if (!workspace || !upstream) {
			const text = 'There is no server of this name that wants a login of yours.';
			return message(c, 'Not found', text, 404);
		}
		return sendPage(c, connectPage(visitor.name, workspace, upstream, fault), {
			status: fault === undefined ? 200 : 502,
			// The authorization server is looked up when the form is sent.
			leaving: ['https:', ...(new URL(c.req.url).protocol === 'http:' ? ['http:'] : [])],
		});
	};

	get('/connect', async (c, visitor) => {
		const workspace = workspaceIn(visitor, c.req.query('workspace'));
		if (workspace === undefined)
			return message(c, 'Not found', 'You are not in this workspace.', 404);
		const home = await people.home(c.req.raw);
		const clients = home === undefined ? [] : await deps.logins(home).granted(visitor.id);
		const upstreams = await connections.list(workspace, visitor.id);
		const page = connectionsPage(visitor, workspace, upstreams, clients);
		return sendPage(c, page, { hasScripts: true });
	});

	get('/connect/callback', async (c, visitor) => {
		// The state begins with the workspace, in front of its random part.
		const { search, searchParams } = new URL(c.req.url);
		const [, begun] = /^(ws-[a-z0-9-]+)\./.exec(searchParams.get('state') ?? '') ?? [];
		const workspace = workspaceIn(visitor, begun);
		const finished = workspace
			? await connections.finish(search, { workspace, principal: visitor.id })
			: undefined;
		if (!workspace || !finished?.ok) {
			const why = finished?.ok === false ? finished.error : 'it was not begun by you';
			return message(c, 'Not connected', `Nothing was connected: ${why}.`);
		}
		await note(c, visitor, workspace, finished.value);
		const { value: name } = finished;
		const said = (
			<>
				{name} is connected. Go back to your client: the call can be made again now. Or{' '}
				<a href={`/upstreams?test=${name}#server-${name}`}>look at its tools</a>.
			</>
		);
		return sendPage(c, messagePage('Connected', said, 'good'));
	});

	post('/connect/clients/withdraw', 'Nothing was withdrawn', async (c, visitor, form) => {
		const logins = await loginsOf(c);
		const grant = form.get('grant') ?? '';
		const known = (await logins.granted(visitor.id)).find(({ id }) => id === grant);
		if (known) {
			await logins.withdraw(visitor.id, grant);
			await note(c, visitor, known.workspace, known.name);
		}
		return c.redirect('/connect', 303);
	});

	get('/connect/:upstream', (c, visitor) => loginPage(c, visitor, c.req.query('workspace')));

	post('/connect/:upstream', 'Nothing was connected', async (c, visitor, form) => {
		const workspace = workspaceIn(visitor, form.get('workspace'));
		const home = await people.home(c.req.raw);
		if (home === undefined) return message(c, 'Not set up', NO_HOME, 503);
		if (workspace === undefined)
			return message(c, 'Not found', 'You are not in this workspace.', 404);
		const whose = { workspace, principal: visitor.id };
		const begun = await connections.begin(home, c.req.param('upstream') ?? '', whose);
		if (!begun.ok) return loginPage(c, visitor, workspace, begun.error);
		return c.redirect(begun.value, 303);
	});

	post('/connect/:upstream/disconnect', 'Nothing was disconnected', async (c, visitor, form) => {
		const workspace = workspaceIn(visitor, form.get('workspace'));
		const target = c.req.param('upstream') ?? '';
		const whose = workspace && { workspace, principal: visitor.id };
		if (whose && (await connections.disconnect(target, whose)))
			await note(c, visitor, whose.workspace, target);
		return c.redirect(`/connect?workspace=${encodeURIComponent(workspace ?? '')}`, 303);
	});

	routes.get('/.well-known/loadline-client.json', async (c) => {
		const home = await people.home(c.req.raw);
		if (home === undefined) return c.notFound();
		return c.json(connections.document(home), 200, { 'Cache-Control': 'public, max-age=3600' });
	});

	return routes;
};
