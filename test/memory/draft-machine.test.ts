import { describe, expect, it } from 'vitest';
import { type Change, changeDraft, targetPath } from '../../src/memory/hub/draft-target';
import type { Draft, DraftBody } from '../../src/memory/types';

const target = { objectId: 'p-1', category: 'context', path: 'A.md', hash: 'now' } as const;
const bodyOf = (hash: string, more: Partial<DraftBody> = {}): DraftBody => ({
	...{ key: `draft/d/${hash}`, hash, bytes: 1, constraints: [] },
	...more,
});
const pendingWith = (more: Partial<Draft> = {}): Draft => ({
	...{ id: 'd-1', category: 'context', operation: 'update', state: 'draft', author: 'ada' },
	...{ objectId: 'p-1', path: 'A.md', createdAt: 1, updatedAt: 1 },
	...more,
});
const update: Change = { kind: 'update', body: bodyOf('new') };
const rename: Change = { kind: 'rename', newPath: 'B.md' };
const by = (change: Change) => ({ change, author: 'ada', at: 5, draftId: 'd-2' });
const drafted = (pending: Draft | undefined, change: Change): Draft => {
	const outcome = changeDraft(pending, target, by(change));
	if (!outcome.ok || outcome.value.kind !== 'put') throw new Error(JSON.stringify(outcome));
	return outcome.value.draft;
};

describe('a command about an object', () => {
	it('begins a draft from the object as it is', () => {
		const begun = {
			...pendingWith({ id: 'd-2', createdAt: 5, updatedAt: 5 }),
			baseHash: 'now',
		};
		expect(drafted(undefined, update)).toStrictEqual({ ...begun, body: bodyOf('new') });
		expect(drafted(undefined, { ...rename, summary: 'why' })).toStrictEqual({
			...begun,
			operation: 'rename',
			newPath: 'B.md',
			summary: 'why',
		});
		expect(drafted(undefined, { kind: 'delete' })).toStrictEqual({ ...begun, operation: 'delete' });
	});

	it('makes room for itself where the draft of another was rejected', () => {
		const theirs = pendingWith({ author: 'bob', state: 'rejected', body: bodyOf('bobs') });
		expect(drafted(theirs, rename)).toMatchObject({ id: 'd-2', author: 'ada' });
		expect(drafted(theirs, rename)).not.toHaveProperty('body');
	});

	it.each<[string, Draft | undefined, Change, string]>([
		['while another writes', pendingWith({ author: 'bob' }), update, 'another author'],
		['of another', pendingWith({ author: 'bob' }), { kind: 'discard' }, 'another author'],
		['once submitted', pendingWith({ state: 'submitted' }), update, 'wait for the decision'],
		[
			'once submitted',
			pendingWith({ state: 'submitted' }),
			{ kind: 'discard' },
			'a reviewer can reject it, then discard it',
		],
		['where it is deleted', pendingWith({ operation: 'delete' }), rename, 'discard it first'],
		['without a draft', undefined, { kind: 'discard' }, 'you have no draft of it'],
		[
			'rejected, of another',
			pendingWith({ author: 'bob', state: 'rejected' }),
			{ kind: 'discard' },
			'you have no draft of it',
		],
	])('is refused %s', (_, pending, change, why) => {
		expect(changeDraft(pending, target, by(change))).toMatchObject({
			ok: false,
			error: { error: expect.stringContaining(why) },
		});
	});

	it('needs an object or a draft', () => {
		expect(changeDraft(undefined, undefined, by(update))).toMatchObject({
			ok: false,
			error: { error: expect.stringContaining('neither object nor draft') },
		});
	});

	it('drops what is discarded, and what was to be created and is deleted', () => {
		const created = pendingWith({ operation: 'create' });
		for (const [pending, kind] of [
			[pendingWith(), 'discard'],
			[pendingWith({ state: 'rejected' }), 'discard'],
			[pendingWith({ operation: 'delete' }), 'discard'],
			[created, 'delete'],
		] as const)
			expect(changeDraft(pending, target, by({ kind }))).toEqual({
				ok: true,
				value: { kind: 'drop', draft: pending },
			});
	});
});

describe('a draft that is written on', () => {
	const written = pendingWith({ body: bodyOf('old'), baseHash: 'then', summary: 'why' });

	it('is based on what its author saw, until that is merged', () => {
		expect(drafted(written, update)).toMatchObject({ baseHash: 'then', body: { hash: 'new' } });
		const rejected = { ...written, state: 'rejected', comment: 'no' } as const;
		expect(drafted(rejected, update)).toMatchObject({ state: 'draft', baseHash: 'then' });
		expect(drafted(rejected, { ...update, base: 'now' }).baseHash).toBe('now');
		expect(drafted(rejected, { ...update, base: 'then' }).baseHash).toBe('then');
		expect(drafted(rejected, update)).not.toHaveProperty('comment');
		expect(drafted(pendingWith({ baseHash: 'then' }), update).baseHash).toBe('now');
		expect(drafted(pendingWith({ body: bodyOf('old') }), update).baseHash).toBe('now');
	});

	it('keeps its text and the base of it where only its path changes', () => {
		expect(drafted(written, rename)).toStrictEqual({
			...written,
			operation: 'rename',
			newPath: 'B.md',
			updatedAt: 5,
		});
		expect(drafted({ ...written, state: 'rejected' }, rename).baseHash).toBe('then');
		expect(drafted(pendingWith({ baseHash: 'then' }), rename).baseHash).toBe('now');
		expect(drafted(pendingWith({ body: bodyOf('old') }), rename).baseHash).toBe('now');
	});

	it('keeps the path it is renamed to, and has that where it is yet to be created', () => {
		const renamed = drafted(written, rename);
		expect(drafted(renamed, update)).toMatchObject({ operation: 'rename', newPath: 'B.md' });
		expect([targetPath(written), targetPath(renamed)]).toEqual(['A.md', 'B.md']);
		const created = pendingWith({ operation: 'create', body: bodyOf('old') });
		const outcome = changeDraft(created, undefined, by(rename));
		expect(outcome).toStrictEqual({
			ok: true,
			value: { kind: 'put', draft: { ...created, path: 'B.md', updatedAt: 5 } },
		});
	});

	it('keeps summary and description until it is given others', () => {
		expect(drafted(written, update).summary).toBe('why');
		expect(drafted(written, { ...update, summary: 'other' }).summary).toBe('other');
		const described = { ...written, body: bodyOf('old', { description: 'about' }) };
		expect(drafted(described, update).body).toStrictEqual(bodyOf('new', { description: 'about' }));
		const body = bodyOf('new', { description: 'else' });
		expect(drafted(described, { kind: 'update', body }).body).toStrictEqual(body);
	});

	it('loses its text where it becomes a deletion', () => {
		expect(drafted(written, { kind: 'delete' })).not.toHaveProperty('body');
		expect(drafted(pendingWith({ operation: 'delete' }), { kind: 'delete' }).operation).toBe(
			'delete',
		);
	});
});
