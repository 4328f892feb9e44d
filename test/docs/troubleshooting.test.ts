// Every message that docs/troubleshooting.md quotes is one that the program says.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const source = globSync('src/**/*.{ts,tsx}', { cwd: root })
	.map((path) => readFileSync(join(root, path), 'utf8'))
	.join('\n')
	// As it is said: what is put in stands as …
	.replaceAll(/\$\{[^}]*\}/g, '…');

/** Messages: what stands in code signs in a first column and reads as a sentence. */
const messages = [
	...readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8').matchAll(/^\| `([^`]+)`/gm),
].map(([, message = '']) => message);

it.each(messages)('%s', (message) => {
	for (const part of message.split('…').map((each) => each.trim()))
		if (part.length > 2) expect(source).toContain(part);
});

it('are many', () => expect(messages.length).toBeGreaterThan(25));
