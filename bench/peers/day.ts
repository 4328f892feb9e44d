// A day of a small team: five people, each with one conversation over issues, logs, files, calendar and pages, two
// questions to each result.
import type { Reader } from '../needle/readers/reader';
import type { Weighed } from '../needle/readers/whole';
import { price } from './price';

const CONVERSATIONS = [
	['linear_issues', 'application_log', 'commander_readme', 'page_snapshot', 'mailbox'],
	['sentry_issues', 'stack_traces', 'client_h1', 'github_pulls', 'build_log'],
	['pagerduty_incidents', 'access_log', 'infrastructure_plan', 'containers', 'json_log'],
	['stripe_charges', 'hubspot_contacts', 'orders_dump', 'people_page', 'airports_csv'],
	['asana_tasks', 'notion_pages', 'discord_messages', 'github_workflow_runs', 'test_report'],
];
const QUESTIONS = 2;

/** The numbers of conversations, results and questions that make a day. */
export const THE_DAY = {
	conversations: CONVERSATIONS.length,
	results: CONVERSATIONS.flat().length,
	questions: CONVERSATIONS.flat().length * QUESTIONS,
};

/** A way to work. */
export interface Way {
	/** Tokens of its own tools, before every request. */
	readonly list: number;
	readonly make: (payload: Weighed) => Reader;
	/** Price of what another model reads: of a result, and of a result for each question; nothing unless told. */
	readonly beside?: (payload: Weighed) => number;
	readonly besideEach?: (payload: Weighed) => number;
}

/** Returns the price of another model for so many questions to a result. */
export const besidePrice = (way: Way, payload: Weighed, questions: number): number =>
	(way.beside?.(payload) ?? 0) + questions * (way.besideEach?.(payload) ?? 0);

export interface Day {
	/** Share of the questions, 0 to 1. */
	readonly found: number;
	readonly requests: number;
	/** Of results and arguments. */
	readonly tokens: number;
	readonly price: number;
}

export async function dayOf(payloads: readonly Weighed[], way: Way): Promise<Day> {
	let [found, requests, tokens, sum] = [0, 0, 0, 0];
	for (const names of CONVERSATIONS) {
		const exchanged: (readonly [number, number])[] = [];
		for (const name of names) {
			const payload = payloads.find((each) => each.name === name);
			if (!payload) throw new Error(`no payload ${name}`);
			const reader = way.make(payload);
			for (const question of payload.questions.slice(0, QUESTIONS))
				if (await reader.ask(question)) found++;
			exchanged.push(...reader.context.exchanged);
			sum += besidePrice(way, payload, QUESTIONS);
		}
		requests += exchanged.length + 1;
		tokens += exchanged.reduce((all, [written, shown]) => all + written + shown, 0);
		sum += price(way.list, exchanged);
	}
	return { found: found / THE_DAY.questions, requests, tokens, price: Math.round(sum) };
}
