// Sign-in: the ways that this deployment knows, and the page that a new one shows its owner.
import type { SignInWays } from '../people';
import { Csrf, Frame, Notice } from './frame';

interface Common {
	readonly csrf: string;
	readonly fault?: string | undefined;
}

/** /sign-in: a form for each way that this deployment has; leads to `to` afterwards. */
export const SignInPage = ({
	csrf,
	fault,
	to,
	ways,
}: Common & { readonly to: string; readonly ways: SignInWays }) => (
	<Frame title="Sign in">
		{fault !== undefined && <Notice kind="bad">{fault}</Notice>}
		{ways.openid !== undefined && (
			<p>
				<a class="button" href={`/sign-in/openid?to=${encodeURIComponent(to)}`}>
					Continue with {ways.openid}
				</a>
			</p>
		)}
		{ways.passphrase && (
			<form method="post" action="/sign-in">
				<Csrf token={csrf} />
				<input type="hidden" name="to" value={to} />
				<label for="passphrase">The owner’s passphrase</label>
				<input
					id="passphrase"
					name="passphrase"
					type="password"
					autocomplete="current-password"
					required
				/>
				<button type="submit">Sign in</button>
			</form>
		)}
		{ways.token && (
			<details open={ways.openid === undefined && !ways.passphrase}>
				<summary>With an API token</summary>
				<form method="post" action="/sign-in">
					<Csrf token={csrf} />
					<input type="hidden" name="to" value={to} />
					<label for="token">A token of this server</label>
					<input id="token" name="token" type="password" autocomplete="off" required />
					<button type="submit">Sign in</button>
				</form>
			</details>
		)}
	</Frame>
);

const CLAIM_LINES = `CLAIM=$(openssl rand -hex 16); echo "claim secret: $CLAIM"
printf %s "$CLAIM" | npx wrangler secret put LOADLINE_CLAIM`;

/** /claim, while nobody owns the deployment: with `who` it becomes theirs, else a passphrase is chosen. */
export const ClaimPage = ({
	csrf,
	fault,
	isReady,
	who,
	openid,
}: Common & {
	/** True if the secret is set. */
	readonly isReady: boolean;
	readonly who?: string | undefined;
	readonly openid?: string | undefined;
}) => (
	<Frame title="Claim this deployment" who={who} csrf={csrf}>
		{fault !== undefined && <Notice kind="bad">{fault}</Notice>}
		<p>
			Nobody owns this Loadline yet, so it serves nobody. Whoever can set its secrets can make it
			theirs.
		</p>
		<h2>1. In a terminal, in the folder you deployed from</h2>
		<pre tabindex={0}>
			<code>{CLAIM_LINES}</code>
		</pre>
		{!isReady && (
			<Notice kind="mind">
				LOADLINE_CLAIM is not set yet. Run the lines, then <a href="/claim">load this page again</a>
				.
			</Notice>
		)}
		{isReady && (
			<form method="post" action="/claim">
				<h2>2. Here</h2>
				<Csrf token={csrf} />
				<label for="secret">Claim secret</label>
				<input id="secret" name="secret" type="password" autocomplete="off" required />
				{who === undefined ? (
					<>
						{openid !== undefined && (
							<p>
								To own it with your account, first{' '}
								<a href="/sign-in/openid?to=/claim">continue with {openid}</a>. Or choose a
								passphrase:
							</p>
						)}
						<label for="passphrase">Your passphrase, at least 12 characters</label>
						<input
							id="passphrase"
							name="passphrase"
							type="password"
							autocomplete="new-password"
							minlength={12}
							required
						/>
					</>
				) : (
					<p>It will be {who}’s.</p>
				)}
				<button type="submit">Claim it</button>
			</form>
		)}
	</Frame>
);
