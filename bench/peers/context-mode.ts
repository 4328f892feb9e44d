// context-mode from npm: programs run in its sandbox over a result that the host has saved. Its search is left out:
// it holds back who asks as fast as a script.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from './program';
import type { Run } from './readers';

export async function contextMode() {
	const program = await startProgram({
		command: (packages) => [process.execPath, join(packages, 'context-mode/cli.bundle.mjs')],
	});
	const saved = new Set<string>();
	const run: Run = async ({ name, text }, code) => {
		const path = join(program.folder, `${name}.txt`);
		if (!saved.has(name)) writeFileSync(path, text);
		saved.add(name);
		const args = { path, language: 'javascript', code };
		const shown = await program.call('ctx_execute_file', args);
		// As it would be called where hosts save results.
		return { sent: JSON.stringify({ ...args, path: `tool-results/${name}.txt` }), shown };
	};
	return { ...program, run };
}
