// Pages of runs: what runs, what can be started, and one run. A workflow is drawn: its steps in order, loops and groups
// with what is repeated in them, and where the context is cut; of a run what is done, and where it stands.
import type { AnswerOf } from '../../../contract';
import type { WorkflowDefinition } from '../../../workflow';
import type { Api } from './api';
import { failed, type Places } from './place';
import { addressOf, isTrial } from './sessions';
import { Empty, Time } from './shell';
import { Table } from './table';

const MOST_DRAWN = 12;

/** The pages of workflows and runs. */
export function runRoutes({ get }: Places): void {
	get('/runs', 'Runs', async (_c, api) => {
		const [runs, listed] = await Promise.all([
			api.get('/api/runs', { limit: 50 }),
			api.get('/api/workflows'),
		]);
		if (runs.fault !== undefined) return failed(runs.fault);
		const workflows = listed.body?.workflows ?? [];
		const undrawn = workflows
			.slice(MOST_DRAWN)
			.map(({ name }) => name)
			.join(', ');
		const drawn = await Promise.all(
			workflows.slice(0, MOST_DRAWN).map(({ name }) => workflowOf(api, name)),
		);
		return (
			<>
				<Table
					caption="The latest first"
					empty="No run yet: have an agent begin one of those below."
					rows={runs.body.runs}
					columns={{
						Run: ({ id, session }) => (
							<>
								<a href={`/runs/${id}`}>{id}</a>{' '}
								{isTrial(session) && <span class="badge amber">demo</span>}
							</>
						),
						Workflow: 'workflow',
						State: ({ status }) => <span class={status === 'failed' ? 'over' : ''}>{status}</span>,
						At: 'step',
						Began: 'createdAt',
						Moved: 'updatedAt',
					}}
				/>
				<h2>What can be started</h2>
				{workflows.length === 0 && <Empty>No workflow is defined.</Empty>}
				{drawn.map(
					(each) =>
						each && (
							<section class="server" aria-labelledby={`workflow-${each.name}`}>
								<h3 id={`workflow-${each.name}`}>
									{each.name} <small class="soft">{each.source}</small>
								</h3>
								<p>{each.definition.description}</p>
								{flow(each.definition)}
							</section>
						),
				)}
				{undrawn !== '' && <p class="note">Not drawn: {undrawn}</p>}
			</>
		);
	});

	get('/runs/:id', 'Run', async (c, api, me) => {
		const id = c.req.param('id') ?? '';
		const answer = await api.get('/api/runs/:id', { id, limit: 200 });
		if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
		const { run, status, history } = answer.body;
		const { progress, task, ...at } = status;
		const where = [task?.title, progress?.currentTaskProgress].filter(Boolean).join(', ');
		const workflow = await workflowOf(api, run.workflow);
		return {
			title: `${run.workflow}, ${run.id}`,
			content: (
				<>
					<p>
						Now {run.status}, since <Time at={run.updatedAt} />, in the conversation{' '}
						<a href={addressOf({ id: run.session, principal: run.principal }, me.id)}>
							{run.session}
						</a>
						. {run.summary}
					</p>
					{workflow ? (
						flow(workflow.definition, { ...at, ...(where !== '' && { task: where }) })
					) : (
						<Empty>Its workflow is not defined any more; the run goes by what it was.</Empty>
					)}
					{workflow && workflow.version !== run.version && (
						<p class="note">
							Drawn as version {workflow.version} has it; this run goes by version {run.version}.
						</p>
					)}
					{at.instructions !== undefined && run.status === 'running' && (
						<>
							<h2>What its agent is told to do now</h2>
							<pre class="rule" tabindex={0}>
								{at.instructions}
							</pre>
						</>
					)}
					<h2>History</h2>
					<Table
						caption="Every move, the last one first"
						empty="Nothing moved yet."
						rows={history}
						columns={{
							When: 'at',
							What: ({ event, outcome }) =>
								outcome === undefined || outcome === 'ok' ? event : `${event}, ${outcome}`,
							'Led to': ({ step, task: of, subStep }) =>
								[step, of, subStep].filter((part) => part !== undefined).join(' › '),
							'The context was': ({ contextAction }) => contextAction && `${contextAction}ed`,
						}}
					/>
				</>
			),
		};
	});
}

