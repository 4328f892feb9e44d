import { describe, expect, it } from 'vitest';
import { createContextStore } from '../../src/replay/build';
import { openPayloads } from './payload-store';
import { payload, run } from './payloads';

describe('a context store', () => {
	const open = () => {
		const texts = openPayloads();
		return { texts, contexts: createContextStore(texts) };
	};

	it('keeps canonical JSON: two spaces, sorted members, final newline', async () => {
		const { texts, contexts } = open();
		await contexts.saveContext(payload({ required_order: ['b', 'a'] }));
		expect(await texts.get('a_task')).toBe(
			[
				'{',
				'  "blockers": [],',
				'  "constraints": [],',
				'  "dependency_chains": [],',
				'  "recovery": [],',
				'  "required_order": [',
				'    "b",',
				'    "a"',
				'  ],',
				'  "task": "a_task"',
				'}',
				'',
			].join('\n'),
		);
	});

	it('refuses what is too large to keep, by its size', async () => {
		const texts = openPayloads();
		const contexts = createContextStore(texts, { maxLength: 400 });
		const small = payload({});
		const saved = await contexts.saveContext(small);
		expect(saved).toEqual({ ok: true, value: { task: 'a_task', payload: small } });
		const { length } = (await texts.get('a_task')) ?? '';
		const longest = createContextStore(texts, { maxLength: length });
		expect(await longest.saveContext(small)).toMatchObject({ ok: true });
		const shorter = createContextStore(texts, { maxLength: length - 1 });
		expect(await shorter.saveContext(small)).toMatchObject({ ok: false });
		const large = payload({ constraints: ['x'.repeat(300)] });
		expect(await contexts.saveContext(large)).toMatchObject({
			error: {
				code: 'invalid_payload',
				message: expect.stringMatching(/^the payload has \d+ characters; at most 400/),
			},
		});
	});

	it('keeps nothing of the raw documents', async () => {
		const { texts, contexts } = open();
		await contexts.saveContext(run(['a'], ['a>a:CAUSAL']));
		await contexts.saveContext({ ...payload({}), task: 'b', events: [1], graph_version: '1' });
		const kept = `${await texts.get('a_task')}${await texts.get('b')}`;
		expect(kept).not.toMatch(/events|dependency_graph|permission_scopes|_version/);
	});

	it('says which task has no payload', async () => {
		const { contexts } = open();
		expect(await contexts.loadContext('lost')).toMatchObject({
			error: { code: 'not_found', message: 'no payload is saved for task "lost"; save it first' },
		});
	});

	it.each(['../a', 'a/b', '', undefined, '__proto__/x'])('refuses %j as a task id', async (id) => {
		const { contexts } = open();
		const refused = { ok: false, error: { code: 'invalid_task_id' } };
		expect(await contexts.loadContext(id)).toMatchObject({
			...refused,
			error: { ...refused.error, message: expect.stringMatching(/^task_id is /) },
		});
		expect(await contexts.saveContext({ task: id })).toMatchObject(refused);
	});

	it.each([
		[{ task: 'a', constraints: 'all' }, 'payload.constraints must be a list, not a string'],
		[
			{ task: 'a', recovery: [['a', 'b', 'c']] },
			'payload.recovery[0] must be a pair [source, target], not a list of 3',
		],
		[{ task: 'a', blockers: [['a', 1]] }, 'payload.blockers[0][1] must be a string, not a number'],
		[{ task: 'a', validation: {} }, 'payload.validation.admissible must be true or false'],
		[['a'], 'the context must be an object, not a list'],
		[undefined, 'the context must be an object, not missing'],
		[
			{ task: 'a', recovery: [7] },
			'payload.recovery[0] must be a pair [source, target], not a number',
		],
	])('says what is wrong with %j', async (input, message) => {
		const { contexts } = open();
		expect(await contexts.saveContext(input)).toEqual({
			ok: false,
			error: { code: 'invalid_payload', message },
		});
	});

	it.each([
		['{', 'it is not JSON'],
		['[]', 'payload must be an object, not a list'],
		['{"task":"b"}', 'it is that of task "b"'],
	])('does not hand out a stored %j', async (text, reason) => {
		const { texts, contexts } = open();
		await texts.put('a', text);
		expect(await contexts.loadContext('a')).toMatchObject({
			error: {
				code: 'corrupt',
				message: `the payload saved for task "a" cannot be used: ${reason}; save it again`,
			},
		});
	});

	it('hands out what was saved, with the validation that it brought', async () => {
		const { contexts } = open();
		const own = { admissible: false, failure_labels: ['A'], issues: [{ note: 'kept as it is' }] };
		const saved = payload({ constraints: ['c'], validation: own });
		await contexts.saveContext({ ...saved, recovery: null });
		expect(await contexts.loadContext('a_task')).toEqual({ ok: true, value: saved });
	});
});
