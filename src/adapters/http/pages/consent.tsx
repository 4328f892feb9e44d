// May this client act for you? What MCP's security practices ask a consent page to show: the client, where
// the access goes, what it may do, and for which workspace.
import { allows, FIRST_SCOPE, type Scope } from '../../../auth';
import type { Asked } from '../../oauth';
import type { Visitor } from '../deps';
import { Field, Post } from '../ui/form';
import { FactList } from '../ui/shell';
import { Frame, Notice } from './frame';

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