const workflowOf = async (api: Api, name: string) =>
	(await api.get('/api/workflows/:name', { name })).body;

/** Place at which a run stands; `task` is such as `Task 1/2, Sub-step 2/2`. */
type Standing = Pick<AnswerOf<'GET /api/runs/:id'>['status'], 'status' | 'step' | 'subStep'> & {
	readonly task?: string;
};

const STAGES = {
	plain: undefined,
	done: '✓ done',
	now: '● here',
	later: 'to come',
	failed: '✕ failed here',
};

function stageOf(index: number, now: number, at: Standing | undefined): keyof typeof STAGES {
	if (!at || now < 0) return 'plain';
	if (at.status === 'complete' || index < now) return 'done';
	if (index > now) return 'later';
	return at.status === 'failed' ? 'failed' : 'now';
}

/** A workflow's steps in order; with `at` those done, the present one and those to come are marked. */
const flow = ({ steps, loops }: Pick<WorkflowDefinition, 'steps' | 'loops'>, at?: Standing) => {
	const now = steps.findIndex(({ id }) => id === at?.step);
	const drawn = (step: WorkflowDefinition['steps'][number]) => {
		const { id, title = id, type, agent, tool, n, context, contextHint } = step;
		const stage = stageOf(steps.indexOf(step), now, at);
		const isNow = stage === 'now';
		const facts = [
			...[tool, agent && `by ${agent}`],
			contextHint && `leaves once ${contextHint.consumedBy} used it`,
		].filter((fact) => fact !== undefined);
		return (
			<li class={`step is-${stage}`} aria-current={isNow ? 'step' : undefined}>
				<Cut action={context} />
				<strong>{title}</strong>
				{type === 'ralph' && (
					<span class="soft">
						{AGAIN} {n ?? 1} times
					</span>
				)}
				{facts.length > 0 && <span class="soft">{facts.join(', ')}</span>}
				{STAGES[stage] && <span class="stage">{STAGES[stage]}</span>}
				{type === 'loop' && (
					<>
						<span class="soft">
							{AGAIN} for each task{isNow && at?.task !== undefined ? `: ${at.task}` : ''}
						</span>
						<ol class="inner">
							{loops[id]?.map((sub) => {
								const isSub = isNow && at?.subStep === sub.id;
								return (
									<li class={isSub ? 'is-now' : ''} aria-current={isSub ? 'step' : undefined}>
										<Cut action={sub.context} />
										{sub.id}
										{sub.agent !== undefined && <span class="soft"> by {sub.agent}</span>}
										{sub.on_fail !== undefined && (
											<span class="soft">, where it fails: {sub.on_fail}</span>
										)}
									</li>
								);
							})}
						</ol>
					</>
				)}
			</li>
		);
	};
	// Steps of a group stand together.
	const groups = Map.groupBy(steps, (step) => step.loopGroup ?? step);
	return (
		<ol class="flow">
			{[...groups].map(([group, own]) =>
				typeof group === 'string' ? (
					<li class="group">
						<p>
							{AGAIN} {group}, again until there is no more
						</p>
						<ol class="flow">{own.map(drawn)}</ol>
					</li>
				) : (
					drawn(group)
				),
			)}
		</ol>
	);
};

const AGAIN = <span aria-hidden="true">↻</span>;

const Cut = ({ action }: { action: string | undefined }) =>
	action === undefined ? null : (
		<span class="badge amber" title={`The context is ${action}ed first`}>
			/{action}
		</span>
	);
