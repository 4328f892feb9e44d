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
								<Flow definition={each.definition} />
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
						<Flow
							definition={workflow.definition}
							at={{ ...at, ...(where !== '' && { task: where }) }}
						/>
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

type WorkflowStep = WorkflowDefinition['steps'][number];
/** Place at which a run stands; `task` is such as `Task 1/2, Sub-step 2/2`. */
type Standing = Pick<AnswerOf<'GET /api/runs/:id'>['status'], 'status' | 'step' | 'subStep'> & {
	readonly task?: string;
};

type Stage = 'done' | 'now' | 'later' | 'failed' | 'plain';

/** A workflow's steps in order; with `at` those done, the present one and those to come are marked. */
const Flow = ({
	definition: { steps, loops },
	at,
}: {
	definition: Pick<WorkflowDefinition, 'steps' | 'loops'>;
	at?: Standing | undefined;
}) => {
	const now = steps.findIndex(({ id }) => id === at?.step);
	return (
		<ol class="flow">
			{groupsOf(steps).map((group) => {
				const [first] = group;
				const boxes = group.map((step) => (
					<Step
						step={step}
						loop={step.type === 'loop' ? (loops[step.id] ?? []) : undefined}
						stage={stageOf(steps.indexOf(step), now, at)}
						at={at}
					/>
				));
				return first?.loopGroup === undefined ? (
					boxes
				) : (
					<li class="group">
						<p>
							<Again /> {first.loopGroup}, again until there is no more
						</p>
						<ol class="flow">{boxes}</ol>
					</li>
				);
			})}
		</ol>
	);
};

function groupsOf(steps: readonly WorkflowStep[]): readonly (readonly WorkflowStep[])[] {
	const groups: WorkflowStep[][] = [];
	for (const step of steps) {
		const last = groups.at(-1);
		const isSame = step.loopGroup !== undefined && last?.[0]?.loopGroup === step.loopGroup;
		if (isSame) last?.push(step);
		else groups.push([step]);
	}
	return groups;
}

function stageOf(index: number, now: number, at: Standing | undefined): Stage {
	if (!at || now < 0) return 'plain';
	if (at.status === 'complete' || index < now) return 'done';
	if (index > now) return 'later';
	return at.status === 'failed' ? 'failed' : 'now';
}

const Step = ({
	step,
	loop,
	stage,
	at,
}: {
	step: WorkflowStep;
	loop: readonly WorkflowDefinition['loops'][string][number][] | undefined;
	stage: Stage;
	at: Standing | undefined;
}) => {
	const { id, title = id, type, agent, tool, n, context, contextHint } = step;
	const facts = [
		...(tool === undefined ? [] : [tool]),
		...(agent === undefined ? [] : [`by ${agent}`]),
		...(contextHint ? [`leaves once ${contextHint.consumedBy} used it`] : []),
	];
	return (
		<li class={`step is-${stage}`} aria-current={stage === 'now' ? 'step' : undefined}>
			<Cut action={context} />
			<strong>{title}</strong>
			{type === 'ralph' && (
				<span class="soft">
					<Again /> {n ?? 1} times
				</span>
			)}
			{facts.length > 0 && <span class="soft">{facts.join(', ')}</span>}
			{stage !== 'plain' && <span class="stage">{STAGES[stage]}</span>}
			{loop && (
				<>
					<span class="soft">
						<Again /> for each task{stage === 'now' && at?.task !== undefined ? `: ${at.task}` : ''}
					</span>
					<ol class="inner">
						{loop.map((sub) => (
							<li
								class={stage === 'now' && at?.subStep === sub.id ? 'is-now' : ''}
								aria-current={stage === 'now' && at?.subStep === sub.id ? 'step' : undefined}
							>
								<Cut action={sub.context} />
								{sub.id}
								{sub.agent !== undefined && <span class="soft"> by {sub.agent}</span>}
								{sub.on_fail !== undefined && (
									<span class="soft">, where it fails: {sub.on_fail}</span>
								)}
							</li>
						))}
					</ol>
				</>
			)}
		</li>
	);
};

const STAGES: Readonly<Record<Exclude<Stage, 'plain'>, string>> = {
	done: '✓ done',
	now: '● here',
	later: 'to come',
	failed: '✕ failed here',
};

const Again = () => <span aria-hidden="true">↻</span>;

const Cut = ({ action }: { action: string | undefined }) =>
	action === undefined ? null : (
		<span class="badge amber" title={`The context is ${action}ed first`}>
			/{action}
		</span>
	);
