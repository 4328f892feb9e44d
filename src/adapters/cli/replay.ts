// `loadline replay`: the replay payload of a recorded run, as a prompt or as JSON; and
// `loadline replay-tool`: the replay functions, one JSON request in, one JSON response out.
import { Command } from 'commander';
import { buildReplayPayload } from '../../replay';
import { canonicalJson } from '../../shared/canonical-json';
import { besides, readFixture, replayToolCommand } from './replay-tool';

interface Options {
	readonly fixture: string;
	readonly renderPrompt?: true;
	readonly validate?: true;
	readonly json?: true;
}

export const replayCommands = (): Readonly<Record<string, Command>> => ({
	replay: replayCommand(),
	'replay-tool': replayToolCommand(),
});

function replayCommand(): Command {
	return new Command('replay')
		.description(
			'Build the replay payload of a recorded run; JSON unless only the prompt is wanted.',
		)
		.requiredOption('--fixture <folder>', 'holds trace.json, state.json and dependency_graph.json')
		.option('--render-prompt', 'render the payload for a prompt')
		.option('--validate', 'validate the payload; the prompt then says whether it is admissible')
		.option('--json', 'JSON with everything asked for')
		.action(replay);
}

async function replay({ fixture, renderPrompt, validate, json }: Options): Promise<void> {
	const read = await readFixture(fixture);
	if (!read.ok) return fail(read.error);
	const built = buildReplayPayload(read.value.run);
	if (!built.ok) return fail(built.error.message);
	const more = besides(built.value, validate === true, renderPrompt === true);
	if (more.prompt_context !== undefined && !json) return console.log(more.prompt_context);
	const output = { ...more, replay_payload: built.value, source_fixture_path: read.value.path };
	console.log(canonicalJson(output, 2));
}

function fail(message: string): void {
	console.error(message);
	process.exitCode = 1;
}
