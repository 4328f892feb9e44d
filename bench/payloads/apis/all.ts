// Every list that is made up after an API's documentation.
import type { ApiList } from '../api-list';
import { pagerduty, sentry } from './alerts';
import { ec2, hubspot, prometheus, salesforce, stripe, woocommerce } from './commerce';
import { drive, jsonApi, notion, wordpress } from './documents';
import { spotify, youtube } from './media';
import { asana, azure, linear, trello } from './planning';
import { discord, hackerNews, mastodon, reddit } from './posts';
import { fhir, npmSearch, weather } from './services';

export const madeLists = (): ApiList[] => [
	asana(),
	linear(),
	trello(),
	sentry(),
	pagerduty(),
	azure(),
	stripe(),
	hubspot(),
	salesforce(),
	woocommerce(),
	ec2(),
	prometheus(),
	discord(),
	reddit(),
	youtube(),
	spotify(),
	mastodon(),
	hackerNews(),
	notion(),
	wordpress(),
	jsonApi(),
	drive(),
	npmSearch(),
	fhir(),
	weather(),
];
