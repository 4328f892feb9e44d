// The playground: its connection, the tool that is called, what came back, and what a conversation holds of it.
import type {
	ElicitResult as Answered,
	ElicitRequestParams as Asked,
	Progress,
} from '@modelcontextprotocol/client';
import { render, useEffect, useState } from 'hono/jsx/dom';
import { HOSTS } from '../../../../config';
import { isRecord, jsonIn } from '../../../../shared/json-values';
import { Field } from '../../ui/form';
import { pageOf } from '../../ui/media';
import { Notice } from '../../ui/shell';
import { type Connection, connect } from './client';
import { SchemaForm } from './schema-form';
import { type Call, type HostName, Sides, waysOf } from './sides';

/** A form for the asked values, or the address to agree to; only http and https open. Declining is an answer, too. */
const Question = ({ asked, onAnswer }: { asked: Asked; onAnswer: (answer: Answered) => void }) => {
	const isPage = asked.mode === 'url';
	const page = asked.mode === 'url' ? pageOf(asked.url) : undefined;
	const accept = (content: Readonly<Record<string, unknown>>) => {
		if (!isPage) return onAnswer({ action: 'accept', content: content as never });
		if (!page) return;
		window.open(page.href, '_blank', 'noopener,noreferrer');
		onAnswer({ action: 'accept' });
	};
	return (
		<SchemaForm
			of="answer"
			name="question"
			schema={asked.mode === 'url' ? undefined : asked.requestedSchema}
			onValues={accept}
			title="question-title"
			said={
				<>
					<h2 id="question-title">The server asks you</h2>
					<p>{asked.message}</p>
					{isPage && (
						<p class="note">
							{page ? (
								<>
									It would open a page of <strong>{page.host}</strong>: <code>{page.href}</code>
								</>
							) : (
								'It names no page that a browser may open.'
							)}
						</p>
					)}
				</>
			}
		>
			<button type="submit" disabled={isPage && !page}>
				{isPage ? 'Open it' : 'Answer'}
			</button>
			{act('Decline', () => onAnswer({ action: 'decline' }))}
			{act('Cancel', () => onAnswer({ action: 'cancel' }))}
		</SchemaForm>
	);
};

/** A question of the call that is made, which waits for its answer. */
interface Pending {
	readonly question: Asked;
	readonly answer: (answered: Answered) => void;
}

const LONGEST = 400;
const READ = 'read_result';

/** Tools whose results show most, the first that is there. */
const SHOWN_FIRST = ['demo__list_bookings', 'list_bookings'];

/**
 * A client of MCP in the browser.
 * @param known arguments of the wanted tool, as they were given before
 * @param csrf ties what it asks to this browser, where people sign in
 */
