// PostToolUse, for the workflow tools: notes which run this project is in. When a tool delivered a
// context action, the turn ends here: the model would otherwise go on with the context it has.
import { pendingAction, readNote, readRun, request, runHook, writeNote } from './run.mjs';

await runHook(async (event) => {
	// What a tool's response looks like depends on the version; the run's id is somewhere in it.
	const response = JSON.stringify(event.tool_response ?? '');
	const run_id = /run_id\\*":\s*\\*"([\w-]{1,128})/.exec(response)?.[1];
	if (run_id === undefined) return undefined;
	const before = await readNote(event);
	const note = before?.run_id === run_id ? before : { run_id };
	if (note !== before) await writeNote(event, note);
	const action = pendingAction(note, await readRun(note));
	return action === null ? undefined : { continue: false, stopReason: request(action) };
});
