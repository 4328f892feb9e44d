// just-bash-mcp from npm: a shell with grep, sed, sort and jq for hosts that have none, over results that the host
// has saved. The commands are those of the readers of files; what they print is what this shell prints.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Context } from '../needle/context';
import { isCount, type Question } from '../needle/payload';
import { FILE, savedNote } from '../needle/readers/file';
import { JqReader } from '../needle/readers/jq';
import type { Reader } from '../needle/readers/reader';
import type { Weighed } from '../needle/readers/whole';
import { type Program, startProgram } from './program';
import { tells } from './readers';

/** Path under which its shell has the folder that it is given. */
const MOUNT = '/home/user/project';

export async function bash() {
	const program = await startProgram({
		command: (packages) => [process.execPath, join(packages, 'just-bash-mcp/dist/index.js')],
		env: (folder) => ({ JUST_BASH_OVERLAY_ROOT: folder }),
		// It has 21 tools, of which this one is enough.
		only: ['bash'],
	});
	return { ...program, make: (payload: Weighed): Reader => new ShellReader(program, payload) };
}

class ShellReader implements Reader {
	readonly context = new Context();
	readonly #program: Program;
	readonly #payload: Weighed;
	readonly #commands: JqReader;
	readonly #written: string[] = [];

	constructor(program: Program, payload: Weighed) {
		this.#program = program;
		this.#payload = payload;
		this.#commands = new JqReader(payload);
		const file = join(program.folder, payload.name, FILE);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, payload.text);
		const run = this.#commands.file.run.bind(this.#commands.file);
		this.#commands.file.run = (command, output) => {
			this.#written.push(command);
			run(command, output);
		};
	}

	async ask(question: Question): Promise<boolean> {
		if (this.context.calls === 0) this.context.add('{}', savedNote(this.#payload));
		const from = this.#written.length;
		await this.#commands.ask(question);
		let last = '';
		for (const command of this.#written.slice(from)) {
			const at = `${MOUNT}/${this.#payload.name}`;
			last = await this.#program.call('bash', { command: `cd ${at} && ${command}` });
			this.context.add(JSON.stringify({ command }), last);
		}
		if (!isCount(question)) return this.context.holds(question.answer);
		return tells(printed(last), question.answer);
	}
}

/** Returns a command's output, of the object that tells its environment too. */
function printed(shown: string): string {
	try {
		const { stdout } = JSON.parse(shown) as { readonly stdout?: unknown };
		return String(stdout);
	} catch {
		return '';
	}
}
