// Servers of the SDK behind, of both eras, reached by clients of both: contents, questions, changes, streams, pins.
import { call, type Era, type Exchange, http, initialize, rpc } from '../exchange';
import type { Group } from '../groups';
import { SERVERS } from '../house';

const NAMES = ['both', 'legacy'] as const;
const config = http('configuration', 'PUT', '/api/config', {
	body: {
		demo: false,
		exactSampleRate: 0,
		upstreams: NAMES.map((name) => ({ name, url: SERVERS[name] })),
	},
});
const PLAIN = [
	'test_simple_text',
	'test_image_content',
	'test_audio_content',
	'test_embedded_resource',
	'test_multiple_content_types',
	'test_error_handling',
	'test_tool_with_logging',
	'test_streaming_elicitation',
	'test_trigger_tool_change',
	'caller_meta',
	'nothing',
];
const ASKING = ['test_input_required_result_elicitation', 'test_elicitation_sep1034_defaults'];

const cases = (era: Era): readonly Exchange[] => [
	config,
	...(era === '2026-07-28' ? [] : initialize(era)),
	rpc('tools', 'tools/list', {}, { era }),
	...NAMES.flatMap((name) => [
		...PLAIN.map((tool) => call(`${name}: ${tool}`, `${name}__${tool}`, {}, { era })),
		...ASKING.map((tool) => call(`${name}: ${tool}`, `${name}__${tool}`, {}, { era })),
		call(
			`${name}: progress`,
			`${name}__test_tool_with_progress`,
			{},
			{ era, meta: { progressToken: 7 } },
		),
		call(`${name}: steps`, `${name}__steps`, { count: 3 }, { era, meta: { progressToken: 'x' } }),
		call(`${name}: a header`, `${name}__test_x_mcp_header`, { region: 'eu', level: 3 }, { era }),
		call(`${name}: notes`, `${name}__remember`, { note: 'one' }, { era }),
		call(`${name}: notes again`, `${name}__remember`, { note: 'two' }, { era }),
		...['test://static-text', 'test://static-binary', 'test://template/7/data', 'test://none'].map(
			(uri) => rpc(`${name}: ${uri}`, 'resources/read', { uri: `${name}+${uri}` }, { era }),
		),
		rpc(
			`${name}: prompt`,
			'prompts/get',
			{ name: `${name}__test_prompt_with_arguments`, arguments: { arg1: 'a', arg2: 'b' } },
			{ era },
		),
		rpc(
			`${name}: prompt with an image`,
			'prompts/get',
			{ name: `${name}__test_prompt_with_image` },
			{ era },
		),
		rpc(
			`${name}: completion`,
			'completion/complete',
			{
				ref: { type: 'ref/prompt', name: `${name}__test_simple_prompt` },
				argument: { name: 'arg1', value: 'pa' },
			},
			{ era },
		),
	]),
	rpc('resources', 'resources/list', {}, { era }),
	rpc('templates', 'resources/templates/list', {}, { era }),
	rpc('prompts', 'prompts/list', {}, { era }),
	http('health', 'GET', '/health'),
];

export const servers: readonly Group[] = (['2025-11-25', '2026-07-28'] as const).map((era) => ({
	name: `servers-${era}`,
	run: (recorder) => recorder.all(cases(era)),
}));
