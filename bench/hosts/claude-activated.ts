// Rules that a model activated in a real Claude Code are bound, told again and proven after `/clear`, after `/compact` and
// after Claude Code's own compaction; the proof names the line that a colleague takes away meanwhile.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from '../leaving/scripted-model';
import { callOnce, toolCall } from '../mcp-call';
import { inProject, loadlineOf, OWN, type Place, type Talk, talk, USED } from './claude-talk';
import { demand, type Setting } from './setting';

const LINE = 'Names of feature flags begin with quokka_';
const OTHER = 'A flag that nobody switches is removed';
const ruleOf = (...lines: readonly string[]) =>
	`---\ndescription: Names and life of feature flags\n---\n# Feature flags\n\n${lines.map((line) => `- ${line}\n`).join('')}`;

const workflowOf = (context: string) => `name: ${context}-flags
steps:
  - { id: plan, type: action, instructions: Plan }
  - { id: build, type: action, context: ${context}, instructions: Build }
`;

const own =
	(tool: string, input: object = {}): Step =>
	() => ({ name: `${OWN}${tool}`, input });
const activate = own('memactivate', { task: 'name a new feature flag' });
const status = own('workflow_status');
/** Activates the rule, and works up to the step before which the context is to change. */
const upTo = (context: string): Step[] => [
	activate,
	own('workflow_start', { workflow: `${context}-flags`, summary: 'flags' }),
	own('workflow_advance', { output: 'a plan' }),
];

/** Returns what a call answered the model, which its next request ends with. */
const answerIn = (sent = ''): string =>
	sent.slice(sent.lastIndexOf('"tool_result"')).replaceAll('\\\\"', '"');

const times = (sent: string | undefined, line: string): number =>
	(sent?.split(line).length ?? 1) - 1;
/** Both lines are there, each once. */
const isTold = (sent: string | undefined): boolean =>
	[LINE, OTHER].every((line) => times(sent, line) === 1);

function proven(what: string, sent: string | undefined): void {
	const answer = answerIn(sent);
	demand(
		answer.includes('\\"verification\\":{\\"admissible\\":true,'),
		`not admissible ${what}`,
		answer,
	);
	demand(isTold(answer), `not told by the proof ${what}`, answer);
}

const isCompacted = ({ events }: Talk, trigger: string): boolean =>
	events.some(({ compact_metadata }) => compact_metadata?.trigger === trigger);

/** In a run: after `/clear`, and after a compaction of its own in the session that followed. */
async function cleared(setting: Setting, place: Place): Promise<void> {
	const done = await talk(setting, place, {
		prompts: ['one', '/clear', 'go on', 'two', 'three'],
		steps: [...upTo('clear'), status, undefined, undefined, status],
		used: (request) => (request === 6 ? USED : 10),
	});
	const { sent, events } = done;
	demand(isTold(answerIn(sent[1])), 'the rule was not activated', sent[1]?.slice(-900));
	demand(new Set(events.flatMap(({ session_id = [] }) => session_id)).size === 2, 'no new session');
	demand(times(sent[3], LINE) === 0, '/clear cleared nothing');
	proven('after /clear', sent[4]);
	demand(isCompacted(done, 'auto'), 'it did not compact of itself');
	demand(isTold(sent[6]), 'not there once after its own compaction', sent[6]?.slice(-2_000));
	proven('after its own compaction', sent[7]);
}

/** In a run: after `/compact`, before and after a colleague takes a line away. */
async function compacted(
	setting: Setting,
	place: Place,
	withdraw: () => Promise<unknown>,
): Promise<void> {
	const done = await talk(setting, place, {
		prompts: ['one', '/compact', 'go on', withdraw, 'go on'],
		steps: [...upTo('compact'), status, undefined, status],
	});
	demand(isCompacted(done, 'manual'), '/compact compacted nothing');
	demand(isTold(done.sent[3]), 'not there once after /compact', done.sent[3]?.slice(-2_000));
	proven('after /compact', done.sent[4]);
	const answer = answerIn(done.sent[6]);
	const isNamed =
		answer.includes('\\"admissible\\":false') && answer.includes(`evidence\\":[\\"${LINE}\\"]`);
	demand(isNamed, 'a line that was taken away is not named', answer);
}

/** Without a run: after its own compaction, and anew after `/clear`. */
async function alone(setting: Setting, place: Place): Promise<void> {
	const { url } = setting.loadline;
	const done = await talk(setting, place, {
		prompts: ['one', 'two', '/clear', 'three'],
		steps: [activate, undefined, undefined, activate],
		used: (request) => (request === 2 ? USED : 10),
	});
	demand(isCompacted(done, 'auto'), 'without a run it did not compact of itself');
	demand(isTold(done.sent[2]), 'not there once without a run', done.sent[2]?.slice(-2_000));
	const session_id = done.events.find((event) => event.session_id)?.session_id;
	const own = async (tool: string, args: Readonly<Record<string, unknown>>) =>
		(await callOnce(`${url}/mcp`, toolCall(tool, args))).structuredContent ?? {};
	const payload = await own('build_replay_payload', { session_id });
	const bound = JSON.stringify(payload.constraints);
	demand(isTold(bound), 'it binds no more', bound);
	const baseline = await own('load_context', { task_id: `session-${session_id}` });
	const verdict = await own('validate_replay_payload', { payload, baseline });
	demand(JSON.stringify(verdict).includes('"admissible":true'), 'what was saved does not hold', {
		baseline,
		verdict,
	});
	demand(isTold(answerIn(done.sent[4])), 'not told anew after /clear', done.sent[4]?.slice(-2_000));
}

export const activatedStay = (setting: Setting): Promise<string> =>
	inProject(async (place) => {
		const { url } = setting.loadline;
		const loadline = loadlineOf(url, place.home);
		const rules = join(place.team, '.cursor/rules');
		mkdirSync(rules, { recursive: true });
		const publish = (...lines: readonly string[]) => {
			writeFileSync(join(rules, 'flags.mdc'), ruleOf(...lines));
			return loadline('memory', 'sync', place.team, '--yes');
		};
		await publish(LINE, OTHER);
		await loadline('claude', '--dir', place.project, '--no-model');
		for (const context of ['clear', 'compact']) {
			const headers = { 'content-type': 'application/yaml' };
			const body = workflowOf(context);
			await fetch(`${url}/api/workflows/${context}-flags`, { method: 'PUT', headers, body });
		}
		await cleared(setting, place);
		await alone(setting, place);
		await compacted(setting, place, () => publish(OTHER));
		return 'told again at once and proven after /clear, /compact and its own compaction; a line that a colleague took away is named';
	});
