// Who may come in: whoever looks, tokens, members, and what was done.
import { when } from './shell';
import { Table } from './table';

export const PeoplePage = ({
	me,
	tokens,
	members,
	audit,
	csrf,
}: {
	me: {
		readonly id: string;
		readonly name?: string;
		readonly workspace: string;
		readonly scopes: readonly string[];
	};
	tokens:
		| readonly {
				readonly id: string;
				readonly name: string;
				readonly scopes: readonly string[];
				readonly expiresAt?: number;
				readonly usedAt?: number;
		  }[]
		| undefined;
	members:
		| readonly { readonly id?: string; readonly name?: string; readonly role?: string }[]
		| undefined;
	audit:
		| readonly {
				readonly n: number;
				readonly at: string;
				readonly name: string;
				readonly action: string;
				readonly target: string;
		  }[]
		| undefined;
	csrf: string;
}) => (
	<>
		<p>
			You are {me.name ?? me.id} in the workspace {me.workspace}, and may{' '}
			{me.scopes.join(', ') || 'nothing'}.
		</p>
		{tokens && (
			<Table
				caption="API tokens"
				head={['Name', 'May', 'Ends', 'Last used', '']}
				empty="No token was made here: loadline token create makes one."
				rows={tokens.map(({ id, name, scopes, expiresAt, usedAt }) => [
					name,
					scopes.join(', '),
					expiresAt === undefined ? 'never' : when(expiresAt),
					usedAt === undefined ? 'never' : when(usedAt),
					<form class="plain" method="post" action="/people/revoke">
						<input type="hidden" name="csrf" value={csrf} />
						<input type="hidden" name="id" value={id} />
						<button type="submit" class="quiet small">
							Revoke
						</button>
					</form>,
				])}
			/>
		)}
		{members && (
			<Table
				caption="Members"
				head={['Name', 'Role']}
				empty="Nobody but you."
				rows={members.map(({ id = '', name, role = '' }) => [name ?? id, role])}
			/>
		)}
		{audit && (
			<Table
				caption="Audit log"
				head={['When', 'Who', 'What', 'To what']}
				empty="Nothing was noted yet."
				rows={audit.map(({ at, name, action, target }) => [when(at), name, action, target])}
			/>
		)}
	</>
);
