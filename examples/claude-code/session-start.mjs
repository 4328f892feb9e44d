// SessionStart, also after /clear and /compact: gives the fresh context the rules that are always on, notes
// that the context action was run, and adds what workflow_status says.
import {
	pendingAction,
	readNote,
	readRun,
	request,
	runHook,
	standingRules,
	workflowStatus,
	writeNote,
} from './run.mjs';

/** Characters that a hook may add to the context. */
const MOST = 9_000;

/** @param {readonly string[]} told */
const added = (told) => ({
	hookEventName: 'SessionStart',
	additionalContext: told.filter((text) => text !== '').join('\n\n'),
});

await runHook(async (event) => {
	const rules = await standingRules(event);
	const alone = rules === '' ? undefined : { hookSpecificOutput: added([rules]) };
	const note = await readNote(event);
	if (note === undefined) return alone;
	const run = await readRun(note);
	if (run.status !== 'running') return alone;
	const due = pendingAction(note, run);
	// A cleared context is compact as well.
	const isRun = due !== null && (event.source === due || event.source === 'clear');
	if (isRun) await writeNote(event, { ...note, performed: run.position });
	const status = await workflowStatus(note);
	const told =
		status !== undefined && status.length + rules.length <= MOST
			? status
			: `Call workflow_status with run_id "${note.run_id}" to read it.`;
	return {
		hookSpecificOutput: added([
			rules,
			`This project is in workflow run ${note.run_id}. Go on with its current step, then call workflow_advance.\n${told}`,
		]),
		...(due !== null && !isRun && { systemMessage: request(due) }),
	};
});
