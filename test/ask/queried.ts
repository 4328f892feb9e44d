// A document or text asked by `query`, and the answer as it is read.
import type { Tape } from '../../src/ask/value';
import { find, treeOf } from './in-one-go';

export const json = (found: ReturnType<typeof find>) => {
	if (!found.ok) throw new Error(found.error);
	const { facts, hits } = found.value;
	return JSON.parse(`{${facts.join(',')},"hits":[${hits.join(',')}]}`);
};
export const inJson = (data: unknown, query: string, options = {}) => {
	const text = typeof data === 'string' ? data : JSON.stringify(data);
	return json(find(treeOf(text) as Tape, query, options));
};
