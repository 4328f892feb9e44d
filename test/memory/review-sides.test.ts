import { describe, expect, it } from 'vitest';
import { hasMoved, proposedSide } from '../../src/memory/hub/draft-view';
import { readBody, submitDraft, viewDraft } from '../../src/memory/hub/hub';
import type { Draft, Version } from '../../src/memory/types';
import { openBodies } from './draft-bodies';
import { openWorkspace } from './workspace';

const body = { key: 'k', hash: 'sha256:new', bytes: 1, constraints: [] };
const draft = (more: Partial<Draft>): Draft => ({
	...{ id: 'd', category: 'rule', operation: 'update', state: 'draft', author: 'ada' },
	...{ objectId: 'p-1', path: 'A.md', baseHash: 'sha256:old', createdAt: 0, updatedAt: 0 },
	...more,
});
const current = (hash: string, path = 'A.md') => ({ hash, path, content: 'published' }) as Version;
const rename: Partial<Draft> = { operation: 'rename', newPath: 'B.md' };

describe('what a draft changes', () => {
	it.each([
		['is as it was', draft({}), current('sha256:old'), false],
		['is as it was, by a bare hash', draft({}), current('old'), false],
		['has another text', draft({}), current('sha256:newer'), true],
		['lies elsewhere', draft({}), current('old', 'C.md'), false],
		['is gone', draft({}), undefined, true],
		['is gone, and was to be renamed', draft(rename), undefined, true],
		['is to be renamed, with another text', draft(rename), current('newer'), false],
		['is to be renamed, and lies elsewhere', draft(rename), current('old', 'C.md'), true],
		['is to be renamed and written', draft({ ...rename, body }), current('newer'), true],
		['is to be renamed and written', draft({ ...rename, body }), current('old', 'C.md'), false],
	])('%s', (_, of, now, moved) => {
		expect(hasMoved(of, now)).toBe(moved);
	});

	it('is new, and never moved', () => {
		const { objectId: _, baseHash: __, ...created } = draft({ operation: 'create' });
		expect(hasMoved(created, undefined)).toBe(false);
	});

	it('would become what is written, or what is there, in its place', () => {
		const [there, moved] = [current('old', 'C.md'), draft(rename)];
		const side = (hash: string, path: string, content: string) => ({ hash, path, content });
		expect(proposedSide(draft({ body }), there, 'new')).toEqual(side('sha256:new', 'C.md', 'new'));
		expect(proposedSide(draft({ body }), there, undefined)).toBe(null);
		expect(proposedSide(moved, there, undefined)).toEqual(side('old', 'B.md', 'published'));
		expect(proposedSide(moved, undefined, undefined)).toBe(null);
		expect(proposedSide(draft({ operation: 'delete' }), there, 'x')).toBe(null);
	});
});

describe('a content that cannot be read', () => {
	const EXPIRED = 'the content of the draft has expired; update it with a new body, or discard it';

	it('is not there yet, or there no longer', async () => {
		const read = (now: number) => readBody(openBodies(), { key: 'k' }, 1_000, now);
		expect(await read(90_999)).toEqual({
			missing: expect.stringMatching(/^the draft is not visible/),
		});
		expect(await read(91_000)).toEqual({ missing: EXPIRED });
	});

	it('is said where it is to be submitted or seen', async () => {
		const { hub, agent, bodies } = openWorkspace();
		const create = { path: 'a.md', body: 'x' };
		const { structured } = await (await agent())('artifact', { resource: 'rule', op: { create } });
		const id = String(structured.id);
		const by = { principal: 'ada', administrator: false };
		const lost = { hub, bodies: openBodies(), now: () => Date.UTC(2027, 0, 1) };
		expect(await submitDraft(lost, { id, by })).toEqual({
			...{ ok: false, error: { code: 'wrong_state', message: EXPIRED } },
		});
		expect(await viewDraft(lost, { id, by })).toMatchObject({
			value: { proposed: null, withheld: EXPIRED },
		});
		const there = { ...lost, bodies };
		expect(await submitDraft(there, { id, by })).toMatchObject({ ok: true });
		expect(await viewDraft(lost, { id, by })).toMatchObject({
			value: { proposed: { content: 'x' } },
		});
	});
});
