// Clients that log in here (`/authorize`), and users who log in at servers behind (`/connect`).
import { type Context, Hono } from 'hono';
import { allows, FIRST_SCOPE, type Scope } from '../../auth';
import type { AskFault, LoginServer } from '../oauth';
import type { HttpDeps, RouteState, Visitor } from './deps';
import { ConnectedPage, ConnectionsPage, ConnectPage, MessagePage } from './pages/connect';
import { ConsentPage } from './pages/consent';
import { formOf, pathIn, sendPage, sourceOf } from './pages/page';
import { NO_HOME } from './people-routes';

type C = Context<RouteState>;

const STALE = 'This page was too old, or another browser’s. Nothing was done; begin again.';

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
		sendPage(c, <MessagePage title={title} text={text} />, { status });

	/** Serves who is signed in and has a workspace; anybody else is shown the page that comes first. */
	const signedIn = (work: (c: C, visitor: Visitor) => Promise<Response>) => async (c: C) => {
		const visitor = await people.visitor(c.req.raw);
		if (!visitor) {
			const { pathname, search } = new URL(c.req.url);
			const to = pathname + search;
			// It would be lost on the way, or be more than a header may hold.
			if (pathIn(to) !== to) return message(c, 'Too long', 'This address is too long.');
			return c.redirect(`/sign-in?to=${encodeURIComponent(to)}`, 303);
		}
		if (visitor.places.length > 0) return work(c, visitor);
		const text = `You are ${visitor.name} (${visitor.id}), but no workspace has you as a member. An administrator can add you.`;
		return message(c, 'No workspace', text, 403);
	};

	/** Serves a form of theirs, once it is known as one of this server's. @param undone title where it is not */
	const posted = (
		undone: string,
		work: (c: C, visitor: Visitor, form: URLSearchParams) => Promise<Response>,
	) =>
		signedIn(async (c, visitor) => {
			const form = await formOf(c);
			return form ? work(c, visitor, form) : message(c, undone, STALE, 403);
		});

	const fail = (c: C, fault: AskFault) =>
		'redirect' in fault
			? c.redirect(fault.redirect, 302)
			: message(c, 'This client cannot log in', fault.message);

	const withLogins =
		(serving: (logins: LoginServer) => (c: C) => Promise<Response>) => async (c: C) => {
			const home = await people.home(c.req.raw);
			return home === undefined
				? message(c, 'Not set up', NO_HOME, 503)
				: serving(deps.logins(home))(c);
		};

	// A client's document is fetched for somebody who is known, not for whoever names an address.
	routes.get(
		'/authorize',
		withLogins((logins: LoginServer) =>
			signedIn(async (c, visitor) => {
				const asked = await logins.asked(c.req.raw);
				if (!asked.ok) return fail(c, asked.error);
				const { about, redirectUri, begin } = asked.value;
				const { handle, headers } = await begin();
				for (const cookie of headers.getSetCookie())
					c.header('Set-Cookie', cookie, { append: true });
				const page = (
					<ConsentPage
						handle={handle}
						about={about}
						who={visitor.name}
						places={visitor.places}
						scopes={offered(about.scope, visitor)}
					/>
				);
				return sendPage(c, page, { leaving: sourceOf(redirectUri) });
			}),
		),
	);

	routes.post(
		'/authorize',
		withLogins((logins: LoginServer) =>
			posted('Nothing was allowed', async (c, visitor, form) => {
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
			}),
		),
	);

	/** The workspace a page is about: the one asked for, where the visitor has a place in it. */
	const workspaceIn = (
		{ places }: Visitor,
		asked: string | null | undefined,
	): string | undefined =>
		asked ? places.find(({ workspace }) => workspace === asked)?.workspace : places[0]?.workspace;

	const connectPage = async (c: C, visitor: Visitor, asked: string | undefined, fault?: string) => {
		const workspace = workspaceIn(visitor, asked);
		const listed = workspace && (await connections.list(workspace, visitor.id));
		const upstream = listed
			? listed.find(({ name }) => name === c.req.param('upstream'))
			: undefined;
		if (!workspace || !upstream) {
			const text = 'There is no server of this name that wants a login of yours.';
			return message(c, 'Not found', text, 404);
		}
		const shown = { who: visitor.name, workspace, upstream, fault };
		return sendPage(c, <ConnectPage {...shown} />, {
			status: fault === undefined ? 200 : 502,
			// The authorization server is looked up when the form is sent.
			leaving: ['https:', ...(new URL(c.req.url).protocol === 'http:' ? ['http:'] : [])],
		});
	};

	routes.get(
		'/connect',
		signedIn(async (c, visitor) => {
			const workspace = workspaceIn(visitor, c.req.query('workspace'));
			if (workspace === undefined)
				return message(c, 'Not found', 'You are not in this workspace.', 404);
			const home = await people.home(c.req.raw);
			const page = (
				<ConnectionsPage
					who={visitor.name}
					workspace={workspace}
					workspaces={visitor.places.map((place) => place.workspace)}
					upstreams={await connections.list(workspace, visitor.id)}
					clients={home === undefined ? [] : await deps.logins(home).granted(visitor.id)}
				/>
			);
			return sendPage(c, page, { hasScripts: true });
		}),
	);

	routes.get(
		'/connect/callback',
		signedIn(async (c, visitor) => {
			// The state begins with the workspace, in front of its random part.
			const { search, searchParams } = new URL(c.req.url);
			const workspace = workspaceIn(
				visitor,
				/^(ws-[a-z0-9-]+)\./.exec(searchParams.get('state') ?? '')?.[1],
			);
			const finished = workspace
				? await connections.finish(search, { workspace, principal: visitor.id })
				: undefined;
			if (!workspace || !finished?.ok) {
				const why = finished?.ok === false ? finished.error : 'it was not begun by you';
				return message(c, 'Not connected', `Nothing was connected: ${why}.`);
			}
			await note(c, visitor, workspace, finished.value);
			return sendPage(c, <ConnectedPage who={visitor.name} name={finished.value} />);
		}),
	);

	routes.post(
		'/connect/clients/withdraw',
		withLogins((logins: LoginServer) =>
			posted('Nothing was withdrawn', async (c, visitor, form) => {
				const grant = form.get('grant') ?? '';
				const known = (await logins.granted(visitor.id)).find(({ id }) => id === grant);
				if (known) {
					await logins.withdraw(visitor.id, grant);
					await note(c, visitor, known.workspace, known.name);
				}
				return c.redirect('/connect', 303);
			}),
		),
	);

	routes.get(
		'/connect/:upstream',
		signedIn((c, visitor) => connectPage(c, visitor, c.req.query('workspace'))),
	);

	routes.post(
		'/connect/:upstream',
		posted('Nothing was connected', async (c, visitor, form) => {
			const workspace = workspaceIn(visitor, form.get('workspace'));
			const home = await people.home(c.req.raw);
			if (home === undefined) return message(c, 'Not set up', NO_HOME, 503);
			if (workspace === undefined)
				return message(c, 'Not found', 'You are not in this workspace.', 404);
			const whose = { workspace, principal: visitor.id };
			const begun = await connections.begin(home, c.req.param('upstream') ?? '', whose);
			if (!begun.ok) return connectPage(c, visitor, workspace, begun.error);
			return c.redirect(begun.value, 303);
		}),
	);

	routes.post(
		'/connect/:upstream/disconnect',
		posted('Nothing was disconnected', async (c, visitor, form) => {
			const workspace = workspaceIn(visitor, form.get('workspace'));
			const target = c.req.param('upstream') ?? '';
			const whose = workspace && { workspace, principal: visitor.id };
			if (whose && (await connections.disconnect(target, whose)))
				await note(c, visitor, whose.workspace, target);
			return c.redirect(`/connect?workspace=${encodeURIComponent(workspace ?? '')}`, 303);
		}),
	);

	routes.get('/.well-known/loadline-client.json', async (c) => {
		const home = await people.home(c.req.raw);
		if (home === undefined) return c.notFound();
		return c.json(connections.document(home), 200, { 'Cache-Control': 'public, max-age=3600' });
	});

	return routes;
};

/** Returns the scopes asked for that the user may give anywhere; `mcp:use` where none is asked for, else reading. */
const offered = (asked: readonly string[], { places }: Visitor): readonly string[] => {
	const wanted = asked.filter((scope) => scope !== 'offline_access');
	const mayGive = (scopes: readonly string[]) =>
		scopes.filter((scope) => places.some((place) => allows(place, scope as Scope)));
	const given = mayGive(wanted.length > 0 ? wanted : [FIRST_SCOPE]);
	return given.length > 0 ? given : mayGive(['mcp:read']);
};
