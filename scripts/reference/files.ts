// The files of docs/reference, by name.
import { commandLinePage } from './command-line';
import { httpPage } from './http';
import { openapi } from './openapi';
import { toolsPage } from './tools';

export const referenceFiles = (): Readonly<Record<string, string>> => ({
	'cli.md': commandLinePage(),
	'http.md': httpPage(),
	'openapi.json': `${JSON.stringify(openapi(), null, '\t')}\n`,
	'tools.md': toolsPage(),
});
