// Runs of workflows, and what can be started.
import { when } from './shell';
import { Table } from './table';

export interface Run {
	readonly id?: string;
	readonly run_id?: string;
	readonly workflow: string;
	readonly state?: string;
	readonly status?: string;
	readonly startedAt?: number | string;
	readonly position?: number;
	readonly step?: string;
}

export const RunsPage = ({
	workflows,
	runs,
}: {
	workflows: readonly {
		readonly name: string;
		readonly description?: string;
		readonly steps?: number | readonly unknown[];
	}[];
	runs: readonly Run[];
}) => (
	<>
		<Table
			caption="Runs"
			head={['Run', 'Workflow', 'State', 'Step', 'Started']}
			empty="No run yet: workflow_start begins one."
			rows={runs.map(({ id, run_id, workflow, state, status, step, startedAt }) => [
				id ?? run_id ?? '',
				workflow,
				state ?? status ?? '',
				step ?? '',
				startedAt === undefined ? '' : when(startedAt),
			])}
		/>
		<h2>Workflows</h2>
		<Table
			caption="What can be started"
			head={['Name', 'What it does', 'Steps']}
			empty="No workflow is defined."
			rows={workflows.map(({ name, description = '', steps = 0 }) => [
				name,
				description,
				String(typeof steps === 'number' ? steps : steps.length),
			])}
		/>
	</>
);
