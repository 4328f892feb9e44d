// Servers that people use, at exact versions, and what is asked of each. None needs a network to say what
// it has: twelve are called, six of those that need an account only listed.

export interface ServerUnderTest {
	readonly name: string;
	readonly package: string;
	readonly version: string;
	/** Its program, within the package. */
	readonly program: string;
	/** @param folder with a few files to work on */
	readonly args?: (folder: string) => readonly string[];
	readonly env?: (folder: string) => Readonly<Record<string, string>>;
	/** Calls to make, one after the other; `{page}` stands for the URL of a small page. */
	readonly calls?: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[];
	/** It serves HTTP itself, on the port in PORT. */
	readonly isHttp?: boolean;
	/** It drives a browser: without one its tools are listed, and not called. */
	readonly needsBrowser?: boolean;
}

/** Path of Debian's package `chromium`. */
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
		name: 'calc',
		package: '@coo-quack/calc-mcp',
		version: '2.1.1',
		program: 'dist/index.js',
		calls: [
			['math', { expression: '2 * (3 + 4.5)' }],
			['hash', { input: 'hello', algorithm: 'sha256' }],
			['base', { value: 'ff', from: 16, to: 2 }],
			['regex', { pattern: '\\d+', flags: 'g', text: 'a1 b22', action: 'matchAll' }],
			['char_info', { char: '\u202e' }],
			['math', { expression: '1 +' }],
		],
	},
	{
		name: 'git',
		package: '@cyanheads/git-mcp-server',
		version: '2.15.3',
		program: 'dist/index.js',
		calls: [
			['git_set_working_dir', { path: '{folder}' }],
			['git_status', {}],
			['git_log', { path: '{folder}', patch: true }],
			['git_show', { path: '{folder}', object: 'HEAD' }],
			['git_branch', { path: '{folder}', mode: 'list' }],
			['git_blame', { path: '{folder}', filePath: 'none.txt' }],
		],
	},
	{
		name: 'eslint',
		package: '@eslint/mcp',
		version: '0.3.13',
		program: 'src/mcp-cli.js',
		calls: [['lint-files', { filePaths: ['{folder}/code.js'] }]],
	},
	{
		name: 'commander',
		package: '@wonderwhy-er/desktop-commander',
		version: '0.2.52',
		program: 'dist/index.js',
		env: (folder) => ({ HOME: folder }),
		calls: [
			['list_directory', { path: '{folder}/.git/refs' }],
			['read_file', { path: '{folder}/package.json' }],
			['read_file', { path: '{folder}/pixel.png' }],
			['read_multiple_files', { paths: ['{folder}/code.js', '{folder}/none.txt'] }],
			['list_searches', {}],
		],
	},
	{
		name: 'budget',
		package: '@modelcontextprotocol/server-budget-allocator',
		version: '2.0.3',
		program: 'dist/index.js',
		args: () => ['--stdio'],
		calls: [['get-budget-data', {}]],
	},
	{
		name: 'tasks',
		package: '@kazuph/mcp-taskmanager',
		version: '1.1.1',
		program: 'dist/index.js',
		env: (folder) => ({ TASK_MANAGER_FILE_PATH: `${folder}/tasks.json` }),
		calls: [
			['list_requests', {}],
			['get_next_task', { requestId: 'none' }],
			['open_task_details', { taskId: 'none' }],
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
