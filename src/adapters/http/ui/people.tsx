// Tokens and members of a workspace, in tables with their forms.
import { ROLES, SCOPES } from '../../../auth';
import type { AnswerOf } from '../../../contract';
import { Meaning } from '../pages/connect';
import { Act, Field, Form, Post } from './form';
import { Notice, Time } from './shell';
import { asking, Table } from './table';

export const NewToken = ({ name, may, token, id }: Record<string, string>) => (
	<>
		<Notice kind="good">
			The token {name} was made. It is shown this once: keep it where your client reads it.
		</Notice>
		<pre tabindex={0}>{token}</pre>
		<p>It may: {may}.</p>
		<Act to="/people/revoke" fields={{ id }}>
			Undo: revoke it
		</Act>
		<p>
			<a href="/people">Back to people</a>
		</p>
	</>
);

export const tokenTable = (tokens: AnswerOf<'GET /api/tokens'>['tokens']) => (
	<section>
		<h2>API tokens</h2>
		<Table
			caption="For programs and clients without a browser"
			empty="No token was made here yet."
			rows={tokens}
			columns={{
				Name: 'name',
				May: ({ scopes }) => scopes.join(', '),
				Ends: ({ expiresAt }) => (expiresAt === null ? 'never' : <Time at={expiresAt} />),
				'Last used': ({ usedAt }) => (usedAt === null ? 'never' : <Time at={usedAt} />),
				...asking(
					'Revoke',
					'/people/revoke',
					'Clients with this token are refused at once. For an hour it can be brought back.',
				),
			}}
		/>
		<Form
			fold="Make a token"
			of="token"
			to="/people/tokens"
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
	</section>
);

const role = (label: string, chosen: string, id = 'role') => ({
	...{ name: 'role', id, label, type: 'select', value: chosen },
	options: ROLES.map((each) => [each, each] as const),
});

export const memberTable = (members: AnswerOf<'GET /api/members'>['members']) => (
	<section>
		<h2>Members</h2>
		<Table
			caption="Of this workspace"
			empty="Nobody but you."
			rows={members}
			columns={{
				Name: ({ id, name }) => <span title={id}>{name}</span>,
				Role: ({ id, name, role: has }) => (
					<Post class="plain row" to="/people/role" hidden={{ id }}>
						<Field {...role(`Role of ${name}`, has, `role-${id}`)} isBare />
						<button type="submit" class="quiet small">
							Change
						</button>
					</Post>
				),
				Since: 'addedAt',
				...asking('Remove', '/people/remove', 'Their access and their tokens end at once.'),
			}}
		/>
		<Form
			fold="Add somebody"
			of="member"
			to="/people/members"
			submit="Add"
			fields={[
				{ name: 'name', label: 'Name', maxlength: 200 },
				{ name: 'issuer', label: 'Issuer of your OpenID Connect, which knows them' },
				{ name: 'subject', label: 'Their subject there' },
				role('Role', 'member'),
			].map((field) => ({ required: true, autocomplete: 'off', ...field }))}
		/>
	</section>
);
