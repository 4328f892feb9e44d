// People: the reader, tokens, members, and the audit log.
import { ROLES, SCOPES } from '../../../auth';
import type { AnswerOf } from '../../../contract';
import { Notice } from '../pages/frame';
import { when } from './shell';
import { Confirm, Hidden, Table } from './table';

/** An API token without its text, as the API tells it. */
export type Token = AnswerOf<'GET /api/tokens'>['tokens'][number];
/** A member, as the API tells it. */
export type Member = AnswerOf<'GET /api/members'>['members'][number];
/** An entry of the audit log, as the API tells it. */
export type Entry = AnswerOf<'GET /api/audit'>['entries'][number];

/** Content of /people: the reader, and for administrators the others and the log. */
export interface PeopleProps {
	readonly me: AnswerOf<'GET /api/me'>;
	/** Each undefined for who may not see it. */
	readonly tokens: readonly Token[] | undefined;
	readonly members: readonly Member[] | undefined;
	readonly audit: readonly Entry[] | undefined;
	/** Action that filters the log. */
	readonly action: string;
	/** Name of the token that was just revoked; empty: none. */
	readonly revoked: string;
	readonly csrf: string;
}

export const PeoplePage = ({ me, tokens, members, audit, action, revoked, csrf }: PeopleProps) => (
	<>
		{revoked !== '' && <Notice kind="good">The token {revoked} is revoked.</Notice>}
		<p>
			You are {me.name ?? me.id} in the workspace {me.workspace}; your scopes:{' '}
			{me.scopes.join(', ') || 'none'}. <a href="/connect">Your connections</a>: logins at upstream
			servers, and clients that you let in.
		</p>
		{!tokens && <p>Tokens, members and the audit log are shown to administrators.</p>}
		{tokens && <Tokens tokens={tokens} csrf={csrf} />}
		{members && <Members members={members} csrf={csrf} />}
		{audit && (
			<p>
				<a href="/people/data">Export and erase</a> what is kept of somebody, or of the workspace.
			</p>
		)}
		{audit && <Audit entries={audit} action={action} />}
	</>
);

/** Shown once: nobody can read it again. */
export const NewToken = ({ name, token }: { name: string; token: string }) => (
	<>
		<Notice kind="good">
			The token {name} was made. It is shown this once: keep it where your client reads it.
		</Notice>
		<pre tabindex={0}>{token}</pre>
		<p>
			<a href="/people">Back to people</a>
		</p>
	</>
);

const Tokens = ({ tokens, csrf }: { tokens: readonly Token[]; csrf: string }) => (
	<section>
		<h2>API tokens</h2>
		<Table
			caption="For programs and clients without a browser"
			head={['Name', 'May', 'Ends, UTC', 'Last used', '']}
			empty="No token was made here yet."
			rows={tokens.map(({ id, name, scopes, expiresAt, usedAt }) => [
				name,
				scopes.join(', '),
				expiresAt === null ? 'never' : when(expiresAt),
				usedAt === null ? 'never' : when(usedAt),
				<Confirm
					to="/people/revoke"
					fields={{ csrf, id, name }}
					label={`Revoke ${name}`}
					consequence="Clients with this token are refused at once. It cannot be brought back."
				>
					Revoke
				</Confirm>,
			])}
		/>
		<details>
			<summary>Make a token</summary>
			<form method="post" action="/people/tokens">
				<input type="hidden" name="csrf" value={csrf} />
				<label for="token-name">Name</label>
				<input id="token-name" name="name" required maxlength={100} autocomplete="off" />
				<fieldset class="choices">
					<legend>It may</legend>
					{SCOPES.filter((scope) => scope !== 'operator').map((scope) => (
						<label class="check">
							<input type="checkbox" name="scopes" value={scope} checked={scope === 'mcp:use'} />
							<code>{scope}</code>
						</label>
					))}
				</fieldset>
				<label for="days">Days until it ends; empty: never</label>
				<input id="days" name="days" type="number" min={1} max={3650} value="90" />
				<div class="row">
					<button type="submit">Make it</button>
				</div>
			</form>
		</details>
	</section>
);

const Members = ({ members, csrf }: { members: readonly Member[]; csrf: string }) => (
	<section>
		<h2>Members</h2>
		<Table
			caption="Of this workspace"
			head={['Name', 'Role', 'Since, UTC', '']}
			empty="Nobody but you."
			rows={members.map(({ id, name, role, addedAt }) => [
				name,
				<form class="plain row" method="post" action="/people/role">
					<Hidden of={{ csrf, id }} />
					<Roles label={`Role of ${name}`} chosen={role} />
					<button type="submit" class="quiet small">
						Change
					</button>
				</form>,
				when(addedAt),
				<Confirm
					to="/people/remove"
					fields={{ csrf, id }}
					label={`Remove ${name}`}
					consequence="Their access and their tokens end at once."
				>
					Remove
				</Confirm>,
			])}
		/>
		<details>
			<summary>Add somebody</summary>
			<form method="post" action="/people/members">
				<input type="hidden" name="csrf" value={csrf} />
				<label for="member-name">Name</label>
				<input id="member-name" name="name" required maxlength={200} autocomplete="off" />
				<label for="issuer">Address of who knows them: the issuer of your OpenID Connect</label>
				<input id="issuer" name="issuer" required autocomplete="off" />
				<label for="subject">Their subject there</label>
				<input id="subject" name="subject" required autocomplete="off" />
				<Roles label="Role" chosen="member" />
				<div class="row">
					<button type="submit">Add</button>
				</div>
			</form>
		</details>
	</section>
);

const Roles = ({ label, chosen }: { label: string; chosen: string }) => (
	<select name="role" aria-label={label}>
		{ROLES.map((each) => (
			<option selected={each === chosen}>{each}</option>
		))}
	</select>
);

const Audit = ({ entries, action }: { entries: readonly Entry[]; action: string }) => {
	const last = entries.at(-1)?.n ?? 0;
	const search = action === '' ? '' : `&action=${encodeURIComponent(action)}`;
	return (
		<section>
			<h2 id="audit">Audit log</h2>
			<form class="plain row" method="get" action="/people#audit">
				<label for="action">What was done</label>
				<input
					id="action"
					name="action"
					type="search"
					value={action}
					placeholder="PUT /api/config"
				/>
				<button type="submit" class="quiet small">
					Find
				</button>
			</form>
			<Table
				caption="The newest first"
				head={['When, UTC', 'Who', 'What', 'To what']}
				empty={action === '' ? 'Nothing was noted yet.' : 'Nothing of this name was noted.'}
				rows={entries.map(({ at, name, action: what, target }) => [
					when(at),
					name,
					what,
					target || 'the workspace',
				])}
			/>
			<p class="pages">
				{entries.length === LISTED && last > 1 && (
					<a href={`/people?before=${last}${search}#audit`}>Earlier</a>
				)}
			</p>
		</section>
	);
};

/** Entries of the log that a page has. */
export const LISTED = 50;
