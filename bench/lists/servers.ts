// Servers beside those of `bench -- differences`: their lists are read, none of them is called.
import type { ServerUnderTest } from '../differences/servers';

export const LISTED: readonly ServerUnderTest[] = [
	{
		name: 'figma',
		package: 'figma-developer-mcp',
		version: '0.13.2',
		program: 'dist/bin.js',
		args: () => ['--stdio', '--figma-api-key=none'],
	},
	{
		name: 'linear',
		package: 'linear-mcp',
		version: '1.2.0',
		program: 'build/index.js',
		env: () => ({ LINEAR_ACCESS_TOKEN: 'none', LINEAR_API_KEY: 'none' }),
	},
	{
		name: 'coderunner',
		package: 'mcp-server-code-runner',
		version: '0.1.8',
		program: 'dist/cli.js',
	},
	{
		name: 'exa',
		package: 'exa-mcp-server',
		version: '3.4.1',
		program: 'dist/stdio.cjs',
		env: () => ({ EXA_API_KEY: 'none' }),
	},
	{
		name: 'chart',
		package: '@antv/mcp-server-chart',
		version: '0.9.10',
		program: 'build/index.js',
	},
	{
		name: 'mapbox',
		package: '@mapbox/mcp-server',
		version: '0.2.0',
		program: 'dist/index.js',
		env: () => ({ MAPBOX_ACCESS_TOKEN: 'pk.eyJ1IjoiYSJ9.b' }),
	},
];
