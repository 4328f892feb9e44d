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

/** Returns a workflow's steps in order, those of a loop after it; with `at` each says how far it is. */
const rowsOf = ({ steps, loops }: Pick<WorkflowDefinition, 'steps' | 'loops'>, at?: Standing) => {
	const now = steps.findIndex(({ id }) => id === at?.step);
	return steps.flatMap((step, index) => {
		const { id, title = id, type, agent, tool, n, context, contextHint, loopGroup } = step;
		const stage = stageOf(index, now, at);
		const isNow = stage === 'now';
		const task = isNow && at?.task !== undefined ? `: ${at.task}` : '';
		const facts = [
			loopGroup && `with ${loopGroup}, again until there is no more`,
			type === 'ralph' && `${n ?? 1} times`,
			type === 'loop' && `for each task${task}`,
			...[tool, agent && `by ${agent}`],
			contextHint && `leaves once ${contextHint.consumedBy} used it`,
		];
		const inner = (type === 'loop' ? loops[id] : undefined) ?? [];
		return [
			{ title, facts, context, stage, isNow, isStep: true },
			...inner.map((sub) => ({
				title: sub.id,
				facts: [
					`in ${title}`,
					sub.agent && `by ${sub.agent}`,
					sub.on_fail && `where it fails: ${sub.on_fail}`,
				],
				...{ context: sub.context, stage: 'plain' as const, isStep: false },
				isNow: isNow && at?.subStep === sub.id,
			})),
		];
	});
};

/** Shows a workflow's steps. */
const flow = (of: Pick<WorkflowDefinition, 'steps' | 'loops'>, at?: Standing) => (
	<Table
		caption="Its steps, in order"
		rows={rowsOf(of, at)}
		columns={{
			Step: ({ title, stage, isNow, isStep }) => (
				<span
					class={isStep ? `step is-${stage}` : undefined}
					aria-current={isNow ? 'step' : undefined}
				>
					{isStep ? <strong>{title}</strong> : title}
				</span>
			),
			What: ({ facts }) => facts.filter(Boolean).join(', '),
			'The context is': ({ context }) =>
				context && <span class="badge amber">{`/${context}, first`}</span>,
			...(at && {
				'How far': ({ stage, isNow }: { stage: keyof typeof STAGES; isNow: boolean }) => (
					<span class={stage === 'failed' ? 'over' : ''}>{isNow ? STAGES.now : STAGES[stage]}</span>
				),
			}),
		}}
	/>
);
