// A user's own logins at servers behind Loadline, and the clients that act for them.
import type { LoginServer } from '../../oauth';
import type { Connectable } from '../people';
import { Confirm, Form } from '../ui/form';
import { FactList, Time } from '../ui/shell';
import { Frame, Notice } from './frame';

interface Common {
	readonly csrf: string;
	readonly who: string;
	readonly workspace: string;
}

/** Before the browser goes there: whose login it is, and where. */
export const ConnectPage = ({
	csrf,
	who,
	workspace,
	upstream,
	fault,
}: Common & { readonly upstream: Connectable; readonly fault?: string | undefined }) => (
	<Frame title={`Log in at ${upstream.name}`} who={who} csrf={csrf}>
		{fault !== undefined && <Notice kind="bad">Nothing was connected: {fault}.</Notice>}
		<p>
			Loadline will use <strong>{upstream.name}</strong> for you alone: what you allow there counts
			for your own calls in the workspace <strong>{workspace}</strong>.
		</p>
		<FactList
			of={[
				['Server', upstream.host],
				['Connected', upstream.since !== undefined && `since ${upstream.since}`],
			]}
		/>
		<Form
			to={`/connect/${upstream.name}`}
			hidden={{ csrf, workspace }}
			fields={[]}
			submit="Go to its login"
		/>
		<p>
			<a href="/connect">All connections</a>
		</p>
	</Frame>
);

/** Says that a login was made. */
export const ConnectedPage = ({ csrf, who, name }: Common & { readonly name: string }) => (
	<Frame title="Connected" who={who} csrf={csrf}>
		<Notice kind="good">
			{name} is connected. Go back to your client: the call can be made again now.
		</Notice>
		<p>
			<a href={`/upstreams?test=${name}#server-${name}`}>Look at its tools</a>, or at{' '}
			<a href="/connect">all connections</a>.
		</p>
	</Frame>
);

/** /connect: logins of the visitor at servers behind, and clients they let in; each can be ended here. */
export const ConnectionsPage = ({
	csrf,
	who,
	workspace,
	workspaces,
	upstreams,
	clients,
}: Common & {
	readonly workspaces: readonly string[];
	readonly upstreams: readonly Connectable[];
	readonly clients: Awaited<ReturnType<LoginServer['granted']>>;
}) => (
	<Frame title="Connections" who={who} csrf={csrf}>
		{workspaces.length > 1 && (
			<form method="get" action="/connect" class="row">
				<label for="workspace">Workspace</label>
				<select id="workspace" name="workspace">
					{workspaces.map((one) => (
						<option value={one} selected={one === workspace}>
							{one}
						</option>
					))}
				</select>
				<button type="submit" class="quiet">
					Show
				</button>
			</form>
		)}
		<h2>Servers you log in at</h2>
		{upstreams.length === 0 && <p>No server of this workspace wants a login of yours.</p>}
		<ul class="cards">
			{upstreams.map((upstream) => (
				<li>
					<div>
						<strong>{upstream.name}</strong>
						<span>{upstream.host}</span>
						<span>
							{upstream.since === undefined ? (
								'Not connected'
							) : (
								<>
									Connected since <Time at={upstream.since} />
								</>
							)}
						</span>
					</div>
					{upstream.since === undefined ? (
						<a
							class="button quiet"
							href={`/connect/${upstream.name}?workspace=${encodeURIComponent(workspace)}`}
						>
							Connect
						</a>
					) : (
						<Confirm
							to={`/connect/${upstream.name}/disconnect`}
							fields={{ csrf, workspace }}
							label={`Disconnect ${upstream.name}`}
							consequence="Your login there is forgotten; your calls of its tools ask for a new one."
						>
							Disconnect
						</Confirm>
					)}
				</li>
			))}
		</ul>
		<h2>Clients that act for you</h2>
		{clients.length === 0 && (
			<p>
				None: one that logs in asks you here first. <a href="/upstreams">Lines for your client</a>
			</p>
		)}
		<ul class="cards">
			{clients.map((client) => (
				<li>
					<div>
						<strong>{client.name}</strong>
						<span>{client.scopes.join(', ')}</span>
						<span>
							{client.workspace}, since <Time at={client.createdAt} />
						</span>
					</div>
					<Confirm
						to="/connect/clients/withdraw"
						fields={{ csrf, grant: client.id }}
						label={`Withdraw the access of ${client.name}`}
						consequence="It is refused from then on, until you let it in again."
					>
						Withdraw
					</Confirm>
				</li>
			))}
		</ul>
	</Frame>
);

/** A page of one notice, bad unless told. */
export const MessagePage = ({
	title,
	text,
	kind = 'bad',
}: {
	readonly title: string;
	readonly text: string;
	readonly kind?: 'bad' | 'good' | 'mind';
}) => (
	<Frame title={title}>
		<Notice kind={kind}>{text}</Notice>
	</Frame>
);