const Playground = ({
	upstreams,
	wanted,
	first,
	known,
	csrf,
}: Readonly<Record<'wanted' | 'first' | 'csrf', string>> & {
	upstreams: readonly string[];
	known: Call['args'];
}) => {
	const [where, setWhere] = useState(first);
	const [host, setHost] = useState<HostName | ''>('');
	const [connection, setConnection] = useState<Connection | undefined>(undefined);
	const [tool, setTool] = useState('');
	/** The handle of the result that is asked about. */
	const [about, setAbout] = useState('');
	const [fault, setFault] = useState('');
	/** The call that is made now, and how far it is. */
	const [running, setRunning] = useState<AbortController | undefined>(undefined);
	const [far, setFar] = useState('');
	const [shown, setShown] = useState<Call | undefined>(undefined);
	const [asked, setAsked] = useState<Pending | undefined>(undefined);
	const [session] = useState(() => `playground-${crypto.randomUUID().slice(0, 8)}`);
	/** The call of the server that is chosen: it ends with that choice. */
	const [latest] = useState<{ call?: AbortController }>({});

	const ask = (question: Asked, signal: AbortSignal): Promise<Answered> =>
		new Promise((resolve, reject) => {
			setAsked({ question, answer: resolve });
			signal.addEventListener('abort', () => reject(signal.reason), { once: true });
		});

	useEffect(() => {
		let isCurrent = true;
		const query = host === '' ? '' : `?host=${host}`;
		const path = where === '' ? '/mcp' : `/mcp/${encodeURIComponent(where)}`;
		setConnection(undefined);
		setFault('');
		connect(`${path}${query}`, csrf, ask)
			.then((made) => {
				if (!isCurrent) return;
				setConnection(made);
				const isThere = (wish: string) => made.tools.some(({ name }) => name === wish);
				// A tool that is asked for and not there is said: no other takes its place.
				const others = wanted === '' ? [...SHOWN_FIRST, made.tools[0]?.name ?? ''] : [];
				setTool((known) => [known, wanted, ...others].find(isThere) ?? '');
			})
			.catch((error: unknown) => isCurrent && setFault(reasonOf(error)));
		return () => {
			isCurrent = false;
			latest.call?.abort();
		};
		// The tool that reads results is listed once there is one.
	}, [where, host, about]);

	const call = async (name: string, args: Readonly<Record<string, unknown>>) => {
		if (!connection) return;
		const running = new AbortController();
		const { signal } = running;
		latest.call = running;
		setRunning(running);
		setFar(`${name} is called…`);
		setFault('');
		try {
			const meta = { 'dev.loadline/session': session };
			const onprogress = (progress: Progress) => setFar(`${name}: ${wordsOf(progress)}`);
			const answer = await connection.call(name, args, meta, { signal, onprogress });
			setShown((last) => ({
				...{ id: (last?.id ?? 0) + 1, tool: name, args, answer },
				host: host === '' ? undefined : host,
			}));
		} catch (error) {
			setFault(signal.aborted ? `${name} was cancelled.` : reasonOf(error));
		}
		setAsked(undefined);
		setRunning(undefined);
	};

	const change = (server: string) => {
		setWhere(server);
		setShown(undefined);
	};
	const isBusy = running !== undefined;
	const tools = connection?.tools ?? [];
	const chosen = tools.find(({ name }) => name === tool);
	const isUnknown = tools.length > 0 && tool === '';
	const names: [string, string][] = tools.map(({ name }) => [name, name]);
	if (isUnknown) names.unshift(['', 'Choose one']);
	const { cursor, handle } = shown ? waysOf(shown.answer) : {};
	const given = chosen?.name === READ ? { handle: about } : {};
	const again = `Call it again, as ${host === '' ? 'any host' : HOSTS[host].title} sees it`;
	const next = shown?.tool === READ ? { handle: cursor } : { cursor };
	const isOff = isBusy || !connection;
	return (
		<>
			<div class="bench">
				<div class="panel">
					{pick('where', 'Server', where, change, [
						['', 'All of them, /mcp'],
						...upstreams.map((name) => [name, name] as const),
					])}
					{pick('host', 'As seen by', host, (name) => setHost(name as HostName | ''), [
						['', 'Any host'],
						...Object.entries(HOSTS).map(([name, { title }]) => [name, title] as const),
					])}
					{isUnknown && <Notice kind="bad">No tool is called {wanted} here.</Notice>}
					{pick('tool', 'Tool', tool, setTool, names)}
					{chosen && (
						<SchemaForm
							key={`${chosen.name} ${about}`}
							of="argument"
							name="call"
							schema={chosen.inputSchema}
							known={chosen.name === wanted ? known : given}
							onValues={(values) => call(chosen.name, values)}
							said={<p class="note">{(chosen.description ?? '').slice(0, LONGEST)}</p>}
						>
							<button type="submit" disabled={isBusy}>
								{isBusy ? 'Calling…' : 'Call'}
							</button>
						</SchemaForm>
					)}
					{!connection && fault === '' && <p role="status">Connecting…</p>}
					{(connection || fault !== '') && tools.length === 0 && (
						<p class="note">
							It lists no tool. <a href={`/upstreams?test=${where}`}>Look at the server</a>
						</p>
					)}
				</div>
				<div class="outcome">
					{running && (
						<div class="row" role="status">
							<span>{far}</span>
							{act('Cancel', () => running.abort(), false, 'quiet small')}
						</div>
					)}
					{asked && (
						<Question
							key={JSON.stringify(asked.question)}
							asked={asked.question}
							onAnswer={(answered) => [setAsked(undefined), asked.answer(answered)]}
						/>
					)}
					{fault !== '' && <Notice kind="bad">{fault}</Notice>}
					{shown ? (
						<>
							<Sides key={shown.id} call={shown} hostName={shown.host && HOSTS[shown.host].title} />
							{(shown.host ?? '') !== host && (
								<p>{act(again, () => call(shown.tool, shown.args), isOff, 'quiet small')}</p>
							)}
							<div class="row">
								{cursor !== undefined && act('Next page', () => call(shown.tool, next), isBusy)}
								{handle !== undefined &&
									act('Ask about it', () => [setAbout(handle), setTool(READ)])}
							</div>
						</>
					) : (
						<p class="empty">
							Call a tool: what it gave and what a model gets of it stand here, side by side.
						</p>
					)}
				</div>
			</div>
			{shown && (
				<p>
					<a href={`/sessions/${session}`}>The conversation of these calls</a>
				</p>
			)}
		</>
	);
};

/** `3 of 10, reading`. */
const wordsOf = ({ progress, total, message }: Progress): string =>
	[`${progress}${total === undefined ? '' : ` of ${total}`}`, message].filter(Boolean).join(', ');

/** A button; `isOff` where it cannot be used now. */
const act = (label: string, onClick: () => unknown, isOff = false, kind = 'quiet') => (
	<button type="button" class={kind} disabled={isOff} onClick={onClick}>
		{label}
	</button>
);

/** A labelled choice; nothing can be picked where there is nothing to choose. */
const pick = (
	id: string,
	label: string,
	value: string,
	onPick: (value: string) => void,
	options: readonly (readonly [value: string, title: string])[],
) => (
	<Field
		{...{ name: id, label, value, options }}
		type="select"
		disabled={options.length === 0}
		onChange={(event: Event) => onPick((event.target as HTMLSelectElement).value)}
	/>
);

const reasonOf = (error: unknown): string =>
	error instanceof Error ? error.message : 'The server could not be reached.';

const place = document.getElementById('playground');
if (place) {
	const { upstreams = '[]', tool = '', args = '', server = '', csrf = '' } = place.dataset;
	const given = jsonIn(args);
	const known = isRecord(given) ? given : {};
	const names = JSON.parse(upstreams) as readonly string[];
	const first = names.includes(server) ? server : '';
	place.replaceChildren();
	render(<Playground upstreams={names} wanted={tool} {...{ first, csrf, known }} />, place);
}
