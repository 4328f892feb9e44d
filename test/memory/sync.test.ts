import { expect, it } from 'vitest';
import { planSync } from '../../src/memory/hub/push';

it('a plan says of each file what would be done, and of each object that has none', () => {
	const object = (id: string, path: string, hash: string, file?: string) => ({
		...{ id, category: 'rule' as const, kind: 'rule' as const, path, hash, version: 1 },
		...{ createdAt: 0, updatedAt: 0, deleted: false, ...(file !== undefined && { file }) },
	});
	const objects = [
		object('p-1', 'A.md', 'sha256:a'),
		object('p-2', 'B.md', 'sha256:b'),
		object('p-3', 'C.md', 'sha256:c', 'docs/c.md'),
	];
	const files = ['a', 'b', 'B', 'd'].map((name) => ({ file: `rules/${name}.md`, hash: 'a' }));
	const known = (id: string, file: string, path: string, hash: string) => ({
		id,
		file,
		path,
		hash,
	});
	expect(planSync([...files, { file: 'rules/x.bin', hash: 'a' }], objects)).toStrictEqual({
		create: [{ file: 'rules/d.md', path: 'D.md' }],
		update: [known('p-2', 'rules/b.md', 'B.md', 'sha256:b')],
		unchanged: [known('p-1', 'rules/a.md', 'A.md', 'sha256:a')],
		absent: [known('p-3', 'docs/c.md', 'C.md', 'sha256:c')],
		problems: [
			{ file: 'rules/B.md', reason: 'is the same object as rules/b.md (B.md)' },
			{
				file: 'rules/x.bin',
				reason:
					'only Markdown files in rules/, workflow/ and context/, and rules of hosts, are memory',
			},
		],
	});
});
