// More servers from npm. Most want a network or an account for their work: those are called for their errors.
import type { ServerUnderTest } from './servers';

export const MORE_SERVERS: readonly ServerUnderTest[] = [
	{
		name: 'repomix',
		package: 'repomix',
		version: '1.14.0',
		program: 'bin/repomix.cjs',
		args: () => ['--mcp'],
		calls: [
			['file_system_read_file', { path: '{folder}/package.json' }],
			['file_system_read_directory', { path: '{folder}' }],
			['grep_repomix_output', { outputId: 'none', pattern: 'a' }],
			['read_repomix_output', { outputId: 'none', limit: 5 }],
		],
	},
	{
		name: 'shrimp',
		package: 'mcp-shrimp-task-manager',
		version: '1.0.21',
		program: 'dist/index.js',
		env: (folder) => ({ DATA_DIR: `${folder}/tasks` }),
		calls: [
			['plan_task', { description: 'Write a small program that adds two numbers.' }],
			['list_tasks', { status: 'all' }],
			['execute_task', { taskId: 'none' }],
			['query_task', { query: 'program', limit: 3 }],
		],
	},
	{
		name: 'runner',
		package: 'mcp-server-code-runner',
		version: '0.1.8',
		program: 'dist/cli.js',
		calls: [
			['run-code', { code: 'console.log(6 * 7)', languageId: 'javascript' }],
			['run-code', { code: 'x', languageId: 'none' }],
		],
	},
	{
		name: 'mongodb',
		package: 'mongodb-mcp-server',
		version: '3.0.4',
		program: 'dist/esm/index.js',
		env: () => ({ MDB_MCP_TELEMETRY: 'disabled' }),
		calls: [
			['find', { connectionId: 'none', database: 'a', collection: 'b', limit: 5 }],
			['count', { connectionId: 'none', database: 'a', collection: 'b', query: { a: 1 } }],
		],
	},
	{
		name: 'pdf',
		package: '@modelcontextprotocol/server-pdf',
		version: '2.0.4',
		program: 'dist/index.js',
		args: () => ['--stdio'],
		calls: [
			['list_pdfs', {}],
			['read_pdf_bytes', { url: 'file:///none.pdf', offset: 0 }],
		],
	},
	{
		name: 'mermaid',
		package: 'mcp-mermaid',
		version: '0.4.1',
		program: 'build/index.js',
		calls: [['generate_mermaid_diagram', { mermaid: 'graph TD; A-->B', outputType: 'mermaid' }]],
	},
	{
		name: 'chart',
		package: '@antv/mcp-server-chart',
		version: '0.9.10',
		program: 'build/index.js',
		calls: [['generate_bar_chart', { data: 'none' }]],
	},
	{
		name: 'elastic',
		package: '@elastic/mcp-server-elasticsearch',
		version: '0.3.1',
		program: 'dist/index.js',
		env: () => ({ ES_URL: 'http://127.0.0.1:9', ES_API_KEY: 'made-up' }),
		calls: [['list_indices', { indexPattern: '*' }]],
	},
	{
		name: 'postman',
		package: '@postman/postman-mcp-server',
		version: '2.13.0',
		program: 'dist/src/index.js',
		env: () => ({ POSTMAN_API_KEY: 'made-up' }),
	},
	{
		name: 'shopify',
		package: '@shopify/dev-mcp',
		version: '1.16.0',
		program: 'dist/index.js',
		env: () => ({ OPT_OUT_INSTRUMENTATION: 'true' }),
	},
	{
		name: 'searxng',
		package: 'mcp-searxng',
		version: '1.16.0',
		program: 'dist/cli.js',
		env: () => ({ SEARXNG_URL: 'http://127.0.0.1:9' }),
		calls: [['web_url_read', { url: 'none' }]],
	},
	{
		name: 'exa',
		package: 'exa-mcp-server',
		version: '3.4.1',
		program: 'dist/stdio.cjs',
		env: () => ({ EXA_API_KEY: 'made-up' }),
	},
];
