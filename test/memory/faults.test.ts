// Tests of the texts that an agent reads when a memory tool cannot do what it asks, each of them whole.
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/memory/document/document';
import * as faults from '../../src/memory/faults';
import { bodyKey, type DraftBodies, readBody } from '../../src/memory/hub/hub';
import type { Constraint } from '../../src/memory/types';

const SET_UP_FIRST =
	'Call memsetup {"session_id": "new", "knownHashes": {"META_PROMPT.md": ""}} first ("new" where your host gave you no id), or, if you did in this conversation, pass the handle it answered as session_id';
const REQUIRED =
	'memsetup with the exact host session_id is required before other tools; do not invent a session_id';

describe('a fault', () => {
	it.each([
		[faults.notSetUp(), `${REQUIRED}. ${SET_UP_FIRST}`],
		[faults.notSetUp('s1'), `${REQUIRED}: "s1" is not set up. ${SET_UP_FIRST}`],
		[
			faults.UNNAMED,
			`${REQUIRED}. This call says nothing of its session: c${SET_UP_FIRST.slice(1)}`,
		],
		[faults.unknownId('x"'), 'Unknown rule id: "x\\""; call memdisc for the ids there are now'],
		[
			faults.unsafePath('../x.md'),
			'unsafe path: "../x.md"; name it from the top, as folder/NAME.md, without .., \\ or : and shorter than 300 characters',
		],
		[
			faults.notFound('x'),
			'file not found in cache: "x" is no id of an object or of your drafts; call memdisc',
		],
		[
			faults.withdrawn('x'),
			'file not found in cache: "x" was withdrawn meanwhile; discard your draft of it',
		],
		[
			faults.pathIsNoIdentity('a.md', 'd1'),
			'file not found in cache: "a.md" is a path; use the draft\'s id d1',
		],
		[
			faults.wrongResource('x', 'rule'),
			'file not found in cache: "x" is not a rule; name its own resource',
		],
		[
			faults.draftExists('A.md', true),
			'draft already exists for this path: A.md; update it by the id that memdisc shows',
		],
		[
			faults.draftExists('A.md', false),
			'draft already exists for this path: A.md; another author is drafting it: choose another path',
		],
		[
			faults.objectExists('A.md', 'r1'),
			'draft already exists for this path: A.md is published as r1; use update with that id',
		],
		[faults.incompatible('why'), 'artifact already has an incompatible local change: why'],
	])('%# says what to do', ({ error }, text) => {
		expect(error).toBe(text);
	});

	it('of a reference says whether to try again, and how', () => {
		expect([faults.UNKNOWN_RULE, faults.CONTEXT_TARGET, faults.CANNOT_VALIDATE]).toEqual([
			{
				error:
					'memref ruleId must identify an existing rule or workflow; retry after memdisc and memload with the exact id',
				code: 'unknown_rule_or_workflow',
				retryable: true,
				retryAction: 'rediscover_and_reload',
				validConstraints: [],
			},
			{
				error: 'memref ruleId must identify a rule or workflow; context ids cannot be referenced',
				code: 'invalid_target_kind',
				retryable: false,
				retryAction: 'use_rule_or_workflow_id',
				validConstraints: [],
			},
			{
				error:
					'memref could not validate the referenced constraint; retry after reloading the rule/workflow',
				code: 'validation_error',
				retryable: true,
				retryAction: 'reload_and_retry',
				validConstraints: [],
			},
		]);
		expect(faults.UNNAMED.code).toBe('unnamed_session');
	});

	it('names the constraints that could have been meant, the first fifty', () => {
		const constraints = Array.from(
			{ length: 51 },
			(_, at) => ({ id: `A/${at}`, name: 'A', text: 'x'.repeat(199 + at) }) as Constraint,
		);
		const fault = faults.unknownConstraint('r1', 'B', constraints);
		const ids = constraints.slice(0, 50).map(({ id }) => id);
		expect(fault).toMatchObject({
			error: `memref constraintId 'B' is not valid for ruleId 'r1'; retry with one of: ${ids.join(', ')}`,
			code: 'unknown_constraint',
			retryable: true,
			retryAction: 'retry_with_valid_constraint',
		});
		expect(fault.validConstraints?.slice(0, 3)).toEqual([
			{ id: 'A/0', name: 'A', text: 'x'.repeat(199) },
			{ id: 'A/1', name: 'A', text: 'x'.repeat(200) },
			{ id: 'A/2', name: 'A', text: `${'x'.repeat(200)}…` },
		]);
		expect(fault.validConstraints).toHaveLength(50);
		expect(faults.unknownConstraint('r', 'x'.repeat(200), []).error).toBe(
			`memref constraintId '${'x'.repeat(200)}' is not valid for ruleId 'r'; retry with one of: none`,
		);
		expect(faults.unknownConstraint('r', 'x'.repeat(201), []).error).toContain(
			`'${'x'.repeat(200)}…'`,
		);
	});

	it('quotes what a caller sent, short', () => {
		expect(faults.quoted('a\n"b"')).toBe('"a\\n\\"b\\""');
		expect(faults.quoted('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
		expect(faults.quoted('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
	});
});

describe('the body of a draft', () => {
	const bodies = (content: string | null): DraftBodies => ({
		put: () => Promise.resolve(),
		get: (key) => Promise.resolve(key === 'draft/d1/abc' ? content : null),
	});
	const body = { key: bodyKey('d1', 'sha256:abc') };

	it('is found under its hash', async () => {
		expect(await readBody(bodies('text'), body, 0, 1)).toEqual({ content: 'text' });
		expect(await readBody(bodies(''), body, 0, 1)).toEqual({ content: '' });
	});

	it('may not be seen here yet, or not any more', async () => {
		expect(await readBody(bodies(null), body, 1_000, 90_999)).toEqual({
			missing: 'the draft is not visible at this location yet; repeat the call in a minute',
		});
		expect(await readBody(bodies(null), body, 1_000, 91_000)).toEqual({
			missing: 'the content of the draft has expired; update it with a new body, or discard it',
		});
	});
});

describe('a document', () => {
	it('is refused where it is too much, with what to do', () => {
		const items = (count: number) => '- a\n'.repeat(count);
		expect(readDocument('rule', 'x'.repeat(262_144))).toMatchObject({ ok: true });
		expect(readDocument('rule', 'x'.repeat(262_145))).toEqual({
			ok: false,
			error: 'body must be at most 262144 bytes (this one: 262145 or more); split it',
		});
		expect(readDocument('rule', items(2_000))).toMatchObject({ ok: true });
		expect(readDocument('rule', items(2_001))).toEqual({
			ok: false,
			error: 'body must hold at most 2000 constraints (this one: 2001); split it',
		});
	});
});
