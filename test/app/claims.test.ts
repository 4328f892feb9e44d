// Tests of the workspaces that a user has by what an identity provider says.
import { describe, expect, it } from 'vitest';
import { parseClaimRules, placesOf } from '../../src/app/memberships';

const RULES = [
	{ claim: 'email', value: '*@acme.example', workspace: 'ws-acme', role: 'member' },
	{ claim: 'email', value: 'ann@acme.example', workspace: 'ws-acme', role: 'admin' },
	{
		claim: 'groups',
		value: 'ops',
		workspace: 'ws-ops',
		role: 'reviewer',
		issuer: 'https://id.example',
	},
];
const parsed = (rules: unknown) => parseClaimRules(JSON.stringify(rules));
const places = (claims: Record<string, unknown>) => {
	const rules = parsed(RULES);
	if (!rules.ok) throw new Error(rules.error);
	return Object.fromEntries(placesOf({ iss: 'https://id.example', ...claims }, rules.value));
};

describe('claims', () => {
	it('give the greatest role of those that fit', () => {
		expect(places({ email: 'bo@acme.example', email_verified: true })).toEqual({
			'ws-acme': 'member',
		});
		expect(
			places({ email: 'ann@acme.example', email_verified: true, groups: ['x', 'ops'] }),
		).toEqual({
			'ws-acme': 'admin',
			'ws-ops': 'reviewer',
		});
	});

	it('that anybody may choose, or that another issuer makes, give nothing', () => {
		for (const claims of [
			{ email: 'ann@acme.example' },
			{ email: 'ann@acme.example', email_verified: 'true' },
			{ email: '@acme.example', email_verified: true },
			{ email: 'ann@acme.example.evil.example', email_verified: true },
			{ groups: ['ops'], iss: 'https://evil.example' },
			{ groups: { 0: 'ops' } },
			{ groups: 'opsx' },
			{},
		])
			expect(places(claims)).toEqual({});
	});
});

it.each([
	['{', 'not valid JSON'],
	['{}', 'must be a JSON list'],
	['[1]', 'entry 1: must be an object'],
	[JSON.stringify([{ ...RULES[0], value: '*' }]), 'entry 1: value'],
	[JSON.stringify([{ ...RULES[0], value: 'a*b' }]), 'entry 1: value'],
	[JSON.stringify([RULES[0], { ...RULES[0], workspace: 'acme' }]), 'entry 2: workspace'],
	[JSON.stringify([{ ...RULES[0], role: 'operator' }]), 'entry 1: role'],
	[JSON.stringify([{ ...RULES[0], claim: '' }]), 'entry 1: claim'],
	[JSON.stringify([{ ...RULES[0], secret: 'hunter2' }]), 'entry 1: has an unknown member'],
])('LOADLINE_CLAIMS %j is refused as a whole', (json, message) => {
	const refused = parseClaimRules(json);
	expect(refused).toEqual({ ok: false, error: expect.stringContaining(message) });
	expect(JSON.stringify(refused)).not.toContain('hunter2');
});
