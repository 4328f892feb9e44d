// docs/reference/tools.md: Loadline's own tools, as `tools/list` gives them.
import { OWN_TOOLS } from '../../src/adapters/mcp/tools/source';
import { readResultDefinition } from '../../src/gateway/asking/read-result';

interface Property {
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly description?: string;
}
interface Definition {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema: object;
	readonly annotations?: { readonly readOnlyHint?: boolean };
}

const cell = (text: string): string =>
	text.replaceAll('\n', ' ').replaceAll('|', '\\|').replaceAll('<', '\\<');

const typeOf = ({ type, enum: values }: Property): string =>
	values ? values.map((value) => JSON.stringify(value)).join(', ') : String(type ?? 'any');

function section({ name, description = '', inputSchema, annotations }: Definition): string {
	const { properties = {}, required = [] } = inputSchema as {
		properties?: Readonly<Record<string, Property>>;
		required?: readonly string[];
	};
	const rows = Object.entries(properties).map(
		([key, property]) =>
			`| \`${key}\`${required.includes(key) ? ', required' : ''} | ${cell(typeOf(property))} | ${cell(property.description ?? '')} |`,
	);
	const table =
		rows.length === 0 ? '' : `\n| argument | type | what |\n|---|---|---|\n${rows.join('\n')}\n`;
	const reads = annotations?.readOnlyHint === true ? 'It only reads.' : 'It changes something.';
	return `### ${name}\n\n${cell(description)} ${reads}\n${table}`;
}

/** The page, as Markdown. */
export function toolsPage(): string {
	const sets = new Map<string, Definition[]>();
	for (const { toolset, definition } of OWN_TOOLS)
		sets.set(toolset, [...(sets.get(toolset) ?? []), definition as Definition]);
	const results = 'results';
	sets.set(results, [...(sets.get(results) ?? []), readResultDefinition(200) as Definition]);
	const parts = [...sets].map(([name, tools]) => `## ${name}\n\n${tools.map(section).join('\n')}`);
	return `${HEAD}\n${parts.join('\n')}`;
}

const HEAD = `# Loadline's own tools

Written by \`npm run reference\` from their definitions: what \`tools/list\` gives on \`/mcp\`, by toolset. A toolset is
listed once it has something to work on ([gateway.md](../gateway.md#what-a-list-of-tools-costs)).
`;
