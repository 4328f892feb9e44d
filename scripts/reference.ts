// Writes what documents take from the code, `npm run reference`: docs/reference. A test compares.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { referenceFiles } from './reference/files';

const folder = resolve(process.cwd(), 'docs/reference');
for (const [name, text] of Object.entries(referenceFiles()))
	writeFileSync(join(folder, name), text);
