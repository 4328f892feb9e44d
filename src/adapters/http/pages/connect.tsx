// A user's own logins at servers behind Loadline, and the clients that act for them.
import type { Child } from 'hono/jsx';
import type { LoginServer } from '../../oauth';
import type { Connectable, Visitor } from '../deps';
import { Confirm, Field, Form } from '../ui/form';
import { FactList, Shell, Time } from '../ui/shell';
import { asking, Table, withQuery } from '../ui/table';
import { Frame, Notice } from './frame';

/** Before the browser goes there: whose login it is, and where. */
export const connectPage = (
	who: string,
	workspace: string,
	upstream: Connectable,
	fault: string | undefined,
) => (
	<Frame title={`Log in at ${upstream.name}`} who={who}>
		{fault !== undefined && <Notice kind="bad">Nothing was connected: {fault}.</Notice>}
		<p>
			Loadline will use <strong>{upstream.name}</strong> for you alone: what you allow there counts
			for your own calls in the workspace <strong>{workspace}</strong>.
		</p>
		<FactList
			of={Object.entries({
				Server: upstream.host,
				Connected: upstream.since && `since ${upstream.since}`,
			})}
		/>
		<Form to={`/connect/${upstream.name}`} hidden={{ workspace }} submit="Go to its login" />
		<p>
			<a href="/connect">All connections</a>
		</p>
	</Frame>
);

/** /connect: logins of the visitor at servers behind, and clients they let in; each can be ended here. */
export const connectionsPage = (
	{ name: who, places }: Visitor,
	workspace: string,
	upstreams: readonly Connectable[],
	clients: Awaited<ReturnType<LoginServer['granted']>>,
) => (
	<Shell title="Connections" here="/connect" visitor={{ name: who, workspace, maySignOut: true }}>
		{places.length > 1 && (
			<form method="get" action="/connect" class="plain row">
				<Field
					{...{ name: 'workspace', label: 'Workspace', type: 'select', value: workspace }}
					options={places.map(({ workspace: one }) => [one, one] as const)}
				/>
				<button type="submit" class="quiet small">
					Show
				</button>
			</form>
		)}
		<Table
			caption="Servers you log in at"
			empty="No server of this workspace wants a login of yours."
			rows={upstreams}
			columns={{
				Server: 'name',
				Where: 'host',
				Connected: ({ since }) => (since === undefined ? 'no' : <Time at={since} />),
				'': ({ name, since }) =>
					since === undefined ? (
						<a href={withQuery(`/connect/${name}`, { workspace })}>Connect</a>
					) : (
						<Confirm
							to={`/connect/${name}/disconnect`}
							fields={{ workspace }}
							label={`Disconnect ${name}`}
							consequence="Your login there is forgotten; your calls of its tools ask for a new one."
						>
							Disconnect
						</Confirm>
					),
			}}
		/>
		<Table
			caption="Clients that act for you"
			empty={
				<>
					None: one that logs in asks you here first. <a href="/upstreams">Lines for your client</a>
				</>
			}
			rows={clients}
			columns={{
				Client: 'name',
				May: ({ scopes }) => scopes.join(', '),
				Workspace: 'workspace',
				Since: 'createdAt',
				...asking(
					'Withdraw',
					'/connect/clients/withdraw',
					'It is refused from then on, until you let it in again.',
					'grant',
				),
			}}
		/>
	</Shell>
);

/** A page of one notice, bad unless told. */
export const messagePage = (title: string, text: Child, kind: 'bad' | 'good' | 'mind' = 'bad') => (
	<Frame title={title}>
		<Notice kind={kind}>{text}</Notice>
	</Frame>
);
