// Tests of every MemoryStore; each adapter's test runs them.
import { describe, expect, it } from 'vitest';
import type { MemoryStore } from '../../src/memory/storage/memory-store';
import { queryTerms } from '../../src/shared/terms';
import { draftOf, event, publish } from './store-given';

export const memoryStoreContract = (name: string, open: () => MemoryStore): void => {
	describe(`${name} as a MemoryStore`, () => {
		it('gives back a version as published, and the object that it makes', () => {
			const store = open();
			const version = publish(store, {
				id: 'p-1',
				path: 'style/NAMING.md',
				content: '## A\n\n- b 🚢\n- ünï\n',
				description: 'How to name',
			});
			expect(store.version('p-1', 1)).toEqual(version);
			expect(store.object('p-1')).toEqual({
				id: 'p-1',
				n: 1,
				category: 'rule',
				kind: 'rule',
				path: 'style/NAMING.md',
				hash: version.hash,
				description: 'How to name',
				version: 1,
				createdAt: 1,
				updatedAt: 1,
				deleted: false,
			});
			expect(store.objectAt('rule', 'style/NAMING.md')?.id).toBe('p-1');
			expect(store.objectAt('context', 'style/NAMING.md')).toBeUndefined();
			expect(store.version('p-1', 2)).toBeUndefined();
			expect(store.object('p-2')).toBeUndefined();
		});

		it('keeps every version, newest first, and finds the latest of a hash', () => {
			const store = open();
			const first = publish(store, { id: 'p-1', path: 'A.md', content: 'one' });
			publish(store, { id: 'p-1', path: 'A.md', content: 'two', version: 2, at: 2 });
			publish(store, { id: 'p-1', path: 'B.md', content: 'one', version: 3, at: 3 });
			expect(store.versions('p-1').map(({ version, path }) => [version, path])).toEqual([
				[3, 'B.md'],
				[2, 'A.md'],
				[1, 'A.md'],
			]);
			expect(store.versions('p-1')[0]).not.toHaveProperty('content');
			expect(store.versionByHash('p-1', first.hash)?.version).toBe(3);
			expect(store.versionByHash('p-1', 'sha256:other')).toBeUndefined();
			expect(store.objectAt('rule', 'A.md')).toBeUndefined();
			// A withdrawal carries the hash of what it withdraws, without the content.
			const { hash } = publish(store, { id: 'p-2', path: 'C.md', content: '' });
			publish(store, { id: 'p-2', path: 'C.md', content: '', version: 2, deleted: true });
			expect(store.versionByHash('p-2', hash)?.version).toBe(1);
		});

		it('lists live objects, newest first; a withdrawn one leaves its path, its versions stay', () => {
			const store = open();
			publish(store, { id: 'p-1', path: 'A.md', content: 'alpha', at: 1 });
			publish(store, { id: 'p-2', path: 'C.md', content: 'beta', at: 2 });
			publish(store, { id: 'p-3', path: 'B.md', content: 'gamma', at: 2 });
			expect(store.objects().map(({ id }) => id)).toEqual(['p-3', 'p-2', 'p-1']);
			publish(store, { id: 'p-2', path: 'C.md', content: '', version: 2, deleted: true });
			expect(store.objects().map(({ id }) => id)).toEqual(['p-3', 'p-1']);
			expect(store.object('p-2')?.deleted).toBe(true);
			expect(store.objectAt('rule', 'C.md')).toBeUndefined();
			expect(store.searchNames(['c'], 10)).toEqual([]);
			expect(store.version('p-2', 1)?.content).toBe('beta');
		});

		it('ranks objects by name before description and patterns, by the beginnings of words', () => {
			const store = open();
			const content = '## T\n\nx\n';
			publish(store, { id: 'p-1', path: 'AAA.md', content, description: 'coding' });
			publish(store, { id: 'p-2', path: 'workflow/CODING.md', content });
			publish(store, { id: 'p-3', path: 'OTHER.md', content: '---\nglobs: coding/*\n---\n## C\n' });
			publish(store, { id: 'p-4', path: 'D.md', content });
			publish(store, { id: 'p-5', path: 'E.md', content });
			publish(store, { id: 'p-6', path: 'F.md', content });
			publish(store, { id: 'p-7', path: 'G.md', content });
			const hits = store.searchNames(queryTerms('cod'), 10);
			expect(hits.map(({ id }) => id)).toEqual(['p-2', 'p-1', 'p-3']);
			expect(hits.every(({ score }) => score > 0)).toBe(true);
			expect(store.searchNames(queryTerms('cod'), 1)).toHaveLength(1);
			expect(store.searchNames([], 10)).toEqual([]);
		});

		it('ranks documents and their parts by what they say, and forgets what they said before', () => {
			const store = open();
			const content =
				'# Git\n\nRules.\n\n## Commits\n\n- Write messages in the imperative\n- Sign every commit\n';
			publish(store, { id: 'p-1', path: 'GIT.md', content });
			publish(store, {
				id: 'p-2',
				path: 'A.md',
				category: 'context',
				content: 'Imperative moods.',
			});
			publish(store, { id: 'p-3', path: 'B.md', content: '## X\n\n- nothing\n- at all\n' });
			const partsOf = (query: string) =>
				store.searchParts(queryTerms(query), 10).map(({ id, part }) => [id, part]);
			const bodiesOf = (query: string) =>
				store.searchBodies(queryTerms(query), 10).map(({ id }) => id);
			expect(partsOf('signed commits')).toEqual([['p-1', 1]]);
			expect(bodiesOf('imperative')).toEqual(['p-2', 'p-1']);
			publish(store, { id: 'p-1', path: 'GIT.md', content: '## Y\n\nz\n', version: 2 });
			expect(partsOf('imperative')).toEqual([['p-2', 0]]);
			expect(bodiesOf('imperative')).toEqual(['p-2']);
		});

		it('takes any words to search for as words', () => {
			const store = open();
			publish(store, { id: 'p-1', path: 'A.md', content: '## NEAR\n\nAND "x" * OR not 日本語\n' });
			for (const query of ['"', 'a* OR', 'NEAR(', 'col:x', "'; --", '日本', '\u0000', '-', '^a'])
				expect(() => {
					store.searchParts(queryTerms(query), 5);
					store.searchBodies(queryTerms(query), 5);
					store.searchNames(queryTerms(query), 5);
				}).not.toThrow();
			expect(store.searchBodies(queryTerms('本語'), 5)).toHaveLength(1);
		});

		it('keeps drafts as put, newest first, with content while it is given', () => {
			const store = open();
			const body = { key: 'draft/x/1', hash: 'sha256:1', bytes: 3, constraints: [] };
			store.putDraft(draftOf('tmp-context-1', { body, summary: 'why' }));
			store.putDraft(draftOf('tmp-context-2', { createdAt: 9 }), 'content 🚢');
			expect(store.drafts().map(({ id }) => id)).toEqual(['tmp-context-2', 'tmp-context-1']);
			expect(store.draft('tmp-context-1')).toEqual(
				draftOf('tmp-context-1', { body, summary: 'why' }),
			);
			expect(store.submittedContent('tmp-context-1')).toBeUndefined();
			expect(store.submittedContent('tmp-context-2')).toBe('content 🚢');
			store.putDraft(draftOf('tmp-context-2'));
			expect(store.submittedContent('tmp-context-2')).toBeUndefined();
			store.dropDraft('tmp-context-2');
			store.dropDraft('tmp-context-2');
			expect(store.draft('tmp-context-2')).toBeUndefined();
		});

		it('numbers attestations and finds them by every condition, both ways', () => {
			const store = open();
			for (const id of ['a', 'b', 'c']) store.attest(event(id));
			store.attest(
				event('a', { principal: 'bob', session: 's2', event: 'refer', constraintId: 'X' }),
			);
			const find = (query: object) =>
				store.attestations({ order: 'oldest', limit: 10, ...query }).map(({ seq }) => seq);
			expect(find({})).toEqual([1, 2, 3, 4]);
			expect(find({ order: 'newest', limit: 2 })).toEqual([4, 3]);
			expect(find({ afterSeq: 1, beforeSeq: 4 })).toEqual([2, 3]);
			expect(find({ objectId: 'a' })).toEqual([1, 4]);
			expect(find({ objectId: 'a', principal: 'ada', session: 's1', event: 'load' })).toEqual([1]);
			expect(store.attestations({ order: 'newest', limit: 1 })).toEqual([
				{
					seq: 4,
					event: 'refer',
					at: 5,
					principal: 'bob',
					session: 's2',
					objectId: 'a',
					constraintId: 'X',
				},
			]);
		});

		it('remembers bindings by principal and handle, and the latest', () => {
			const store = open();
			const bind = (principal: string, handle: string, sessionId: string, at: number) =>
				store.bind({ principal, handle, sessionId, at });
			bind('ada', 'h', 's1', 1);
			bind('ada', 'h2', 's2', 2);
			bind('bob', 'h', 's3', 3);
			expect(store.binding('ada', 'h')?.sessionId).toBe('s1');
			expect(store.bindings('ada', 1)[0]?.sessionId).toBe('s2');
			bind('ada', 'h', 's4', 4);
			expect(store.binding('ada', 'h')?.sessionId).toBe('s4');
			expect(store.bindings('ada', 1)[0]?.sessionId).toBe('s4');
			expect(store.binding('eve', 'h')).toBeUndefined();
			expect(store.bindings('eve', 1)).toEqual([]);
			expect(store.bindings('ada', 9).map(({ handle }) => handle)).toEqual(['h', 'h2']);
		});

		it('counts', () => {
			const store = open();
			store.tally('p-1', 'load', 'sha256:1', 10);
			store.tally('p-1', 'load', 'sha256:1', 20);
			store.tally('p-1', 'refer', 'A', 30);
			expect(store.tallies()).toEqual([
				{ objectId: 'p-1', what: 'load', key: 'sha256:1', count: 2, lastAt: 20 },
				{ objectId: 'p-1', what: 'refer', key: 'A', count: 1, lastAt: 30 },
			]);
		});

		it('counts on under another key', () => {
			const store = open();
			for (const key of ['A', 'A', 'B']) store.tally('p-1', 'refer', key, 10);
			store.tally('p-1', 'reject', 'A', 20);
			store.moveTallies('p-1', 'A', 'B');
			store.moveTallies('p-2', 'B', 'C');
			expect(store.tallies().map(({ what, key, count }) => [what, key, count])).toEqual(
				expect.arrayContaining([
					['refer', 'B', 3],
					['reject', 'B', 1],
				]),
			);
			expect(store.tallies()).toHaveLength(2);
		});

		it('knows where an object applies: by its text, and by where it lies', () => {
			const store = open();
			publish(store, { id: 'p-1', path: 'A.md', content: '---\nglobs: "*.ts"\n---\n- a' });
			publish(store, { id: 'p-2', path: 'AGENTS.md', content: '- b' });
			publish(store, { id: 'p-3', path: 'C.md', content: '- c' });
			expect(Object.fromEntries(store.scopes())).toEqual({
				'p-1': { always: false, globs: ['*.ts'] },
				'p-2': { always: true, globs: [] },
				'p-3': { always: false, globs: [] },
			});
			store.placeFile('p-2', 'web/AGENTS.md');
			publish(store, { id: 'p-1', path: 'A.md', content: '- a', version: 2 });
			publish(store, { id: 'p-3', path: 'C.md', content: '', version: 2, deleted: true });
			expect(Object.fromEntries(store.scopes())).toEqual({
				'p-1': { always: false, globs: [] },
				'p-2': { always: false, globs: ['web/**'] },
			});
		});

		it('gives every object a number of its own, for good', () => {
			const store = open();
			publish(store, { id: 'p-1', path: 'A.md', content: 'a' });
			publish(store, { id: 'p-2', path: 'B.md', content: 'b' });
			publish(store, { id: 'p-1', path: 'C.md', content: 'a', version: 2 });
			const n = store.object('p-1')?.n ?? 0;
			expect(store.objectNumbered(n)?.path).toBe('C.md');
			expect(store.object('p-2')?.n).not.toBe(n);
			expect(store.objectNumbered(99)).toBeUndefined();
		});

		it('undoes everything of a transaction that throws, inner ones too', () => {
			const store = open();
			publish(store, { id: 'p-1', path: 'A.md', content: 'one' });
			const work = () =>
				store.transaction(() => {
					publish(store, { id: 'p-1', path: 'A.md', content: 'two', version: 2 });
					store.putDraft(draftOf('tmp-context-1'));
					store.transaction(() => store.attest(event('p-1')));
					store.tally('p-1', 'load', '', 1);
					store.bind({ principal: 'ada', handle: 'h', sessionId: 's', at: 1 });
					expect([store.objects()[0]?.version, store.drafts().length]).toEqual([2, 1]);
					throw new Error('halfway');
				});
			expect(work).toThrow('halfway');
			expect(store.object('p-1')?.version).toBe(1);
			expect(store.objects()[0]?.version).toBe(1);
			expect(store.versions('p-1')).toHaveLength(1);
			expect(store.drafts()).toEqual([]);
			expect(store.attestations({ order: 'oldest', limit: 5 })).toEqual([]);
			expect(store.tallies()).toEqual([]);
			expect(store.bindings('ada', 1)).toEqual([]);
			expect(store.transaction(() => 7)).toBe(7);
		});

		it('takes a document of the largest size', () => {
			const store = open();
			const content = `## A\n\n${'wörd '.repeat(43_000)}`;
			publish(store, { id: 'p-1', path: 'A.md', content });
			expect(store.version('p-1', 1)?.content).toBe(content);
		});
	});
};
