// A workflow, drawn: its steps in order, loops and groups with what is repeated in them, and where the
// context is cut. With a run: what is done, and where it stands.
import type { WorkflowDefinition } from '../../../workflow';

type WorkflowStep = WorkflowDefinition['steps'][number];
/** Position of a run. */
export interface Standing {
	readonly status: 'running' | 'complete' | 'failed';
	readonly step: string;
	readonly subStep?: string;
	/** `Task 1/2, Sub-step 2/2`. */
	readonly task?: string;
}

type Stage = 'done' | 'now' | 'later' | 'failed' | 'plain';

/** A workflow's steps in order; with `at` those done, the present one and those to come are marked. */
export const Flow = ({
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

/** Neighbours of one loop group together, every other step by itself. */
export function groupsOf(steps: readonly WorkflowStep[]): readonly (readonly WorkflowStep[])[] {
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

/** The context is cut before the step begins. */
const Cut = ({ action }: { action: string | undefined }) =>
	action === undefined ? null : (
		<span class="badge amber" title={`The context is ${action}ed first`}>
			/{action}
		</span>
	);
