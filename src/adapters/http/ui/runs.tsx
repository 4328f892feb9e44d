// Runs of workflows, and what can be started.

import type { AnswerOf } from '../../../contract';
import type { WorkflowDefinition } from '../../../workflow';
import { Flow, type Standing } from './flow';
import { addressOf } from './sessions';
import { Empty, when } from './shell';
import { Table } from './table';

/** A run, as the API tells it. */
export type Run = AnswerOf<'GET /api/runs'>['runs'][number];

/** A workflow, as lists show it. */
export interface Workflow {
	readonly name: string;
	readonly description?: string;
	readonly version: number;
	readonly source: string;
	readonly definition: WorkflowDefinition;
}

/** /runs: the latest runs, and the workflows that can be started, drawn. */
export const RunsPage = ({
	workflows,
	more,
	runs,
}: {
	workflows: readonly Workflow[];
	/** Workflows that are not drawn. */
	more: number;
	runs: readonly Run[];
}) => (
	<>
		<Table
			caption="The latest first"
			head={['Run', 'Workflow', 'Stands', 'At', 'Began', 'Moved']}
			empty="No run yet: workflow_start begins one."
			rows={runs.map(({ id, workflow, status, step, createdAt, updatedAt }) => [
				<a href={`/runs/${id}`}>{id}</a>,
				workflow,
				<span class={status === 'failed' ? 'over' : ''}>{status}</span>,
				step,
				when(createdAt),
				when(updatedAt),
			])}
		/>
		<h2>What can be started</h2>
		{workflows.length === 0 && <Empty>No workflow is defined.</Empty>}
		{workflows.map(({ name, description, definition, source }) => (
			<section class="server" aria-labelledby={`workflow-${name}`}>
				<h3 id={`workflow-${name}`}>
					{name} <small class="soft">{source}</small>
				</h3>
				<p>{description}</p>
				<Flow definition={definition} />
			</section>
		))}
		{more > 0 && <p class="note">{more} more are not drawn: workflow_list names them.</p>}
	</>
);

/** A change of a run, as the API tells it. */
export interface Move {
	readonly number: number;
	readonly at: number;
	readonly event: string;
	readonly outcome?: string;
	readonly step: string;
	readonly task?: string;
	readonly subStep?: string;
	readonly contextAction?: string;
}

/** /runs/<id>: where a run stands in its workflow, and its history. */
export const RunPage = ({
	run,
	me,
	standing,
	workflow,
	history,
}: {
	run: Run;
	me: string;
	standing: Standing & { readonly instructions?: string };
	/** Undefined where it is not defined any more. */
	workflow: Workflow | undefined;
	history: readonly Move[];
}) => (
	<>
		<p>
			Now {run.status}, since {when(run.updatedAt)}, in the conversation{' '}
			<a href={addressOf({ id: run.session, principal: run.principal }, me)}>{run.session}</a>.{' '}
			{run.summary}
		</p>
		{workflow ? (
			<Flow definition={workflow.definition} at={standing} />
		) : (
			<Empty>Its workflow is not defined any more; the run goes by what it was.</Empty>
		)}
		{workflow && workflow.version !== run.version && (
			<p class="note">
				Drawn as version {workflow.version} has it; this run goes by version {run.version}.
			</p>
		)}
		{standing.instructions !== undefined && run.status === 'running' && (
			<>
				<h2>What is to be done now</h2>
				<pre class="rule" tabindex={0}>
					{standing.instructions}
				</pre>
			</>
		)}
		<h2>History</h2>
		<Table
			caption="Every move, the last one first"
			head={['When', 'What', 'Led to', 'The context was']}
			empty="Nothing moved yet."
			rows={history.map(({ at, event, outcome, step, task, subStep, contextAction }) => [
				when(at),
				outcome === undefined || outcome === 'ok' ? event : `${event}, ${outcome}`,
				[step, task, subStep].filter((part) => part !== undefined).join(' › '),
				contextAction === undefined ? '' : `${contextAction}ed`,
			])}
		/>
	</>
);
