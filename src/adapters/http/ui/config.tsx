// The runtime document, its versions, and every value with the layer it is from.
import type { AnswerOf } from '../../../contract';
import type { Api } from './api';
import { hasIn } from './find-routes';
import { Act, Field, Form, Hidden } from './form';
import { type C, failedBy, type Shown } from './place';
import { keysIn, settingsIn, usualFields } from './proposals';
import { Name, number } from './shell';
import { Find, namesOf, offsetIn, Person, shown, Table } from './table';

const LISTED = 20;

/** A version, as the API tells it. */
export type Version = AnswerOf<'GET /api/config/history'>['versions'][number];
export type Change = Version['changes'][number];

/** Values that a change replaces, before and after. */
export const Changes = ({ changes }: { changes: readonly Change[] }) => (
	<Table
		caption="What changes"
		empty="Nothing changes."
		rows={changes}
		columns={{
			Key: ({ path }) => <Name>{path}</Name>,
			Before: ({ before }) => shown(before),
			After: ({ after }) => shown(after),
		}}
	/>
);

/**
 * A document to edit, checked as it is written where scripts run (islands/editor.ts), and by its button anywhere; a version
 * in force other than `version` refuses it. Made by a click (`isPlain`) it is folded away.
 */
export const Editor = ({
	text,
	version,
	isPlain,
	from,
}: Record<'text' | 'from', string> & {
	version: number | undefined;
	isPlain?: boolean;
}) => (
	<Form
		to="/config"
		class="editor"
		hidden={{ back: '/config' }}
		submit={[
			['save', 'Put in force'],
			['check', 'Check'],
		]}
		beside={<a href={from}>Leave it as it is</a>}
	>
		<Hidden of={{ version, from }} />
		<details class="plain" open={!isPlain}>
			<summary>The document, YAML</summary>
			<Field
				{...{ name: 'text', label: 'The runtime document, YAML', isBare: true, type: 'area' }}
				{...{ rows: 20, spellcheck: false, value: text, 'aria-describedby': 'checked' }}
			/>
			<div id="checked" role="status" />
		</details>
	</Form>
);

/**
 * Shows the configuration in force: the usual settings, the runtime document, its history, and every key; values are
 * masked already. @param explained the document that explains its keys
 */
export async function configPage(c: C, api: Api, explained: string): Promise<Shown> {
	const offset = offsetIn(c.req.query('offset'));
	const asked = c.req.query('version');
	const earlier = asked !== undefined && /^\d{1,15}$/.test(asked) ? asked : undefined;
	const [current, document, history, names] = await Promise.all([
		api.get('/api/config'),
		api.get('/api/config/document', { version: earlier }),
		api.get('/api/config/history', { limit: LISTED, offset }),
		namesOf(api),
	]);
	if (current.fault !== undefined) return failedBy(current);
	if (document.fault !== undefined) return failedBy(document);
	const { config, version, problem } = current.body;
	const search = (c.req.query('q') ?? '').trim();
	const keys = keysIn(explained);
	const values = settingsIn(keys, current.body)
		.filter(({ path, label, about }) => hasIn(search)(path, label, about))
		.sort((a, b) => Number(a.layer !== 'runtime') - Number(b.layer !== 'runtime'));
	const { versions = [], total = 0 } = history.body ?? {};
	const editor = { text: document.body.text, version, from: '/config' };
	const usual = usualFields(keys, config);
	const pages = { path: '/config', offset, total, limit: LISTED };
	return {
		islands: ['editor'],
		content: (
			<>
				{problem !== undefined && <p class="notice bad">Not in force: {problem}</p>}
				<Form
					{...{ class: 'usual', to: '/config/set', fields: usual, submit: 'See the change' }}
					fold="The usual settings"
					isOpen={usual.length > 0 && earlier === undefined && search === ''}
				/>
				<h2>
					{earlier === undefined
						? `The runtime document, version ${editor.version}`
						: `As it was in version ${Number(earlier)}`}
				</h2>
				<p>
					What it says wins over environment variables, <code>loadline.yaml</code> and the defaults.
					{earlier === undefined && (
						<>
							{' '}
							Values shown as <code>***</code> are kept as they are in force.
						</>
					)}
				</p>
				{earlier === undefined ? (
					<Editor {...editor} />
				) : (
					<>
						<pre tabindex={0}>{editor.text}</pre>
						<Act to="/config/rollback" fields={{ version: earlier, inForce: version }}>
							Go back to it, with the secrets that it had
						</Act>
					</>
				)}
				<h2 id="history">History</h2>
				<Table
					caption={`${number(versions.length)} of the ${number(total)} versions kept, the newest first`}
					empty="No version was put in force yet."
					rows={versions}
					columns={{
						Version: ({ version }) => <a href={`/config?version=${version}`}>{version}</a>,
						When: 'at',
						By: ({ by }) => <Person id={by} names={names} />,
						'What changed': (version) => <What version={version} />,
						'': ({ version }) =>
							version === editor.version ? (
								'in force'
							) : (
								<Act to="/config/rollback" fields={{ version, inForce: editor.version }}>
									Go back to it
								</Act>
							),
					}}
					pages={pages}
				/>
				{Number(editor.version) > 0 && (
					<Act to="/config/rollback" fields={{ version: 0, inForce: editor.version }}>
						Go back to version 0, the empty document
					</Act>
				)}
				<h2 id="values">Every key</h2>
				<Find path="/config#values" label="Find a key" value={search} />
				<Table
					caption="What is in force, where it comes from, and what it does"
					empty="No key has these words."
					rows={values}
					columns={{
						Key: ({ path }) => <Name>{path}</Name>,
						'In force': ({ value }) => <span class="value">{shown(value)}</span>,
						From: 'layer',
						'What it does': ({ about, allowed }) =>
							about !== undefined && (
								<>
									{about} <span class="soft">May be {allowed}.</span>
								</>
							),
					}}
				/>
			</>
		),
	};
}

const What = ({ version: { action, restored, changes, more } }: { version: Version }) => (
	<>
		{restored !== undefined && `back to version ${restored}: `}
		{changes.length === 0 && restored === undefined ? action : ''}
		{changes.length > 0 && (
			<details class="plain">
				<summary>
					{changes
						.slice(0, 3)
						.map(({ path }) => path)
						.join(', ')}
					{changes.length + more > 3 ? `, ${number(changes.length + more - 3)} more` : ''}
				</summary>
				<ul>
					{changes.map(({ path, before, after }) => (
						<li>
							<code>{path}</code>: {shown(before)} → {shown(after)}
						</li>
					))}
				</ul>
			</details>
		)}
	</>
);
