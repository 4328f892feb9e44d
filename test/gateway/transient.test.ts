import { expect, it } from 'vitest';
import { marked, type Sent } from '../../src/gateway/sessions/transient';
import { readContextMarks } from '../../src/shared/context-marks';
import { type ToolResult, textResult } from '../../src/shared/tool-result';
import { configOf } from './gateway';

const config = configOf({
	upstreams: [
		{
			name: 'crm',
			url: 'https://crm.example.com/mcp',
			transient: [{ tool: 'list_deals', consumedBy: 'store_analysis_memory', minRecords: 3 }],
		},
	],
});
const deals = textResult(JSON.stringify([{ id: 1 }, { id: 2 }, { id: 3 }]));

const sent = (endpoint: string, result: ToolResult, scope: Sent['scope'] = {}) => {
	const whole = { endpoint, tool: endpoint, scope, result, original: { result } };
	const { meta } = marked(
		whole,
		config,
		() => 'r1',
		(name) => name === 'store_analysis_memory',
	);
	return readContextMarks({ _meta: meta });
};

// It was taken for a tool of the upstream's alone, so that nothing ever left.
it("pairs an upstream's tool with Loadline's own consumer, and with one of that name of its own", () => {
	const consumers = (scope?: Sent['scope']) =>
		sent('crm__list_deals', deals, scope).hints.map(({ consumedBy }) => consumedBy);
	expect(consumers()).toEqual(['store_analysis_memory', 'crm__store_analysis_memory']);
	expect(consumers({ upstream: 'crm' })).toEqual(['store_analysis_memory']);
	expect(sent('crm__store_analysis_memory', textResult('stored')).consumed).toBe(true);
});

it('tells a caller of call_tool alone how it has the original back', () => {
	const note = (scope: Sent['scope']) => {
		const whole = { endpoint: 'crm__list_deals', tool: 'crm__list_deals', scope, result: deals };
		const sent = { ...whole, original: { result: deals } };
		const { meta } = marked(
			sent,
			config,
			() => 'r1',
			() => false,
		);
		return meta?.['dev.loadline/transient'];
	};
	expect(note({ through: 'call_tool' })).toMatchObject({ id: 'r1', through: 'call_tool' });
	expect(note({})).not.toHaveProperty('through');
	expect(note({ upstream: 'crm' })).toMatchObject({ restorable: false });
});
