// Sign-in: the ways that this deployment knows, and the page that a new one shows its owner.
import type { SignInWays } from '../people';
import { Form } from '../ui/form';
import { Frame, Notice } from './frame';

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
			<Form
				to="/sign-in"
				hidden={{ csrf, to }}
				submit="Sign in"
				fields={[
					secret('passphrase', 'The owner’s passphrase', {
						...{ autocomplete: 'current-password', autofocus: true },
					}),
				]}
			/>
		)}
		{ways.token && (
			<details open={ways.openid === undefined && !ways.passphrase}>
				<summary>With an API token</summary>
				<Form
					to="/sign-in"
					hidden={{ csrf, to }}
					submit="Sign in"
					fields={[secret('token', 'A token of this server')]}
				/>
			</details>
		)}
	</Frame>
);

/** A field whose value is not shown. */
const secret = (name: string, label: string, more: object = {}) => ({
	...{ name, label, type: 'password', autocomplete: 'off', required: true },
	...more,
});

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
			<Form
				title="2. Here"
				to="/claim"
				hidden={{ csrf }}
				submit="Claim it"
				fields={[
					secret('secret', 'Claim secret'),
					...(who === undefined
						? [
								secret('passphrase', 'Your passphrase, at least 12 characters', {
									...{ autocomplete: 'new-password', minlength: 12 },
								}),
							]
						: []),
				]}
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
