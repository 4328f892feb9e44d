// The runtime document, its versions, and every value with the layer it is from.
import { when } from './shell';
import { shown, Table } from './table';

export interface Change {
	readonly path: string;
	readonly before: unknown;
	readonly after: unknown;
}

export interface Version {
	readonly version: number;
	readonly at: number;
	readonly by: string;
	readonly action: string;
	readonly changes: readonly Change[];
}

export const Changes = ({ changes }: { changes: readonly Change[] }) => (
	<Table
		caption="What changes"
		head={['Key', 'Before', 'After']}
		empty="Nothing changes."
		rows={changes.map(({ path, before, after }) => [path, shown(before), shown(after)])}
	/>
);

export const ConfigPage = ({
	text,
	values,
	versions,
	version,
	csrf,
}: {
	text: string;
	values: readonly (readonly [path: string, value: unknown, layer: string])[];
	versions: readonly Version[];
	version: number;
	csrf: string;
}) => (
	<>
		<div class="columns">
			<form method="post" action="/config">
				<h2>The runtime document, version {version}</h2>
				<input type="hidden" name="csrf" value={csrf} />
				<input type="hidden" name="version" value={String(version)} />
				<label for="text">YAML</label>
				<textarea id="text" name="text" spellcheck={false}>
					{text}
				</textarea>
				<div class="row">
					<button type="submit" name="do" value="check">
						Check
					</button>
					<button type="submit" name="do" value="save" class="quiet">
						Put in force
					</button>
				</div>
			</form>
			<Table
				caption="History"
				head={['Version', 'When', 'What changed', '']}
				empty="No version was put in force yet."
				rows={versions.map((one) => [
					String(one.version),
					when(one.at),
					one.changes.map(({ path }) => path).join(', ') || one.action,
					one.version === version ? (
						'in force'
					) : (
						<form class="plain" method="post" action="/config/rollback">
							<input type="hidden" name="csrf" value={csrf} />
							<input type="hidden" name="version" value={String(one.version)} />
							<button type="submit" class="quiet small">
								Go back to it
							</button>
						</form>
					),
				])}
			/>
		</div>
		<h2>In force</h2>
		<Table
			caption="Every value and the layer it is from"
			head={['Key', 'Value', 'Layer']}
			empty=""
			rows={values.map(([path, value, layer]) => [path, shown(value), layer])}
		/>
	</>
);
