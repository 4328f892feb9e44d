// A user's own logins at servers behind Loadline, and the clients that act for them. May this client act for you? What MCP's
// security practices ask a consent page to show: the client, where the access goes, what it may do, for which workspace.
import type { Child } from 'hono/jsx';
import { allows, FIRST_SCOPE, type Scope } from '../../../auth';
import type { Asked, LoginServer } from '../../oauth';
import type { Connectable, Visitor } from '../deps';
import { Confirm, Field, Form, Post } from '../ui/form';
import { FactList, Frame, Notice, Shell, Time } from '../ui/shell';
import { asking, Table, withQuery } from '../ui/table';

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

const MEANINGS: Readonly<Record<string, string>> = {
	'mcp:read': 'Read: lists, resources, and tools that change nothing',
	'mcp:use': 'Use every tool of the workspace and of the servers behind it',
	'memory:review': 'Approve and reject changes of rules',
	'config:write': 'Change the configuration',
	'telemetry:read': 'Read figures and requests of the workspace',
	admin: 'Everything an administrator of the workspace may do, secrets and members included',
};

/** A scope, and what it means. */
export const Meaning = ({ of }: { of: string }) => (
	<>
		{MEANINGS[of] ?? of} <code>{of}</code>
	</>
);

/** May a client act for a visitor? @param handle of what it asks */
export const consentPage = (handle: string, about: Asked['about'], visitor: Visitor) => {
	const { name, places } = visitor;
	const scopes = offered(about.scope, visitor);
	return (
		<Frame title="Allow access?" who={name}>
			<p>
				<strong>{about.clientName}</strong> wants to use Loadline as you.
			</p>
			<FactList
				of={Object.entries({
					'Who it is':
						about.clientDomain === undefined
							? 'It registered itself: its name is not verified.'
							: `Published by ${about.clientDomain}`,
					'Where the access goes': <strong>{about.redirectHost}</strong>,
				})}
			/>
			{about.redirectIsLoopback && (
				<Notice kind="mind">
					That is a program on the computer of this browser. Go on only if you have just started to
					connect it.
				</Notice>
			)}
			<Post
				to="/authorize"
				hidden={{ handle, workspace: places.length === 1 ? places[0]?.workspace : undefined }}
			>
				{places.length === 1 ? (
					<p>
						In the workspace <strong>{places[0]?.workspace}</strong>
					</p>
				) : (
					<Field
						{...{ name: 'workspace', label: 'In the workspace', type: 'select' }}
						options={places.map(({ workspace }) => [workspace, workspace] as const)}
					/>
				)}
				<Field
					{...{ name: 'scope', label: 'It may', type: 'checks', value: scopes }}
					options={scopes.map((scope) => [scope, <Meaning of={scope} />] as const)}
				/>
				<div class="row">
					<button type="submit" name="decision" value="allow">
						Allow
					</button>
					<button type="submit" name="decision" value="deny" class="quiet">
						Deny
					</button>
				</div>
			</Post>
		</Frame>
	);
};

/** Returns the scopes asked for that the user may give anywhere; `mcp:use` where none is asked for, else reading. */
const offered = (asked: readonly string[], { places }: Visitor): readonly string[] => {
	const wanted = asked.filter((scope) => scope !== 'offline_access');
	const mayGive = (scopes: readonly string[]) =>
		scopes.filter((scope) => places.some((place) => allows(place, scope as Scope)));
	const given = mayGive(wanted.length > 0 ? wanted : [FIRST_SCOPE]);
	return given.length > 0 ? given : mayGive(['mcp:read']);
};
