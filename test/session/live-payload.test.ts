import { describe, expect, it } from 'vitest';
import { livePayload } from '../../src/session/verified-action';

import { facts, rule } from './held-bed';

describe('the payload of a live session', () => {
	it('says constraints, order, dependencies and recovery of rules and workflow', () => {
		expect(livePayload(facts([rule('rules/A.md', ['Ask first.'])]))).toEqual({
			task: 'run-1',
			constraints: ['Ask first.', 'each/do:agent=tester'],
			required_order: ['plan', 'each', 'each/do'],
			blockers: [],
			dependency_chains: [
				['each', 'each/do'],
				['plan', 'each'],
			],
			recovery: [
				['each/do', 'on_fail:retry'],
				['run 1', 'workflow_status'],
			],
		});
	});

	it('takes orders that results asked for as dependencies', () => {
		const payload = livePayload({ task: 't', rules: [], requiredOrders: [['check', 'send']] });
		expect(payload.required_order).toEqual(['check', 'send']);
		expect(payload.dependency_chains).toEqual([['check', 'send']]);
	});
});
