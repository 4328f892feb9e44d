// Further lists, whose halves are apart from those before: of their held half nothing was looked at while the rules
// were chosen. By a hash of their names.
import type { ApiList } from '../api-list';
import type { Half } from '../api-lists';
import { packageJson } from '../found';
import { rows } from '../rows';
import {
	alertmanagerAlerts,
	cloudflareDns,
	datadogMonitors,
	lambdaFunctions,
	nvdCves,
	rdsInstances,
} from './cloud';
import {
	bitbucketPulls,
	dockerTags,
	gitlabPipelines,
	jenkinsBuilds,
	vercelDeployments,
} from './code';
import { clickupTasks, graphUsers, intercomConversations, oktaUsers, serviceNow } from './desk';
import { coinMarkets, etsyListings, paypalTransactions, xeroInvoices } from './money';
import { moreOfLife } from './more-life';
import { moreOfMedia } from './more-media';
import { moreOfPlans } from './more-plans';
import { moreOfWork } from './more-work';
import { homeStates, stravaActivities, ticketEvents, yelpBusinesses } from './places';
import { blueskyFeed, mailchimpCampaigns, stackQuestions, twilioMessages } from './posts';
import { crossrefWorks, tmdbMovies } from './works';

const tables = (): ApiList[] => [
	{
		name: 'vega_airports',
		path: [],
		need: ['iata', 'name', 'city', 'country'],
		value: rows('airports').slice(0, 300),
	},
	{
		name: 'vega_penguins',
		path: [],
		need: ['Species', 'Island', 'Body Mass (g)', 'Sex'],
		value: packageJson('vega-datasets', 'data/penguins.json'),
	},
	{
		name: 'vega_gapminder',
		path: [],
		need: ['country', 'year', 'pop', 'life_expect'],
		value: packageJson<unknown[]>('vega-datasets', 'data/gapminder.json').slice(0, 300),
	},
	{
		name: 'vega_flights',
		path: [],
		need: ['date', 'delay', 'origin', 'destination'],
		value: packageJson<unknown[]>('vega-datasets', 'data/flights-2k.json').slice(0, 400),
	},
];

export function furtherLists(): Readonly<Record<Half, readonly ApiList[]>> {
	const all = [
		...[bitbucketPulls(), gitlabPipelines(), jenkinsBuilds(), dockerTags()],
		...[vercelDeployments(), stackQuestions(), datadogMonitors(), alertmanagerAlerts()],
		...[cloudflareDns(), lambdaFunctions(), rdsInstances(), nvdCves(), oktaUsers()],
		...[intercomConversations(), serviceNow(), clickupTasks(), graphUsers()],
		...[paypalTransactions(), xeroInvoices(), coinMarkets(), twilioMessages()],
		...[mailchimpCampaigns(), etsyListings(), tmdbMovies(), crossrefWorks(), yelpBusinesses()],
		...[ticketEvents(), stravaActivities(), homeStates(), blueskyFeed(), ...tables()],
	].toSorted((a, b) => hash(a.name) - hash(b.name));
	const build = [
		...all.slice(0, all.length >> 1),
		...moreOfWork(),
		...moreOfPlans(),
		...moreOfLife(),
		...moreOfMedia(),
	];
	return { build, held: all.slice(all.length >> 1) };
}

const hash = (name: string): number =>
	[...name].reduce(
		(sum, char) => Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16777619),
		2166136261,
	);
