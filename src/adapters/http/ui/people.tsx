// People: the reader, tokens, members, and the audit log.
import { ROLES, SCOPES } from '../../../auth';
import { type AnswerOf, type RouteKey, routeOf } from '../../../contract';
import { Meaning } from '../pages/consent';
import { Notice } from '../pages/frame';
import { Confirm, Field, Form, Hidden } from './form';
import type { Me } from './place';
import { Time } from './shell';
import { Find, Table, withQuery } from './table';

/** Content of /people: the reader, and for administrators the others and the log. */
export interface PeopleProps {
	readonly me: Me;
	/** Each undefined for who may not see it. */
	readonly tokens: AnswerOf<'GET /api/tokens'>['tokens'] | undefined;
	readonly members: AnswerOf<'GET /api/members'>['members'] | undefined;
	readonly audit: AnswerOf<'GET /api/audit'>['entries'] | undefined;
	readonly action: string;
	readonly csrf: string;
}

export const LISTED = 50;

export const PeoplePage = (props: PeopleProps) => {
	const { me, tokens, audit, action } = props;
	const last = audit?.at(-1)?.n ?? 0;
	return (
		<>
			<p>
				You are {me.name ?? me.id} in the workspace {me.workspace}; your scopes:{' '}
				{me.scopes.join(', ') || 'none'}. <a href="/connect">Your connections</a>: logins at
				upstream servers, and clients that you let in.
			</p>
			{!tokens && <p>Tokens, members and the audit log are shown to administrators.</p>}
			<Tokens {...props} />
			<Members {...props} />
			{audit && (
				<section>
					<h2 id="audit">Audit log</h2>
					<Find path="/people" name="action" label="What was done" value={action} />
					<Table
						caption="The newest first"
						empty={action === '' ? 'Nothing was noted yet.' : 'Nothing of this name was noted.'}
						rows={audit}
						columns={[
							['When', ({ at }) => <Time at={at} />],
							['Who', ({ name }) => name],
							['What', ({ action: what }) => <span title={what}>{wordsOf(what)}</span>],
							['To what', ({ target }) => <span title={target}>{nameOf(props, target)}</span>],
						]}
					/>
					<p class="pages">
						{audit.length === LISTED && last > 1 && (
							<a href={`${withQuery('/people', { before: last, action })}#audit`}>Earlier</a>
						)}
					</p>
				</section>
			)}
		</>
	);
};

/** Says what an entry of the log did, without what its route adds for programs; the route stands in its title. */
const wordsOf = (action: string): string =>
	(routeOf(action as RouteKey) as ReturnType<typeof routeOf> | undefined)
		?.schemas()
		.summary.split(/[;:.]/)[0] ?? action;

/** Names a member or a token of the log while it is known. */
const nameOf = ({ members = [], tokens = [] }: PeopleProps, target: string): string =>
	[...members, ...tokens].find(({ id }) => id === target)?.name ?? (target || 'the workspace');

/** Shown once: nobody can read it again. */
export const NewToken = ({ name, may, token }: Record<'name' | 'may' | 'token', string>) => (
	<>
		<Notice kind="good">
			The token {name} was made. It is shown this once: keep it where your client reads it.
		</Notice>
		<pre tabindex={0}>{token}</pre>
		<p>It may: {may}.</p>
		<p>
			<a href="/people">Back to people</a>
		</p>
	</>
);

const Tokens = ({ tokens, csrf }: PeopleProps) =>
	tokens && (
		<section>
			<h2>API tokens</h2>
			<Table
				caption="For programs and clients without a browser"
				empty="No token was made here yet."
				rows={tokens}
				columns={[
					['Name', ({ name }) => name],
					['May', ({ scopes }) => scopes.join(', ')],
					['Ends', ({ expiresAt }) => (expiresAt === null ? 'never' : <Time at={expiresAt} />)],
					['Last used', ({ usedAt }) => (usedAt === null ? 'never' : <Time at={usedAt} />)],
					[
						'',
						({ id, name }) => (
							<Confirm
								to="/people/revoke"
								fields={{ csrf, id }}
								label={`Revoke ${name}`}
								consequence="Clients with this token are refused at once. For an hour it can be brought back."
							>
								Revoke
							</Confirm>
						),
					],
				]}
			/>
			<details>
				<summary>Make a token</summary>
				<Form
					of="token"
					to="/people/tokens"
					hidden={{ csrf }}
					submit="Make it"
					fields={[
						{ name: 'name', label: 'Name', required: true, maxlength: 100, autocomplete: 'off' },
						{
							...{ name: 'scopes', label: 'It may, if ticked', type: 'checks', value: 'mcp:use' },
							options: SCOPES.filter((scope) => scope !== 'operator').map(
								(scope) => [scope, <Meaning of={scope} />] as const,
							),
						},
						{
							...{ name: 'days', label: 'Days until it ends; empty: never' },
							...{ type: 'number', min: 1, max: 3650, value: 90 },
						},
					]}
				/>
			</details>
		</section>
	);

const role = (label: string, chosen: string, id = 'role') => ({
	...{ name: 'role', id, label, type: 'select', value: chosen },
	options: ROLES.map((each) => [each, each] as const),
});

const Members = ({ members, csrf }: PeopleProps) =>
	members && (
		<section>
			<h2>Members</h2>
			<Table
				caption="Of this workspace"
				empty="Nobody but you."
				rows={members}
				columns={[
					['Name', ({ id, name }) => <span title={id}>{name}</span>],
					[
						'Role',
						({ id, name, role: has }) => (
							<form class="plain row" method="post" action="/people/role">
								<Hidden of={{ csrf, id }} />
								<Field {...role(`Role of ${name}`, has, `role-${id}`)} isBare />
								<button type="submit" class="quiet small">
									Change
								</button>
							</form>
						),
					],
					['Since', ({ addedAt }) => <Time at={addedAt} />],
					[
						'',
						({ id, name }) => (
							<Confirm
								to="/people/remove"
								fields={{ csrf, id }}
								label={`Remove ${name}`}
								consequence="Their access and their tokens end at once."
							>
								Remove
							</Confirm>
						),
					],
				]}
			/>
			<details>
				<summary>Add somebody</summary>
				<Form
					of="member"
					to="/people/members"
					hidden={{ csrf }}
					submit="Add"
					fields={[
						{ name: 'name', label: 'Name', maxlength: 200 },
						{
							name: 'issuer',
							label: 'Address of who knows them: the issuer of your OpenID Connect',
						},
						{ name: 'subject', label: 'Their subject there' },
						role('Role', 'member'),
					].map((field) => ({ required: true, autocomplete: 'off', ...field }))}
				/>
			</details>
		</section>
	);
