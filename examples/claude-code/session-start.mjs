// SessionStart, also after /clear and /compact: notes that the context action was run, and gives the
// fresh context what workflow_status says.
import {
	pendingAction,
	readNote,
	readRun,
	request,
	runHook,
	workflowStatus,
	writeNote,
} from './run.mjs';

/** Characters that a hook may add to the context. */
const MOST = 9_000;

await runHook(async (event) => {
	const note = await readNote(event);
	if (note === undefined) return undefined;
	const run = await readRun(note);
	if (run.status !== 'running') return undefined;
	const due = pendingAction(note, run);
	// A cleared context is compact as well.
	const isRun = due !== null && (event.source === due || event.source === 'clear');
	if (isRun) await writeNote(event, { ...note, performed: run.position });
	const status = await workflowStatus(note);
	const told =
		status !== undefined && status.length <= MOST
			? status
			: `Call workflow_status with run_id "${note.run_id}" to read it.`;
	return {
		hookSpecificOutput: {
			hookEventName: 'SessionStart',
			additionalContext: `This project is in workflow run ${note.run_id}. Go on with its current step, then call workflow_advance.\n${told}`,
		},
		...(due !== null && !isRun && { systemMessage: request(due) }),
	};
});
