// The whole playground: where it is connected, the tool that is called, what came back, and what a
// conversation holds of it.
import { useEffect, useState } from 'hono/jsx/dom';
import { HOST_NAMES, HOSTS, type HostName } from '../../../config/hosts';
import { Asking } from './asking';
import { CallForm } from './call-form';
import type { Answered, Question as Asked, Connection, Tool } from './client';
import { Context } from './context';
import { type Call, Conversation } from './conversation';
import { Question } from './question';
import { Sides } from './sides';

export interface PlaygroundProps {
	readonly upstreams: readonly string[];
	/** The tool that is chosen first. */
	readonly wanted: string;
	/** The server that it is connected to first, or none for all. */
	readonly first: string;
	/** Ties what it asks to this browser, where people sign in. */
	readonly csrf: string;
}

/** A question that a call waits for. */
interface Pending {
	readonly id: string;
	readonly question: Asked;
	readonly answer: (answered: Answered) => void;
}

type Args = Readonly<Record<string, unknown>>;

/** Tools whose results show most, the first that is there. */
const SHOWN_FIRST = ['demo__list_bookings', 'list_bookings'];

const freshSession = () => `playground-${crypto.randomUUID().slice(0, 8)}`;

/** A client of MCP in the browser. */
export const Playground = ({ upstreams, wanted, first, csrf }: PlaygroundProps) => {
	const [where, setWhere] = useState(first);
	const [host, setHost] = useState<HostName | ''>('');
	const [connection, setConnection] = useState<Connection | undefined>(undefined);
	const [tool, setTool] = useState('');
	const [fault, setFault] = useState('');
	const [isBusy, setBusy] = useState(false);
	const [shown, setShown] = useState<Call | undefined>(undefined);
	const [waiting, setWaiting] = useState<readonly Pending[]>([]);
	const [, redraw] = useState(0);
	const [talk] = useState(() => ({ conversation: new Conversation(), session: freshSession() }));
	const { conversation, session } = talk;

	const ask = (question: Asked): Promise<Answered> =>
		new Promise((resolve) => {
			const pending: Pending = {
				id: crypto.randomUUID(),
				question,
				answer: (answered) => {
					setWaiting((known) => known.filter((one) => one !== pending));
					resolve(answered);
				},
			};
			setWaiting((known) => [...known, pending]);
		});

	useEffect(() => {
		let isCurrent = true;
		let open: Connection | undefined;
		const query = host === '' ? '' : `?host=${host}`;
		const path = where === '' ? '/mcp' : `/mcp/${encodeURIComponent(where)}`;
		setConnection(undefined);
		setFault('');
		import('./client')
			.then(({ connect }) => connect(`${path}${query}`, csrf, ask))
			.then((made) => {
				if (!isCurrent) return void made.close();
				open = made;
				setConnection(made);
				setTool((known) => firstOf(made.tools, [known, wanted, ...SHOWN_FIRST]));
			})
			.catch((error: unknown) => isCurrent && setFault(reasonOf(error)));
		return () => {
			isCurrent = false;
			setWaiting([]);
			open?.close();
		};
	}, [where, host]);

	const call = async (name: string, args: Args) => {
		if (!connection) return;
		setBusy(true);
		setFault('');
		try {
			const meta = { ...conversation.meta(), 'dev.loadline/session': session };
			const answer = await connection.call(name, args, meta);
			const id = `call-${conversation.held().length + 1}`;
			const made = { id, tool: name, args, answer, host: host === '' ? undefined : host };
			conversation.add(made);
			setShown(made);
			redraw((count) => count + 1);
		} catch (error) {
			setFault(reasonOf(error));
		}
		setBusy(false);
	};

	const [asked] = waiting;
	const tools = connection?.tools ?? [];
	const chosen = tools.find(({ name }) => name === tool);
	return (
		<>
			<div class="bench">
				<div class="panel">
					<label for="where">Server</label>
					<select
						id="where"
						value={where}
						onChange={(event: Event) => setWhere((event.target as HTMLSelectElement).value)}
					>
						<option value="">All of them, /mcp</option>
						{upstreams.map((name) => (
							<option value={name} selected={name === where}>
								{name}
							</option>
						))}
					</select>
					<label for="host">As seen by</label>
					<select
						id="host"
						value={host}
						onChange={(event: Event) =>
							setHost((event.target as HTMLSelectElement).value as HostName | '')
						}
					>
						<option value="">Any host</option>
						{HOST_NAMES.map((name) => (
							<option value={name}>{HOSTS[name].title}</option>
						))}
					</select>
					<label for="tool">Tool</label>
					<select
						id="tool"
						value={tool}
						disabled={tools.length === 0}
						onChange={(event: Event) => setTool((event.target as HTMLSelectElement).value)}
					>
						{tools.map(({ name }) => (
							<option value={name} selected={name === tool}>
								{name}
							</option>
						))}
					</select>
					{chosen && <CallForm key={chosen.name} tool={chosen} isBusy={isBusy} onCall={call} />}
					{!connection && fault === '' && <p role="status">Connecting…</p>}
				</div>
				<div class="outcome">
					{asked && <Question key={asked.id} asked={asked.question} onAnswer={asked.answer} />}
					{fault !== '' && (
						<p class="notice bad" role="alert">
							{fault}
						</p>
					)}
					{shown ? (
						<>
							<Sides key={shown.id} call={shown} hostName={shown.host && HOSTS[shown.host].title} />
							{(shown.host ?? '') !== host && (
								<p>
									<button
										type="button"
										class="quiet small"
										disabled={isBusy || !connection}
										onClick={() => call(shown.tool, shown.args)}
									>
										Call it again, as {host === '' ? 'any host' : HOSTS[host].title} sees it
									</button>
								</p>
							)}
							<Asking key={shown.id} call={shown} isBusy={isBusy} onCall={call} />
						</>
					) : (
						<p class="empty">
							Call a tool: what it gave and what a model gets of it stand here, side by side.
						</p>
					)}
				</div>
			</div>
			<Context
				held={conversation.held()}
				session={session}
				consumerOf={(name) => known(tools, conversation.consumerOf(name))}
				onLook={setShown}
				onChoose={setTool}
			/>
		</>
	);
};

const known = (tools: readonly Tool[], name: string | undefined): string | undefined =>
	tools.find((tool) => tool.name === name)?.name;

const firstOf = (tools: readonly Tool[], wishes: readonly string[]): string =>
	wishes.find((wish) => known(tools, wish)) ?? tools[0]?.name ?? '';

const reasonOf = (error: unknown): string =>
	error instanceof Error ? error.message : 'The server could not be reached.';
