// Clients that log in here (`/authorize`), and users who log in at servers behind (`/connect`).
import { type Context, Hono } from 'hono';
import { allows, FIRST_SCOPE, type Scope } from '../../auth';
import type { AskFault, LoginServer } from '../oauth';
import type { HttpDeps, RouteState } from './deps';
import { ConnectedPage, ConnectionsPage, ConnectPage, MessagePage } from './pages/connect';
import { ConsentPage } from './pages/consent';
import { browserOf, csrfOf, formOf, pathIn, sendPage, sourceOf } from './pages/page';
import type { Visitor } from './people';
import { NO_HOME } from './people-routes';

type C = Context<RouteState>;

const STALE = 'This page was too old, or another browser’s. Nothing was done; begin again.';

/** Creates the routes of clients' logins, and of users' logins at upstreams. */
export const loginRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>({ strict: false });
	const { people, connections } = deps;

	/** Notes grants given, taken and revoked in the workspace's audit log. */
	const note = (
		c: C,
		{ id, name }: Visitor,
		{
			workspace,
			target,
			...detail
		}: { workspace: string; target: string; scopes?: readonly string[] },
	) => {
		const action = `${c.req.method} ${c.req.routePath}`;
		const { correlationId } = c.var;
		return deps.note(workspace, { by: id, name, action, target, detail, correlationId });
	};

	const message = (c: C, title: string, text: string, status = 400) =>
		sendPage(c, <MessagePage title={title} text={text} />, { status });

	/** Returns the signed-in person, with a workspace; else the page that comes first. */
	const visitorOr = async (c: C): Promise<Visitor | Response> => {
		const visitor = await people.visitor(c.req.raw);
		if (!visitor) {
			const { pathname, search } = new URL(c.req.url);
			const to = pathname + search;
			// It would be lost on the way, or be more than a header may hold.
			if (pathIn(to) !== to) return message(c, 'Too long', 'This address is too long.');
			return c.redirect(`/sign-in?to=${encodeURIComponent(to)}`, 303);
		}
		if (visitor.places.length > 0) return visitor;
		const text = `You are ${visitor.name} (${visitor.id}), but no workspace has you as a member. An administrator can add you.`;
		return message(c, 'No workspace', text, 403);
	};

	const fail = (c: C, fault: AskFault) =>
		'redirect' in fault
			? c.redirect(fault.redirect, 302)
			: message(c, 'This client cannot log in', fault.message);

	const withLogins = async (
		c: C,
		work: (logins: LoginServer) => Promise<Response>,
	): Promise<Response> => {
		const home = await people.home(c.req.raw);
		return home === undefined ? message(c, 'Not set up', NO_HOME, 503) : work(deps.logins(home));
	};

	routes.get('/authorize', (c) =>
		withLogins(c, async (logins) => {
			// A client's document is fetched for somebody who is known, not for whoever names an address.
			const visitor = await visitorOr(c);
			if (visitor instanceof Response) return visitor;
			const asked = await logins.asked(c.req.raw);
			if (!asked.ok) return fail(c, asked.error);
			const { about, redirectUri, begin } = asked.value;
			const { handle, headers } = await begin();
			for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
			const page = (
				<ConsentPage
					csrf={await csrfOf(browserOf(c))}
					handle={handle}
					about={about}
					who={visitor.name}
					places={visitor.places}
					scopes={offered(about.scope, visitor)}
				/>
			);
			return sendPage(c, page, { leaving: sourceOf(redirectUri) });
		}),
	);

	routes.post('/authorize', (c) =>
		withLogins(c, async (logins) => {
			const visitor = await visitorOr(c);
			if (visitor instanceof Response) return visitor;
			const form = await formOf(c);
			if (!form) return message(c, 'Nothing was allowed', STALE, 403);
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
			await note(c, visitor, { workspace, target: allowed.value.client, scopes });
			return back(allowed.value.headers);
		}),
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
		const csrf = await csrfOf(browserOf(c));
		const shown = { csrf, who: visitor.name, workspace, upstream, fault };
		return sendPage(c, <ConnectPage {...shown} />, {
			status: fault === undefined ? 200 : 502,
			// The authorization server is looked up when the form is sent.
			leaving: ['https:', ...(new URL(c.req.url).protocol === 'http:' ? ['http:'] : [])],
		});
	};

	routes.get('/connect', async (c) => {
		const visitor = await visitorOr(c);
		if (visitor instanceof Response) return visitor;
		const workspace = workspaceIn(visitor, c.req.query('workspace'));
		if (workspace === undefined)
			return message(c, 'Not found', 'You are not in this workspace.', 404);
		const home = await people.home(c.req.raw);
		const page = (
			<ConnectionsPage
				csrf={await csrfOf(browserOf(c))}
				who={visitor.name}
				workspace={workspace}
				workspaces={visitor.places.map((place) => place.workspace)}
				upstreams={await connections.list(workspace, visitor.id)}
				clients={home === undefined ? [] : await deps.logins(home).granted(visitor.id)}
			/>
		);
		return sendPage(c, page);
	});

	routes.get('/connect/callback', async (c) => {
		const visitor = await visitorOr(c);
		if (visitor instanceof Response) return visitor;
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
		await note(c, visitor, { workspace, target: finished.value });
		const shown = { csrf: await csrfOf(browserOf(c)), who: visitor.name, workspace };
		return sendPage(c, <ConnectedPage {...shown} name={finished.value} />);
	});

	routes.post('/connect/clients/withdraw', (c) =>
		withLogins(c, async (logins) => {
			const visitor = await visitorOr(c);
			if (visitor instanceof Response) return visitor;
			const form = await formOf(c);
			if (!form) return message(c, 'Nothing was withdrawn', STALE, 403);
			const grant = form.get('grant') ?? '';
			const known = (await logins.granted(visitor.id)).find(({ id }) => id === grant);
			if (known) {
				await logins.withdraw(visitor.id, grant);
				await note(c, visitor, { workspace: known.workspace, target: known.name });
			}
			return c.redirect('/connect', 303);
		}),
	);

	routes.get('/connect/:upstream', async (c) => {
		const visitor = await visitorOr(c);
		if (visitor instanceof Response) return visitor;
		return connectPage(c, visitor, c.req.query('workspace'));
	});

	routes.post('/connect/:upstream', async (c) => {
		const visitor = await visitorOr(c);
		if (visitor instanceof Response) return visitor;
		const form = await formOf(c);
		if (!form) return message(c, 'Nothing was connected', STALE, 403);
		const workspace = workspaceIn(visitor, form.get('workspace'));
		const home = await people.home(c.req.raw);
		if (home === undefined) return message(c, 'Not set up', NO_HOME, 503);
		if (workspace === undefined)
			return message(c, 'Not found', 'You are not in this workspace.', 404);
		const whose = { workspace, principal: visitor.id };
		const begun = await connections.begin(home, c.req.param('upstream'), whose);
		if (!begun.ok) return connectPage(c, visitor, workspace, begun.error);
		return c.redirect(begun.value, 303);
	});

	routes.post('/connect/:upstream/disconnect', async (c) => {
		const visitor = await visitorOr(c);
		if (visitor instanceof Response) return visitor;
		const form = await formOf(c);
		if (!form) return message(c, 'Nothing was disconnected', STALE, 403);
		const workspace = workspaceIn(visitor, form.get('workspace'));
		const target = c.req.param('upstream');
		const whose = workspace && { workspace, principal: visitor.id };
		if (whose && (await connections.disconnect(target, whose)))
			await note(c, visitor, { workspace: whose.workspace, target });
		return c.redirect(`/connect?workspace=${encodeURIComponent(workspace ?? '')}`, 303);
	});

	routes.get('/.well-known/loadline-client.json', async (c) => {
		const home = await people.home(c.req.raw);
		if (home === undefined) return c.notFound();
		return c.json(connections.document(home), 200, { 'Cache-Control': 'public, max-age=3600' });
	});

	return routes;
};

/**
 * Returns the scopes that the client asks for and the user may give in any workspace; `mcp:use` where it asks for none, reading where the user may give none of them.
 */
const offered = (asked: readonly string[], { places }: Visitor): readonly string[] => {
	const wanted = asked.filter((scope) => scope !== 'offline_access');
	const mayGive = (scopes: readonly string[]) =>
		scopes.filter((scope) => places.some((place) => allows(place, scope as Scope)));
	const given = mayGive(wanted.length > 0 ? wanted : [FIRST_SCOPE]);
	return given.length > 0 ? given : mayGive(['mcp:read']);
};
