// Pages of runs: what runs, what can be started, drawn, and one run with where it stands.
import type { Api } from './api';
import { Flow } from './flow';
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
		const drawn = await Promise.all(
			workflows.slice(0, MOST_DRAWN).map(({ name }) => workflowOf(api, name)),
		);
		return {
			content: (
				<>
					<Table
						caption="The latest first"
						empty="No run yet: have an agent begin one of those below."
						rows={runs.body.runs}
						columns={[
							[
								'Run',
								({ id, session }) => (
									<>
										<a href={`/runs/${id}`}>{id}</a>{' '}
										{isTrial(session) && <span class="badge amber">demo</span>}
									</>
								),
							],
							['Workflow', ({ workflow }) => workflow],
							[
								'State',
								({ status }) => <span class={status === 'failed' ? 'over' : ''}>{status}</span>,
							],
							['At', ({ step }) => step],
							['Began', ({ createdAt }) => <Time at={createdAt} />],
							['Moved', ({ updatedAt }) => <Time at={updatedAt} />],
						]}
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
					{workflows.length > MOST_DRAWN && (
						<p class="note">
							Not drawn:{' '}
							{workflows
								.slice(MOST_DRAWN)
								.map(({ name }) => name)
								.join(', ')}
						</p>
					)}
				</>
			),
		};
	});

	get('/runs/:id', 'Run', async (c, api, _csrf, me) => {
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
						columns={[
							['When', ({ at: time }) => <Time at={time} />],
							[
								'What',
								({ event, outcome }) =>
									outcome === undefined || outcome === 'ok' ? event : `${event}, ${outcome}`,
							],
							[
								'Led to',
								({ step, task: of, subStep }) =>
									[step, of, subStep].filter((part) => part !== undefined).join(' › '),
							],
							['The context was', ({ contextAction }) => contextAction && `${contextAction}ed`],
						]}
					/>
				</>
			),
		};
	});
}

const workflowOf = async (api: Api, name: string) =>
	(await api.get('/api/workflows/:name', { name })).body;
