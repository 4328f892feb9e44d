// The runtime document, its versions, and every value with the layer it is from.
import type { AnswerOf } from '../../../contract';
import { Name, number, when } from './shell';
import { Act, Hidden, shown, Table } from './table';

/** A version, as the API tells it. */
export type Version = AnswerOf<'GET /api/config/history'>['versions'][number];
/** A value that changed. */
export type Change = Version['changes'][number];

/** Values that a change replaces, before and after. */
export const Changes = ({ changes }: { changes: readonly Change[] }) => (
	<Table
		caption="What changes"
		head={['Key', 'Before', 'After']}
		empty="Nothing changes."
		rows={changes.map(({ path, before, after }) => [path, shown(before), shown(after)])}
	/>
);

/** A document to edit, and the version it is written upon: another in force refuses it. */
export interface EditorProps {
	readonly text: string;
	readonly csrf: string;
	/** The version that the text is written upon. */
	readonly version: number | undefined;
	/** Address to return to. */
	readonly from: string;
	/** It was made by a click: what it changes stands above, the text is folded away. */
	readonly isPlain?: boolean;
}

/** Checked as it is written where scripts run (islands/editor.ts), and by its button anywhere. */
export const Editor = ({ text, csrf, version, from, isPlain }: EditorProps) => (
	<form method="post" action="/config" class="editor">
		<Hidden of={{ csrf, from, version }} />
		<details class="plain" open={!isPlain}>
			<summary>The document, YAML</summary>
			<label for="text" class="unseen">
				The runtime document, YAML
			</label>
			<textarea id="text" name="text" spellcheck={false} aria-describedby="checked">
				{text}
			</textarea>
			<div id="checked" role="status" />
		</details>
		<div class="row">
			<button type="submit" name="do" value="save">
				Put in force
			</button>
			<button type="submit" name="do" value="check" class="quiet">
				Check
			</button>
			<a href={from}>Leave it as it is</a>
		</div>
	</form>
);

/** Content of the configuration page, from the API; values are masked already. */
export interface ConfigPageProps {
	readonly editor: EditorProps;
	/** The version whose document is shown, where it is not the one in force. */
	readonly isEarlier: number | undefined;
	readonly values: readonly (readonly [path: string, value: unknown, layer: string])[];
	readonly search: string;
	readonly versions: readonly Version[];
	readonly page: { readonly offset: number; readonly limit: number; readonly total: number };
}

/** The configuration in force, and its runtime document to edit. */
export const ConfigPage = (props: ConfigPageProps) => {
	const { editor, isEarlier, values, search } = props;
	return (
		<>
			<h2>
				{isEarlier === undefined
					? `The runtime document, version ${editor.version}`
					: `As it was in version ${isEarlier}`}
			</h2>
			<p>
				What it says wins over environment variables, <code>loadline.yaml</code> and the defaults.
				Values shown as <code>***</code> are kept as they are.
			</p>
			<Editor {...editor} />
			<History {...props} />
			<h2 id="values">In force</h2>
			<form class="plain row" method="get" action="/config#values">
				<label for="q">Find a key</label>
				<input id="q" name="q" type="search" value={search} />
				<button type="submit" class="quiet small">
					Find
				</button>
			</form>
			<Table
				caption="Every value and the layer it is from"
				head={['Key', 'Value', 'Layer']}
				empty="No key has these words."
				rows={values.map(([path, value, layer]) => [<Name>{path}</Name>, shown(value), layer])}
			/>
		</>
	);
};

const History = ({ editor, versions, page: { offset, limit, total } }: ConfigPageProps) => (
	<>
		<h2>History</h2>
		<Table
			caption={`Versions kept: ${number(total)}`}
			head={['Version', 'When, UTC', 'By', 'What changed', '']}
			empty="No version was put in force yet."
			rows={versions.map((one) => [
				<a href={`/config?version=${one.version}`}>{one.version}</a>,
				when(one.at),
				one.by,
				<What version={one} />,
				one.version === editor.version ? (
					'in force'
				) : (
					<Act
						to="/config/rollback"
						fields={{ csrf: editor.csrf, version: one.version, inForce: editor.version ?? '' }}
					>
						Go back to it
					</Act>
				),
			])}
		/>
		<p class="pages">
			{offset > 0 && <a href={`/config?offset=${Math.max(0, offset - limit)}`}>Newer</a>}
			{offset + limit < total && <a href={`/config?offset=${offset + limit}`}>Older</a>}
		</p>
	</>
);

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
