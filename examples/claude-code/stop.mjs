// Stop: reminds the user of a context action that was delivered and not yet run.
import { pendingAction, readNote, readRun, request, runHook } from './run.mjs';

await runHook(async (event) => {
	const note = await readNote(event);
	if (note === undefined) return undefined;
	const action = pendingAction(note, await readRun(note));
	return action === null ? undefined : { systemMessage: request(action) };
});
