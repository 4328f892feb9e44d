// Texts from installed packages: Markdown, tables, code, minified code, schemas, markup, snapshots.
import { stringify } from 'yaml';
import { packageJson, packageText } from '../../payloads/found';
import type { NeedlePayload } from '../payload';
import { objectQuestions } from '../questions/of-object';
import { textQuestions } from '../questions/of-text';

const text = (
	name: string,
	kind: string,
	content: string,
	carrier: NeedlePayload['carrier'] = 'text',
): NeedlePayload => ({
	name,
	kind,
	isReal: true,
	carrier,
	text: content,
	questions: textQuestions(name, content),
});

const object = (
	name: string,
	kind: string,
	content: string,
	carrier: NeedlePayload['carrier'] = 'text',
): NeedlePayload => ({
	name,
	kind,
	isReal: true,
	carrier,
	text: content,
	questions: objectQuestions(name, content),
});

const lines = (content: string, from: number, count: number): string =>
	content
		.split('\n')
		.slice(from, from + count)
		.join('\n');

export function textPayloads(): NeedlePayload[] {
	const file = packageText;
	const countries = packageJson<object[]>('world-countries', 'countries.json').slice(30, 65);
	const events = packageJson<{ name: string; examples: object[] }[]>(
		'@octokit/webhooks-examples',
		'api.github.com/index.json',
	);
	const example = (name: string, at: number) =>
		events.find((event) => event.name === name)?.examples[at] ?? {};
	const movies = packageJson<object[]>('vega-datasets', 'data/movies.json').slice(0, 150);
	return [
		text('commander-readme', 'Markdown', file('commander', 'Readme.md'), 'file'),
		text('dispatcher-doc', 'Markdown', file('undici', 'docs/docs/api/Dispatcher.md')),
		text('gateway-changelog', 'Markdown', file('@ai-sdk/gateway', 'CHANGELOG.md')),
		text('qs-changelog', 'Markdown', file('qs', 'CHANGELOG.md')),
		text('share-index', 'CSV', lines(file('vega-datasets', 'data/sp500-2000.csv'), 0, 600)),
		text('airports-csv', 'CSV', lines(file('vega-datasets', 'data/airports.csv'), 0, 1200)),
		text('birdstrikes', 'CSV', lines(file('vega-datasets', 'data/birdstrikes.csv'), 0, 700)),
		text(
			'zip-codes-tsv',
			'TSV',
			lines(file('vega-datasets', 'data/zipcodes.csv'), 0, 800).replaceAll(',', '\t'),
		),
		text('movies-ndjson', 'NDJSON', movies.map((movie) => JSON.stringify(movie)).join('\n')),
		text('countries-yaml', 'YAML', stringify(countries)),
		text('lexicon-yaml', 'YAML', stringify(example('pull_request', 3))),
		text('countries-xml', 'XML', file('world-countries', 'dist/countries.xml').slice(0, 190_000)),
		text('workerd-capnp', 'schema', file('workerd', 'workerd.capnp')),
		text('command-js', 'code', file('commander', 'lib/command.js'), 'file'),
		text('http-types', 'code', file('@types/node', 'http.d.ts')),
		text('client-h1', 'code', file('undici', 'lib/dispatcher/client-h1.js')),
		text(
			'markdown-it-min',
			'minified code',
			file('markdown-it', 'dist/browser/markdown-it.umd.min.js'),
		),
		text('jszip-min', 'minified code', file('jszip', 'dist/jszip.min.js')),
		text('licenses', 'prose', file('vite', 'LICENSE.md')),
		text('token-plans', 'CJK text', file('gpt-tokenizer', 'data/TestPlans.txt')),
		object('wrangler-schema', 'object', file('wrangler', 'config-schema.json'), 'file'),
		object('pull-request', 'object', JSON.stringify(example('pull_request', 0)), 'structured'),
		object(
			'issue-event',
			'object',
			JSON.stringify(
				{ delivery: example('issues', 4), previous: example('workflow_run', 0) },
				undefined,
				2,
			),
		),
		object('datapackage', 'object', file('vega-datasets', 'datapackage.json')),
		object('hono-package', 'object', file('hono', 'package.json'), 'file'),
		object(
			'discussion-event',
			'object',
			JSON.stringify([
				example('discussion', 2),
				example('release', 1),
				example('deployment_status', 0),
			]),
		),
	];
}
