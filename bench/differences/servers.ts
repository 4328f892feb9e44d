// Twelve servers that people use, at exact versions, and what is asked of each. None needs a network to
// say what it has; those whose keys are made up are only listed.

export interface ServerUnderTest {
	readonly name: string;
	readonly package: string;
	readonly version: string;
	/** Its program, within the package. */
	readonly program: string;
	/** @param folder with a few files to work on */
	readonly args?: (folder: string) => readonly string[];
	readonly env?: (folder: string) => Readonly<Record<string, string>>;
	/** What is called, one after the other; `{page}` stands for the URL of a small page. */
	readonly calls?: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[];
	/** It serves HTTP itself, on the port in PORT. */
	readonly isHttp?: boolean;
	/** It drives a browser: without one its tools are listed, and not called. */
	readonly needsBrowser?: boolean;
}

/** Where Debian's package `chromium` puts it. */
export const CHROMIUM = '/usr/bin/chromium';

export const SERVERS: readonly ServerUnderTest[] = [
	{
		name: 'everything',
		package: '@modelcontextprotocol/server-everything',
		version: '2026.8.31',
		program: 'dist/index.js',
		args: () => ['streamableHttp'],
		isHttp: true,
		calls: [
			['echo', { message: 'hello' }],
			['get-sum', { a: 2, b: 40 }],
			['get-tiny-image', {}],
			['get-structured-content', { location: 'New York' }],
			['get-annotated-message', { messageType: 'error', includeImage: true }],
			['get-resource-links', { count: 3 }],
			['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
			['trigger-long-running-operation', { duration: 1, steps: 4 }],
			['trigger-sampling-request', { prompt: 'Hi', maxTokens: 20 }],
			['trigger-elicitation-request', {}],
			['get-roots-list', {}],
		],
	},
	{
		name: 'filesystem',
		package: '@modelcontextprotocol/server-filesystem',
		version: '2026.8.31',
		program: 'dist/index.js',
		args: (folder) => [folder],
		calls: [
			['list_allowed_directories', {}],
			['list_directory', { path: '{folder}' }],
			['read_text_file', { path: '{folder}/package.json' }],
			['read_media_file', { path: '{folder}/pixel.png' }],
			['edit_file', { path: '{folder}/package.json', edits: [], dryRun: true }],
			['read_text_file', { path: '{folder}/none.txt' }],
		],
	},
	{
		name: 'memory',
		package: '@modelcontextprotocol/server-memory',
		version: '2026.8.31',
		program: 'dist/index.js',
		env: (folder) => ({ MEMORY_FILE_PATH: `${folder}/memory.jsonl` }),
		calls: [
			['read_graph', {}],
			['search_nodes', { query: 'Ann' }],
			['open_nodes', { names: ['Ann'] }],
		],
	},
	{
		name: 'thinking',
		package: '@modelcontextprotocol/server-sequential-thinking',
		version: '2026.8.31',
		program: 'dist/index.js',
		calls: [
			[
				'sequentialthinking',
				{ thought: 'First.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
			],
			['sequentialthinking', { thought: 1 }],
		],
	},
	{
		name: 'playwright',
		package: '@playwright/mcp',
		version: '0.0.83',
		program: 'cli.js',
		args: () => ['--headless', '--isolated', '--no-sandbox', '--executable-path', CHROMIUM],
		needsBrowser: true,
		calls: [
			['browser_navigate', { url: '{page}' }],
			['browser_snapshot', {}],
			['browser_tabs', { action: 'list' }],
			['browser_click', { target: 'e999', element: 'nothing' }],
		],
	},
	{
		name: 'devtools',
		package: 'chrome-devtools-mcp',
		version: '1.11.0',
		program: 'build/src/bin/chrome-devtools-mcp.js',
		args: () => [
			...['--headless', '--isolated', '--executablePath', CHROMIUM, '--no-usage-statistics'],
			'--chromeArg=--no-sandbox',
		],
		needsBrowser: true,
		calls: [
			['new_page', { url: '{page}' }],
			['list_pages', {}],
		],
	},
	{
		name: 'notion',
		package: '@notionhq/notion-mcp-server',
		version: '2.5.2',
		program: 'bin/cli.mjs',
		env: () => ({ NOTION_TOKEN: 'ntn_made_up' }),
	},
	{
		name: 'sentry',
		package: '@sentry/mcp-server',
		version: '0.39.0',
		program: 'dist/index.js',
		args: () => ['--access-token=made-up', '--host=127.0.0.1'],
	},
	{
		name: 'firecrawl',
		package: 'firecrawl-mcp',
		version: '3.26.0',
		program: 'dist/index.js',
		env: () => ({ FIRECRAWL_API_KEY: 'fc-made-up' }),
	},
	{
		name: 'context7',
		package: '@upstash/context7-mcp',
		version: '4.1.1',
		program: 'dist/index.js',
	},
	{
		name: 'tavily',
		package: 'tavily-mcp',
		version: '0.2.22',
		program: 'build/index.js',
		env: () => ({ TAVILY_API_KEY: 'tvly-made-up' }),
	},
	{
		name: 'brave',
		package: '@brave/brave-search-mcp-server',
		version: '2.1.4',
		program: 'dist/index.js',
		args: () => ['--transport', 'stdio'],
		env: () => ({ BRAVE_API_KEY: 'made-up' }),
	},
];
