// Publishes versions, and makes drafts and events, for the tests of a MemoryStore.
import { readDocument } from '../../src/memory/document/document';
import { kindOf } from '../../src/memory/files/paths';
import type { MemoryStore } from '../../src/memory/storage/memory-store';
import type { Category, Draft, ObjectMeta, Version } from '../../src/memory/types';

/** A version to publish; absent members are as usual. */
interface Given {
	readonly id: string;
	readonly path: string;
	readonly content: string;
	readonly category?: Category;
	readonly version?: number;
	readonly description?: string;
	readonly deleted?: boolean;
	readonly at?: number;
}

export function publish(store: MemoryStore, given: Given): Version {
	const { id, path, content, category = 'rule', version = 1, deleted = false, at = 1 } = given;
	const kind = kindOf(category, path);
	const document = readDocument(kind, content);
	if (!document.ok) throw new Error(document.error);
	const { hash, constraints } = document.value;
	const described = given.description === undefined ? {} : { description: given.description };
	const shared = { category, kind, path, hash, version, deleted, ...described };
	const object: ObjectMeta = { id, ...shared, createdAt: at, updatedAt: at };
	const full: Version = {
		...shared,
		objectId: id,
		content,
		constraints,
		origin: 'sync',
		author: 'ada',
		at,
		note: 'first',
	};
	store.publish(object, full);
	return full;
}

export const draftOf = (id: string, more: Partial<Draft> = {}): Draft => ({
	id,
	category: 'context',
	operation: 'create',
	state: 'draft',
	author: 'ada',
	path: 'notes/A.md',
	createdAt: 1,
	updatedAt: 2,
	...more,
});

export const event = (objectId: string, more = {}) =>
	({ event: 'load', at: 5, principal: 'ada', session: 's1', objectId, ...more }) as const;
