// docs/reference/http.md: the operations of the API, a table each part of it.
import { STATUS } from '../../src/adapters/http/errors';
import { type Operation, operations } from './openapi';

const row = ({ method, path, declared }: Operation): string => {
	const shown = path.replaceAll(/\{(\w+)\}/g, '<$1>');
	const scope = declared.scope ? `\`${declared.scope}\`` : '–';
	const query = Object.keys(declared.schemas().query ?? {}).map((name) => `\`${name}\``);
	return `| \`${method.toUpperCase()} ${shown}\` | ${scope} | ${declared.schemas().summary} | ${query.join(', ') || '–'} |`;
};

const partOf = ({ path }: Operation): string => /^\/api\/(\w+)/.exec(path)?.[1] ?? '';

/** The page, as Markdown. */
export function httpPage(): string {
	const parts = new Map<string, Operation[]>();
	for (const operation of operations())
		parts.set(partOf(operation), [...(parts.get(partOf(operation)) ?? []), operation]);
	const tables = [...parts].map(
		([part, all]) =>
			`## ${part === '' ? 'Doors' : `/api/${part}`}\n\n| operation | scope | what | parameters |\n|---|---|---|---|\n${all.map(row).join('\n')}\n`,
	);
	const codes = Object.entries(STATUS).map(([code, status]) => `| \`${code}\` | ${status} |`);
	return `${HEAD}\n${tables.join('\n')}\n## Errors\n\n${ERRORS}\n\n| code | status |\n|---|---|\n${codes.join('\n')}\n`;
}

const HEAD = `# HTTP API

Written by \`npm run reference\` from what the routes declare. The same with every schema is
[openapi.json](openapi.json), OpenAPI 3.1, which a deployment serves at \`/api/openapi.json\`.

Requests carry \`Authorization: Bearer TOKEN\`. The scope is what the token must hold
([gateway.md](../gateway.md#scopes)); – means that the operation says itself who may what. Bodies are JSON unless
the operation says otherwise.
`;

const ERRORS = `Every error of \`/api\` is \`{"error": {code, message, correlationId}}\`; the message says what to do, and the
id is in the log. \`issues\` names every problem with its place, \`detail\` what a caller needs to go on.`;
