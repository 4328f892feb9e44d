// The form of one tool.
import type { Tool } from './client';
import { SchemaForm } from './schema-form';

/** A tool, and what to do with a call of it. */
export interface CallFormProps {
	readonly tool: Tool;
	readonly isBusy: boolean;
	readonly onCall: (name: string, args: Readonly<Record<string, unknown>>) => void;
}

/** Characters of a description that stand without being asked for. */
const LONGEST = 260;

/** A field for each argument of a tool. */
export const CallForm = ({
	tool: { name, inputSchema, description = '' },
	isBusy,
	onCall,
}: CallFormProps) => (
	<SchemaForm
		of="argument"
		name="call"
		schema={inputSchema}
		onValues={(values) => onCall(name, values)}
		said={
			<p class="note">
				{description.length > LONGEST ? `${description.slice(0, LONGEST)}…` : description}
			</p>
		}
	>
		<button type="submit" disabled={isBusy}>
			{isBusy ? 'Calling…' : 'Call'}
		</button>
	</SchemaForm>
);
