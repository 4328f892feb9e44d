// Signing in and out, and claiming a new deployment: pages for people.
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { HttpDeps, RouteState } from './deps';
import { addressOf } from './door';
import { messagePage } from './pages/connect';
import { formOf, pathIn, STALE, sendPage, setBrowser, VISIT_COOKIE } from './pages/page';
import { Form } from './ui/form';
import { Frame, Notice } from './ui/shell';

type C = Context<RouteState>;

/** Holds what a sign-in elsewhere has begun, sealed, until the browser is back. */
const BEGUN_COOKIE = '__Host-loadline-begun';
const BEGUN = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax', maxAge: 600 } as const;

export const NO_HOME =
	'This server does not know its own address. Set LOADLINE_URL to it, https://…, or claim the deployment.';

/** Creates the routes of signing in and out, and of claiming a deployment. */
export const peopleRoutes = ({ people, note }: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>({ strict: false });

	/**
	 * Gives who came in their visit, and shows who did not the page again; the log of the deployment has both: people have
	 * no workspace before they are in. @param to where to go then
	 */
	const enter = async (
		c: C,
		target: string,
		signed: Awaited<ReturnType<typeof people.claim>>,
		to: string,
		again: (fault: string) => Promise<Response>,
	) => {
		const { action, ...rest } = told(c);
		if (!signed.ok) {
			const act = { by: '', name: '', target, action: `${action} refused`, ...rest };
			await note(undefined, act, { isRefused: true });
			return again(signed.error);
		}
		const { id, name, cookie } = signed.value;
		await note(undefined, { by: id, name, target, action, ...rest });
		if (cookie !== undefined) setBrowser(c, cookie);
		return c.redirect(to, 303);
	};

	/** /sign-in: a form for each way that this deployment has; leads to `to` afterwards. */
	const signInPage = async (c: C, to: string, fault?: string) => {
		const [ways, state] = await Promise.all([people.ways(), people.ownership()]);
		const page = (
			<Frame title="Sign in">
				{fault !== undefined && <Notice kind="bad">{fault}</Notice>}
				{state === 'free' && (
					<Notice kind="mind">
						Nobody owns this deployment yet. <a href="/claim">Claim it</a>
					</Notice>
				)}
				{ways.openid !== undefined && (
					<p>
						<a class="button" href={`/sign-in/openid?to=${encodeURIComponent(to)}`}>
							Continue with {ways.openid}
						</a>
					</p>
				)}
				{ways.passphrase && (
					<Form
						to="/sign-in"
						hidden={{ to }}
						submit="Sign in"
						fields={[secret('passphrase', 'The owner’s passphrase', KNOWN)]}
					/>
				)}
				{ways.token && (
					<details open={ways.openid === undefined && !ways.passphrase}>
						<summary>With an API token</summary>
						<Form
							to="/sign-in"
							hidden={{ to }}
							submit="Sign in"
							fields={[secret('token', 'A token of this server')]}
						/>
					</details>
				)}
			</Frame>
		);
		return sendPage(c, page, { status: fault === undefined ? 200 : 403 });
	};

	/** /claim, while nobody owns the deployment: it becomes the visitor's, else a passphrase is chosen. */
	const claimPage = async (c: C, fault?: string) => {
		const [state, visitor, { openid }] = await Promise.all([
			people.ownership(),
			people.visitor(c.req.raw),
			people.ways(),
		]);
		if (state === 'owned')
			return sendPage(c, messagePage('Claimed', 'This deployment has an owner.', 'mind'));
		const isReady = state === 'free';
		const who = visitor?.name;
		const asked = secret('secret', 'Claim secret');
		const long = { autocomplete: 'new-password', minlength: 12 };
		const chosen = secret('passphrase', 'Your passphrase, at least 12 characters', long);
		const page = (
			<Frame title="Claim this deployment" who={who}>
				{fault !== undefined && <Notice kind="bad">{fault}</Notice>}
				<p>
					Nobody owns this Loadline yet, so it serves nobody. Whoever can set its secrets can make
					it theirs.
				</p>
				<h2>1. In a terminal, in the folder you deployed from</h2>
				<pre tabindex={0}>
					<code>{CLAIM_LINES}</code>
				</pre>
				{!isReady && (
					<Notice kind="mind">
						LOADLINE_CLAIM is not set yet. Run the lines, then{' '}
						<a href="/claim">load this page again</a>.
					</Notice>
				)}
				{isReady && (
					<Form
						title="2. Here"
						to="/claim"
						submit="Claim it"
						fields={who === undefined ? [asked, chosen] : [asked]}
					>
						{who !== undefined ? (
							<p>It will be {who}’s.</p>
						) : (
							openid !== undefined && (
								<p>
									To own it with your account, first{' '}
									<a href="/sign-in/openid?to=/claim">continue with {openid}</a>. Or choose a
									passphrase:
								</p>
							)
						)}
					</Form>
				)}
			</Frame>
		);
		return sendPage(c, page, { status: fault === undefined ? 200 : 403 });
	};

	routes.get('/sign-in', async (c) => {
		const to = pathIn(c.req.query('to'));
		return (await people.ways()).token ? signInPage(c, to) : c.redirect('/claim');
	});

	routes.post('/sign-in', async (c) => {
		const form = await formOf(c);
		if (!form.ok) return signInPage(c, pathIn(form.error.form?.get('to')), form.error.message);
		const to = pathIn(form.value.get('to'));
		const token = form.value.get('token');
		const signed =
			token === null
				? await people.withPassphrase(form.value.get('passphrase') ?? '', addressOf(c.req.raw))
				: await people.withToken(token.trim());
		const way = token === null ? 'passphrase' : 'token';
		return enter(c, way, signed, to, (fault) => signInPage(c, to, fault));
	});

	routes.get('/sign-in/openid', async (c) => {
		const home = await people.home(c.req.raw);
		const to = pathIn(c.req.query('to'));
		// Before it is claimed a deployment may not know its address yet.
		const begun = await people.begin(home ?? new URL(c.req.url).origin, to);
		if (!begun.ok) return signInPage(c, to, begun.error);
		setCookie(c, BEGUN_COOKIE, begun.value.kept, BEGUN);
		return c.redirect(begun.value.url, 303);
	});

	routes.get('/sign-in/callback', async (c) => {
		const home = (await people.home(c.req.raw)) ?? new URL(c.req.url).origin;
		const kept = getCookie(c, BEGUN_COOKIE);
		setCookie(c, BEGUN_COOKIE, '', { ...BEGUN, maxAge: 0 });
		if (kept === undefined) return signInPage(c, '/connect', STALE);
		const signed = await people.finish(home, new URL(c.req.url).searchParams, kept);
		const to = signed.ok ? pathIn(signed.value.to) : '';
		return enter(c, 'openid', signed, to, (fault) => signInPage(c, '/connect', fault));
	});

	routes.post('/sign-out', async (c) => {
		const form = await formOf(c);
		const cookie = getCookie(c, VISIT_COOKIE);
		if (form.ok && cookie !== undefined) {
			await people.signOut(cookie);
			setBrowser(c, undefined);
		}
		const page = form.ok
			? messagePage('Signed out', 'You are signed out here.', 'good')
			: messagePage('Sign out', form.error.message);
		return sendPage(c, page, { status: form.ok ? 200 : 403 });
	});

	routes.get('/claim', (c) => claimPage(c));

	routes.post('/claim', async (c) => {
		const form = await formOf(c);
		if (!form.ok) return claimPage(c, form.error.message);
		const claimed = await people.claim({
			secret: (form.value.get('secret') ?? '').trim(),
			passphrase: form.value.get('passphrase') ?? '',
			home: new URL(c.req.url).origin,
			visitor: await people.visitor(c.req.raw),
			from: addressOf(c.req.raw),
		});
		return enter(c, 'deployment', claimed, '/connect', (fault) => claimPage(c, fault));
	});

	return routes;
};

/** Returns the facts of a request for the audit log, besides its principal. */
const told = (c: C) => ({
	action: `${c.req.method} ${c.req.path}`,
	detail: { address: addressOf(c.req.raw) },
	correlationId: c.var.correlationId,
});

const KNOWN = { autocomplete: 'current-password', autofocus: true };

const secret = (name: string, label: string, more: object = {}) => ({
	...{ name, label, type: 'password', autocomplete: 'off', required: true },
	...more,
});

const CLAIM_LINES = `CLAIM=$(openssl rand -hex 16); echo "claim secret: $CLAIM"
printf %s "$CLAIM" | npx wrangler secret put LOADLINE_CLAIM`;
